//! Behaves as the standard library's set does.

use std::collections::BTreeSet;

use super::*;

/// Marsaglia's xorshift: the same numbers in every run.
struct Random(u32);

impl Random {
    fn below(&mut self, limit: u32) -> u32 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 17;
        self.0 ^= self.0 << 5;
        self.0 % limit
    }
}

/// A trie of a set is unique: whatever its history, it has no more nodes than the words need.
fn trie_of(words: &BTreeSet<Vec<u8>>) -> Trie {
    let mut trie = Trie::new();
    for word in words {
        trie.insert(word);
    }
    trie
}

#[test]
fn agrees_with_a_set_of_the_standard_library() {
    let mut random = Random(1);
    let (mut trie, mut model) = (Trie::default(), BTreeSet::new());
    for _ in 0..2000 {
        let len = random.below(4);
        let word: Vec<u8> = (0..len).map(|_| u8::try_from(random.below(3)).expect("small")).collect();
        if random.below(2) == 0 {
            assert_eq!(trie.insert(&word), model.insert(word.clone()));
        } else {
            assert_eq!(trie.remove(&word), model.remove(&word));
        }
        assert_eq!(trie.contains(&word), model.contains(&word));
        assert!(trie.words().iter().eq(&model));
        assert_eq!(trie, trie_of(&model));
    }
}
