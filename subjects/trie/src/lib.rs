//! A set of bit strings, as a tree with a branch for each bit. Every branch leads to an element.
//!
//! Features whose names begin with `bug-` plant a bug each: they are there to be found.

use glassbox::{Broken, Children, Invariant, Structure, ensure};

/// A set of bit strings.
#[derive(Debug, Default, Structure)]
#[glassbox(no_invariant)]
pub struct Trie {
    #[glassbox(tree)]
    root: Option<Box<Node>>,
}

#[derive(Debug, Default, Structure)]
struct Node {
    #[glassbox(tree)]
    zero: Option<Box<Node>>,
    #[glassbox(tree)]
    one: Option<Box<Node>>,
    /// The string that ends here is an element.
    is_end: bool,
}

impl Trie {
    /// Adds a string; says whether it is new.
    pub fn insert(&mut self, bits: &[bool]) -> bool {
        let mut link = &mut self.root;
        for bit in bits {
            let node = link.get_or_insert_default();
            link = if *bit { &mut node.one } else { &mut node.zero };
        }
        if cfg!(feature = "bug-insert-forgets-end") && link.is_some() {
            return false;
        }
        !std::mem::replace(&mut link.get_or_insert_default().is_end, true)
    }

    /// Removes a string; says whether it was there.
    pub fn remove(&mut self, bits: &[bool]) -> bool {
        remove(&mut self.root, bits)
    }

    /// Whether a string is an element.
    pub fn contains(&self, bits: &[bool]) -> bool {
        let mut link = &self.root;
        for bit in bits {
            let Some(node) = link else { return false };
            link = if *bit { &node.one } else { &node.zero };
        }
        link.as_ref().is_some_and(|node| node.is_end)
    }
}

fn remove(link: &mut Option<Box<Node>>, bits: &[bool]) -> bool {
    let Some(node) = link else { return false };
    let was = match bits {
        [] => std::mem::take(&mut node.is_end),
        [bit, rest @ ..] => remove(if *bit { &mut node.one } else { &mut node.zero }, rest),
    };
    if node.leads_nowhere() && !cfg!(feature = "bug-remove-leaves-branch") {
        *link = None;
    }
    was
}

impl Node {
    fn leads_nowhere(&self) -> bool {
        !self.is_end && self.zero.is_none() && self.one.is_none()
    }
}

impl Invariant for Node {
    type Summary = ();

    fn check(&self, _: &Children) -> Result<(), Broken> {
        ensure(!self.leads_nowhere(), "a branch leads to no element")
    }
}

/// A string of at most three bits: its length is that of the number without the first one.
fn bits(number: u8) -> Vec<bool> {
    let length = number.ilog2();
    (0..length).map(|bit| number >> bit & 1 == 1).collect()
}

#[glassbox::check(height = 3)]
fn insert(trie: &mut Trie, #[glassbox(values = 1..8)] number: u8, #[glassbox(values = 1..8)] other: u8) -> bool {
    let (bits, other) = (bits(number), bits(other));
    let (had, has_other) = (trie.contains(&bits), trie.contains(&other));
    trie.insert(&bits) != had && trie.contains(&bits) && (other == bits || trie.contains(&other) == has_other)
}

#[glassbox::check(height = 3)]
fn erase(trie: &mut Trie, #[glassbox(values = 1..8)] number: u8, #[glassbox(values = 1..8)] other: u8) -> bool {
    let (bits, other) = (bits(number), bits(other));
    let (had, has_other) = (trie.contains(&bits), trie.contains(&other));
    trie.remove(&bits) == had && !trie.contains(&bits) && (other == bits || trie.contains(&other) == has_other)
}
