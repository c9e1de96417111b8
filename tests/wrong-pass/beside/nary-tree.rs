//! A trie beside a set of words.

#[glassbox::explore(operations = 4)]
pub mod beside_a_model {
    use std::collections::BTreeSet;

    use crate::Trie;

    pub struct Pair {
        subject: Trie,
        model: BTreeSet<&'static [u8]>,
    }

    pub fn new() -> Pair {
        Pair { subject: Trie::new(), model: BTreeSet::new() }
    }

    pub fn insert(pair: &mut Pair, #[glassbox(values = 0..7)] word: usize) {
        assert_eq!(pair.subject.insert(WORDS[word]), pair.model.insert(WORDS[word]));
    }

    pub fn remove(pair: &mut Pair, #[glassbox(values = 0..7)] word: usize) {
        assert_eq!(pair.subject.remove(WORDS[word]), pair.model.remove(WORDS[word]));
    }

    pub fn contains(pair: &Pair) -> bool {
        WORDS.iter().all(|word| pair.subject.contains(word) == pair.model.contains(word))
    }

    pub fn lists(pair: &Pair) -> bool {
        let mut words = pair.subject.words();
        words.sort();
        words.iter().map(Vec::as_slice).eq(pair.model.iter().copied())
    }

    #[glassbox(skip)]
    pub fn size(pair: &Pair) -> usize {
        pair.model.len()
    }

    /// All words with up to two letters.
    const WORDS: [&[u8]; 7] = [&[], &[0], &[1], &[0, 0], &[0, 1], &[1, 0], &[1, 1]];
}
