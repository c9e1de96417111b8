//! What holds for search trees, and the checks.
//!
//! Keys are the numbers 0 to 4. A leaf takes a box, too, so height n is that of the empty trees at the ends. There are
//! 6, 36, 112, 172 search trees within heights 1 to 4.

#![expect(clippy::needless_bitwise_bool, reason = "`&&` is a branch, and every branch splits the states once more")]

use glassbox::{Broken, Children, Invariant, ensure};

use crate::Tree;

impl Invariant for Tree {
    /// The least and the greatest key. In an empty tree the first is greater than any key, and the second less.
    type Summary = (i32, i32);

    fn check(&self, children: &Children) -> Result<(i32, i32), Broken> {
        match self {
            Tree::Leaf => Ok((i32::MAX, i32::MIN)),
            Tree::Node(left, key, right) => {
                let ((least, before), (after, greatest)) = (children.summary(left), children.summary(right));
                ensure((before < *key) & (*key < after), "a key is on the wrong side")?;
                Ok((least.min(*key), greatest.max(*key)))
            }
        }
    }
}

/// Looking up changes nothing.
#[glassbox::check(height = 4)]
fn contains(tree: &Tree, #[glassbox(values = 0..5)] key: i32) {
    tree.contains(key);
}

/// Insertion keeps the order, and says whether the key was missing.
#[glassbox::check(height = 4)]
fn insert(tree: &mut Tree, #[glassbox(values = 0..5)] key: i32) -> bool {
    let was_there = tree.contains(key);
    tree.insert(key) != was_there
}

/// Removal keeps the order, and says whether the key was there.
#[glassbox::check(height = 4)]
fn remove(tree: &mut Tree, #[glassbox(values = 0..5)] key: i32) -> bool {
    let was_there = tree.contains(key);
    tree.remove(key) == was_there
}

/// Nothing is less than the least.
#[glassbox::check(height = 4)]
fn remove_min(tree: &mut Tree, #[glassbox(values = 0..5)] other: i32) -> bool {
    let was_there = tree.contains(other);
    tree.remove_min().map_or(!was_there, |least| least <= other || !was_there)
}

/// What was inserted is there, and nothing else came or went.
#[glassbox::check(height = 3)]
fn insert_then_contains(
    tree: &mut Tree,
    #[glassbox(values = 0..5)] key: i32,
    #[glassbox(values = 0..5)] other: i32,
) -> bool {
    let was_there = tree.contains(other);
    tree.insert(key);
    tree.contains(other) == (was_there | (other == key))
}

/// What was removed is gone, and nothing else is.
#[glassbox::check(height = 3)]
fn remove_then_contains(
    tree: &mut Tree,
    #[glassbox(values = 0..5)] key: i32,
    #[glassbox(values = 0..5)] other: i32,
) -> bool {
    let was_there = tree.contains(other);
    tree.remove(key);
    tree.contains(other) == (was_there & (other != key))
}

/// The list has every number that is in the set, in order, and no other.
#[glassbox::check(height = 3)]
fn to_vec(tree: &Tree) -> bool {
    tree.to_vec() == (0..5).filter(|key| tree.contains(*key)).collect::<Vec<i32>>()
}

#[cfg(test)]
mod tests;
