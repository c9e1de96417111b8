//! What holds for tries, and the checks.
//!
//! The alphabet has two letters, so nodes have up to two children. A set of words has one trie: with vectors at the
//! capacity of the bound there are 8, 128, 32768 tries within heights 1, 2, 3, as many as sets of such short words.

use glassbox::{Broken, Children, Invariant, ensure};

use crate::{Node, Trie};

impl Invariant for Node {
    type Summary = ();

    fn check(&self, _: &Children) -> Result<(), Broken> {
        ensure(self.ends | !self.children.is_empty(), "no word goes through a node")?;
        ensure(is_sorted(&self.children), "the children are not in order")
    }
}

impl Invariant for Trie {
    type Summary = ();

    fn check(&self, _: &Children) -> Result<(), Broken> {
        ensure(is_sorted(&self.children), "the children are not in order")
    }
}

/// Whether the letters are strictly increasing; no early exit, so that it is one condition.
fn is_sorted(children: &[Box<Node>]) -> bool {
    let mut sorted = true;
    for pair in children.windows(2) {
        sorted &= pair[0].letter < pair[1].letter;
    }
    sorted
}

/// Looking up changes nothing.
#[glassbox::check(height = 3, len = 2)]
fn contains(trie: &Trie, #[glassbox(domain(u8 = *b"ab"))] letters: [u8; 3], #[glassbox(values = 0..4)] len: usize) {
    trie.contains(&letters[..len]);
}

/// Insertion says whether the word was missing.
#[glassbox::check(height = 3, len = 2)]
fn insert(
    trie: &mut Trie,
    #[glassbox(domain(u8 = *b"ab"))] letters: [u8; 3],
    #[glassbox(values = 0..4)] len: usize,
) -> bool {
    let was_there = trie.contains(&letters[..len]);
    trie.insert(&letters[..len]) != was_there
}

/// Removal leaves no node that no word goes through, and says whether the word was there.
#[glassbox::check(height = 3, len = 2)]
fn remove(
    trie: &mut Trie,
    #[glassbox(domain(u8 = *b"ab"))] letters: [u8; 3],
    #[glassbox(values = 0..4)] len: usize,
) -> bool {
    let was_there = trie.contains(&letters[..len]);
    trie.remove(&letters[..len]) == was_there
}

/// What was inserted is there; what was removed then is gone.
#[glassbox::check(height = 2, len = 2)]
fn insert_then_remove(
    trie: &mut Trie,
    #[glassbox(domain(u8 = *b"ab"))] letters: [u8; 3],
    #[glassbox(values = 0..4)] len: usize,
) {
    let word = &letters[..len];
    trie.insert(word);
    assert!(trie.contains(word));
    trie.remove(word);
    assert!(!trie.contains(word));
}

/// Insertion and removal change nothing about any other word.
#[glassbox::check(height = 2, len = 2)]
fn others_are_kept(
    trie: &mut Trie,
    #[glassbox(domain(u8 = *b"ab"))] letters: [u8; 2],
    #[glassbox(values = 0..3)] len: usize,
    #[glassbox(domain(u8 = *b"ab"))] others: [u8; 2],
    #[glassbox(values = 0..3)] other_len: usize,
    insert: bool,
) -> bool {
    let (word, other) = (&letters[..len], &others[..other_len]);
    let was_there = trie.contains(other);
    if insert {
        trie.insert(word);
    } else {
        trie.remove(word);
    }
    trie.contains(other) == if word == other { insert } else { was_there }
}

/// The list has every word that is in the set, in the order of the alphabet, and no other.
#[glassbox::check(height = 2, len = 2)]
fn words(trie: &Trie) -> bool {
    let all: [&[u8]; 7] = [b"", b"a", b"aa", b"ab", b"b", b"ba", b"bb"];
    trie.words().iter().map(Vec::as_slice).eq(all.into_iter().filter(|word| trie.contains(word)))
}

/// A new set has no words.
#[glassbox::check]
fn new(#[glassbox(domain(u8 = *b"ab"))] letters: [u8; 2], #[glassbox(values = 0..3)] len: usize) -> bool {
    !Trie::new().contains(&letters[..len])
}

#[cfg(test)]
mod tests;
