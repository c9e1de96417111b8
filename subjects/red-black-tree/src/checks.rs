//! What holds for red-black trees, and the checks.
//!
//! The order of the keys and the parent pointers follow from the description of the nodes, so they are not repeated
//! here. With a black root or none there are 2, 6, 31, 1082, 1509360 trees within heights 1 to 5.

#![expect(
    clippy::needless_pass_by_value,
    reason = "the arguments of a check are values that it may do with as it likes"
)]

use glassbox::{Broken, Invariant, Key, Kids, Val, ensure};

use crate::{Color, Node, Tree, color_of};

impl Invariant for Node<Key, Val> {
    /// The number of black nodes on every path down from here.
    type Summary = u8;

    fn check(&self, kids: &Kids) -> Result<u8, Broken> {
        let black_height = |child| kids.behind(child).unwrap_or(0);
        let (left, right) = (black_height(self.left), black_height(self.right));
        ensure(left == right, "one side has more black nodes on its paths than the other")?;
        // SAFETY: null, or a child, which a check may read.
        let red_below = unsafe { (color_of(self.left) == Color::Red) | (color_of(self.right) == Color::Red) };
        let red = self.color == Color::Red;
        ensure(!(red & red_below), "a red node has a red child")?;
        Ok(left + u8::from(!red))
    }
}

impl Invariant for Tree<Key, Val> {
    type Summary = ();

    fn check(&self, _: &Kids) -> Result<(), Broken> {
        // SAFETY: null, or a child, which a check may read.
        ensure(unsafe { color_of(self.root) } == Color::Black, "the root is red")
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

/// The walk along the parent pointers meets every key once, in order.
#[glassbox::check(height = 2)]
fn iterate(tree: &Tree<Key, Val>) -> bool {
    tree.iter().is_sorted_by(|(before, _), (after, _)| before < after)
}

#[cfg(test)]
mod tests;
