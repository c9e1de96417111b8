//! `Trie` of radix_trie against a list of its keys.
#![cfg(glassbox)]

#[glassbox::explore(operations = 6)]
mod texts {
    use radix_trie::{Trie, TrieCommon};

    const KEYS: [&str; 4] = ["a", "ab", "b", "ba"];

    pub struct Subject {
        trie: Trie<String, u8>,
        model: [Option<u8>; 4],
    }

    pub fn new() -> Subject {
        Subject { trie: Trie::new(), model: [None; 4] }
    }

    pub fn insert(subject: &mut Subject, #[glassbox(values = 0..4)] key: usize, #[glassbox(values = 0..2)] value: u8) {
        assert_eq!(subject.trie.insert(KEYS[key].to_owned(), value), subject.model[key].replace(value));
    }

    pub fn remove(subject: &mut Subject, #[glassbox(values = 0..4)] key: usize) {
        assert_eq!(subject.trie.remove(KEYS[key]), subject.model[key].take());
    }

    pub fn change(subject: &mut Subject, #[glassbox(values = 0..4)] key: usize) {
        if let Some(value) = subject.trie.get_mut(KEYS[key]) {
            *value = 0;
            subject.model[key] = Some(0);
        }
    }

    pub fn len_is_right(subject: &Subject) -> bool {
        subject.trie.len() == subject.trie.iter().count()
    }

    pub fn is_like_the_model(subject: &Subject) -> bool {
        subject.trie.len() == subject.model.iter().flatten().count()
            && KEYS.iter().zip(&subject.model).all(|(key, value)| subject.trie.get(*key) == value.as_ref())
    }
}
