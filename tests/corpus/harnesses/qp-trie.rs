//! `Trie` of qp-trie against a table of its keys.
#![cfg(glassbox)]

// Not `entry` and `clear`: what they insert and remove is not counted, in 0.7.6, too.
#[glassbox::explore(operations = 5)]
mod bytes {
    use qp_trie::Trie;

    const KEYS: [&[u8]; 5] = [b"", b"a", b"aa", b"ab", b"b"];

    pub struct Subject {
        trie: Trie<&'static [u8], u8>,
        model: [Option<u8>; 5],
    }

    pub fn new() -> Subject {
        Subject { trie: Trie::new(), model: [None; 5] }
    }

    pub fn insert(subject: &mut Subject, #[glassbox(values = 0..5)] key: usize) {
        assert_eq!(subject.trie.insert(KEYS[key], 1), subject.model[key].replace(1));
    }

    pub fn remove(subject: &mut Subject, #[glassbox(values = 0..5)] key: usize) {
        assert_eq!(subject.trie.remove(KEYS[key]), subject.model[key].take());
    }

    pub fn remove_prefix(subject: &mut Subject, #[glassbox(values = 0..5)] prefix: usize) {
        let removed = subject.trie.remove_prefix(KEYS[prefix]);
        for (key, value) in KEYS.iter().zip(&mut subject.model) {
            let value = value.take_if(|_| key.starts_with(KEYS[prefix]));
            assert_eq!(removed.get(*key), value.as_ref());
        }
    }

    pub fn become_clone(subject: &mut Subject) {
        subject.trie = subject.trie.clone();
    }

    pub fn keys_have_their_values(subject: &Subject) -> bool {
        KEYS.iter().zip(&subject.model).all(|(key, value)| subject.trie.get(*key) == value.as_ref())
    }

    pub fn is_like_the_model(subject: &Subject) -> bool {
        let model = || KEYS.iter().zip(&subject.model).filter_map(|(key, value)| Some((*key, value.as_ref()?)));
        subject.trie.count() == model().count() && subject.trie.iter().map(|(key, value)| (*key, value)).eq(model())
    }

    pub fn prefixes_have_their_keys(subject: &Subject) -> bool {
        KEYS.iter().all(|prefix| {
            let with_prefix = KEYS.iter().zip(&subject.model).filter(|(key, _)| key.starts_with(prefix));
            subject.trie.iter_prefix(*prefix).count() == with_prefix.filter(|(_, value)| value.is_some()).count()
        })
    }
}
