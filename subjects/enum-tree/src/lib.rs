//! A search tree as a functional programmer would write it: an enum whose empty case is a value of its own.
//!
//! Features whose names begin with `bug-` plant a bug each: they are there to be found.

use std::cmp::Ordering;
use std::mem;

mod checks;

/// A set of numbers.
#[derive(Clone, Debug, Default, PartialEq, Eq, glassbox::Structure)]
pub enum Tree {
    /// Nothing.
    #[default]
    Leaf,
    /// What is less, a number, what is greater.
    Node(Box<Tree>, #[glassbox(values = 0..5)] i32, Box<Tree>),
}

use Tree::{Leaf, Node};

impl Tree {
    /// Whether the number is in the set.
    pub fn contains(&self, key: i32) -> bool {
        match self {
            Leaf => false,
            Node(left, here, right) => match key.cmp(here) {
                Ordering::Less if cfg!(feature = "bug-contains-goes-wrong-way") => right.contains(key),
                Ordering::Less => left.contains(key),
                Ordering::Equal => true,
                Ordering::Greater => right.contains(key),
            },
        }
    }

    /// Puts a number in; says whether it was missing.
    pub fn insert(&mut self, key: i32) -> bool {
        match self {
            Leaf => {
                *self = Node(Box::new(Leaf), key, Box::new(Leaf));
                true
            }
            Node(..) if cfg!(feature = "bug-insert-replaces-tree") => {
                *self = Node(Box::new(Leaf), key, Box::new(Leaf));
                true
            }
            Node(left, here, right) => match key.cmp(here) {
                Ordering::Less if cfg!(feature = "bug-insert-wrong-side") => right.insert(key),
                Ordering::Equal if cfg!(feature = "bug-insert-duplicates-key") => left.insert(key),
                Ordering::Greater if cfg!(feature = "bug-insert-overwrites-key") => {
                    *here = key;
                    true
                }
                Ordering::Less => left.insert(key),
                Ordering::Equal => false,
                Ordering::Greater => right.insert(key),
            },
        }
    }

    /// Takes a number out; says whether it was there.
    pub fn remove(&mut self, key: i32) -> bool {
        match self {
            Leaf => false,
            Node(left, here, right) => match key.cmp(here) {
                Ordering::Less => left.remove(key),
                Ordering::Greater => right.remove(key),
                Ordering::Equal if cfg!(feature = "bug-remove-drops-tree") => {
                    *self = Leaf;
                    true
                }
                Ordering::Equal => {
                    let from_left = cfg!(feature = "bug-remove-takes-least-of-all");
                    match if from_left { left.remove_min() } else { right.remove_min() } {
                        Some(_) if cfg!(feature = "bug-remove-forgets-to-copy-key") => {}
                        Some(next) => *here = next,
                        None if cfg!(feature = "bug-remove-drops-left") => *self = mem::take(right),
                        None if cfg!(feature = "bug-remove-leaks-left") => mem::forget(mem::take(self)),
                        None => *self = mem::take(left),
                    }
                    true
                }
            },
        }
    }

    /// Takes the least number out.
    pub fn remove_min(&mut self) -> Option<i32> {
        let Node(left, here, right) = self else { return None };
        let least = if cfg!(feature = "bug-remove-min-takes-top") { None } else { left.remove_min() };
        if least.is_none() {
            let here = *here;
            if cfg!(feature = "bug-remove-min-keeps-it") {
                return Some(here);
            }
            *self = if cfg!(feature = "bug-remove-min-drops-right") { Leaf } else { mem::take(right) };
            return Some(here);
        }
        least
    }

    /// All numbers, least first.
    pub fn to_vec(&self) -> Vec<i32> {
        match self {
            Leaf => Vec::new(),
            Node(left, here, right) => [left.to_vec(), vec![*here], right.to_vec()].concat(),
        }
    }
}

#[cfg(test)]
mod tests;
