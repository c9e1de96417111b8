//! What holds for AVL trees, and the checks.
//!
//! The order of the keys follows from the description of the nodes. There is one tree for every shape, because the
//! stored heights follow from it: 2, 5, 20, 335, 109010 trees within heights 1 to 5.

#![expect(
    clippy::needless_pass_by_value,
    reason = "the arguments of a check are values that it may do with as it likes"
)]

use glassbox::{Broken, Invariant, Key, Kids, Val, ensure};

use crate::{Node, Tree};

/// Stored heights go up to this, so bounds may. Tests try all heights in all nodes, and can afford few.
pub(crate) const HIGHEST: u8 = if cfg!(test) { 3 } else { 8 };

impl Invariant for Node<Key, Val> {
    /// The height of the subtree.
    type Summary = u8;

    fn check(&self, kids: &Kids) -> Result<u8, Broken> {
        let (left, right) = (kids.of(&self.left).unwrap_or(0), kids.of(&self.right).unwrap_or(0));
        ensure(left.abs_diff(right) <= 1, "one side is higher than the other by more than one")?;
        ensure(self.height == 1 + left.max(right), "the stored height is wrong")?;
        Ok(self.height)
    }
}

impl Invariant for Tree<Key, Val> {
    type Summary = ();

    fn check(&self, _: &Kids) -> Result<(), Broken> {
        Ok(())
    }
}

/// Looking up changes nothing.
#[glassbox::check(height = 4)]
fn get(tree: &Tree<Key, Val>, key: Key) {
    tree.get(&key);
}

/// Insertion keeps the tree balanced.
#[glassbox::check(height = 4)]
fn insert(tree: &mut Tree<Key, Val>, key: Key, value: Val) {
    tree.insert(key, value);
}

/// Removal keeps the tree balanced.
#[glassbox::check(height = 4)]
fn remove(tree: &mut Tree<Key, Val>, key: Key) {
    tree.remove(&key);
}

/// What was inserted is there.
#[glassbox::check(height = 3)]
fn insert_then_get(tree: &mut Tree<Key, Val>, key: Key, value: Val) -> bool {
    tree.insert(key.clone(), value);
    tree.get(&key).is_some()
}

/// What was removed is gone, and it is found exactly if it was there.
#[glassbox::check(height = 3)]
fn remove_then_get(tree: &mut Tree<Key, Val>, key: Key) -> bool {
    let was_there = tree.get(&key).is_some();
    (tree.remove(&key).is_some() == was_there) & tree.get(&key).is_none()
}

#[cfg(test)]
mod tests;
