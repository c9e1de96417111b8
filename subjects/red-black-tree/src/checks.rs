//! What holds for red-black trees, and the checks.
//!
//! The order of the keys and the parent pointers follow from the description of the nodes, so they are not repeated
//! here. With a black root or none there are 2, 6, 31, 1082, 1509360 trees within heights 1 to 5.

#![expect(
    clippy::needless_pass_by_value,
    reason = "the arguments of a check are values that it may do with as it likes"
)]

use std::mem::ManuallyDrop;
use std::ptr;

use glassbox::{Broken, Children, Invariant, Key, Val, ensure};

use crate::{Color, Node, Tree};

impl Invariant for Node<Key, Val> {
    /// The number of black nodes on every path down from here, and whether this one is red.
    type Summary = (u8, bool);

    fn check(&self, children: &Children) -> Result<(u8, bool), Broken> {
        let (left, right) = (children.summary_or(&self.left, (0, false)), children.summary_or(&self.right, (0, false)));
        ensure(left.0 == right.0, "one side has more black nodes on its paths than the other")?;
        let (red, red_below) = (self.color == Color::Red, left.1 | right.1);
        ensure(!(red & red_below), "a red node has a red child")?;
        Ok((left.0 + u8::from(!red), red))
    }
}

impl Invariant for Tree<Key, Val> {
    type Summary = ();

    fn check(&self, children: &Children) -> Result<(), Broken> {
        let (_, red) = children.summary_or(&self.root, (0, false));
        ensure(!red, "the root is red")
    }
}

/// Looking up changes nothing.
#[glassbox::check(height = 4, finds(key))]
fn get(tree: &Tree<Key, Val>, key: Key) -> Option<&Val> {
    tree.get(&key)
}

/// Insertion keeps the tree balanced.
#[glassbox::check(height = 4, replaces(key, value))]
fn insert(tree: &mut Tree<Key, Val>, key: Key, value: Val) -> Option<Val> {
    tree.insert(key, value)
}

/// Removal keeps the tree balanced.
#[glassbox::check(height = 4, removes(key))]
fn remove(tree: &mut Tree<Key, Val>, key: Key) -> Option<Val> {
    tree.remove(&key)
}

/// A value to compare with later. It is never dropped, so that the one in the tree still is, once.
fn same(value: &Val) -> ManuallyDrop<Val> {
    // SAFETY: a value owns nothing, and this copy of it is only compared.
    ManuallyDrop::new(unsafe { ptr::read(value) })
}

/// What was inserted is there, and what was there before is given back.
#[glassbox::check(height = 3)]
fn insert_then_get(tree: &mut Tree<Key, Val>, key: Key, value: Val) -> bool {
    let (before, new) = (tree.get(&key).map(same), same(&value));
    let given_back = tree.insert(key.clone(), value);
    (given_back.as_ref() == before.as_deref()) & (tree.get(&key) == Some(&new))
}

/// Insertion changes nothing about any other key.
#[glassbox::check(height = 3)]
fn insert_keeps_others(tree: &mut Tree<Key, Val>, key: Key, value: Val, other: Key) -> bool {
    let before = tree.get(&other).map(same);
    let is_other = key != other;
    tree.insert(key, value);
    !is_other || tree.get(&other) == before.as_deref()
}

/// What was removed is gone, and it is what was there.
#[glassbox::check(height = 3)]
fn remove_then_get(tree: &mut Tree<Key, Val>, key: Key) -> bool {
    let before = tree.get(&key).map(same);
    let removed = tree.remove(&key);
    (removed.as_ref() == before.as_deref()) & tree.get(&key).is_none()
}

/// Removal changes nothing about any other key.
#[glassbox::check(height = 3)]
fn remove_keeps_others(tree: &mut Tree<Key, Val>, key: Key, other: Key) -> bool {
    let before = tree.get(&other).map(same);
    tree.remove(&key);
    key == other || tree.get(&other) == before.as_deref()
}

/// The walk along the parent pointers meets every pair once, in the order of the keys.
#[glassbox::check(height = 2)]
fn iterate(tree: &Tree<Key, Val>) -> bool {
    fn visit(node: *const Node<Key, Val>, pairs: &mut Vec<(*const Key, *const Val)>) {
        // SAFETY: a node of the tree, or null.
        if let Some(node) = unsafe { node.as_ref() } {
            visit(node.left, pairs);
            pairs.push((&raw const node.key, &raw const node.value));
            visit(node.right, pairs);
        }
    }
    let mut pairs = Vec::new();
    visit(tree.root, &mut pairs);
    tree.is_empty() == pairs.is_empty()
        && tree.iter().map(|(key, value)| (ptr::from_ref(key), ptr::from_ref(value))).eq(pairs)
}

#[cfg(test)]
mod tests;
