//! A trie beside a set of words.

#[glassbox::explore(operations = 4)]
pub mod beside_a_model {
    use std::collections::BTreeSet;

    use crate::Trie;

    pub struct Pair {
        subject: Trie,
        model: BTreeSet<&'static [bool]>,
    }

    pub fn new() -> Pair {
        Pair { subject: Trie::default(), model: BTreeSet::new() }
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

    #[glassbox(skip)]
    pub fn size(pair: &Pair) -> usize {
        pair.model.len()
    }

    /// All words with up to two bits.
    const WORDS: [&[bool]; 7] = [&[], &[false], &[true], &[false, false], &[false, true], &[true, false], &[true, true]];
}
