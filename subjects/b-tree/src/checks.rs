//! What holds for B-trees, and the checks.
//!
//! The order of the keys follows from the description of the nodes. There are 3, 15, 1887 trees within heights 1, 2, 3:
//! every node has one or two keys, and two or three children unless it is a leaf.

#![expect(
    clippy::needless_pass_by_value,
    reason = "the arguments of a check are values that it may do with as it likes"
)]
#![expect(clippy::needless_bitwise_bool, reason = "`&&` is a branch, and every branch splits the states once more")]

use glassbox::{Broken, Children, Invariant, Key, ensure};

use crate::{FEWEST, Node, ORDER, Tree};

impl Invariant for Node<Key> {
    /// The height of the subtree.
    type Summary = u8;

    fn check(&self, children: &Children) -> Result<u8, Broken> {
        ensure((FEWEST <= self.len) & (self.len < ORDER), "a node has too few or too many keys")?;
        let heights = children.summary(&self.children).map(|height| height.unwrap_or(0));
        // All children that the keys need have the height of the first, which is 0 in a leaf; there are no others.
        let mut even = true;
        for (at, height) in heights.iter().enumerate() {
            even &= *height == if at <= self.len { heights[0] } else { 0 };
        }
        ensure(even, "the leaves are not equally deep, or there is a child too many or too few")?;
        Ok(heights[0] + 1)
    }
}

impl Invariant for Tree<Key> {
    type Summary = ();

    fn check(&self, _: &Children) -> Result<(), Broken> {
        Ok(())
    }
}

/// Looking up changes nothing.
#[glassbox::check(height = 3, finds(key))]
fn contains(tree: &Tree<Key>, key: Key) -> bool {
    tree.contains(&key)
}

/// Insertion splits nodes that are full.
#[glassbox::check(height = 3, adds(key))]
fn insert(tree: &mut Tree<Key>, key: Key) -> bool {
    tree.insert(key)
}

/// Removal fills up or merges nodes that are empty.
#[glassbox::check(height = 3, removes(key))]
fn remove(tree: &mut Tree<Key>, key: Key) -> bool {
    tree.remove(&key)
}

/// What was inserted is there, and it is told whether it was before.
#[glassbox::check(height = 2)]
fn insert_then_contains(tree: &mut Tree<Key>, key: Key) -> bool {
    let was_there = tree.contains(&key);
    (tree.insert(key.clone()) != was_there) & tree.contains(&key)
}

/// What was removed is gone, and it is found exactly if it was there.
#[glassbox::check(height = 2)]
fn remove_then_contains(tree: &mut Tree<Key>, key: Key) -> bool {
    let was_there = tree.contains(&key);
    (tree.remove(&key) == was_there) & !tree.contains(&key)
}

/// Insertion changes nothing about any other key.
#[glassbox::check(height = 2)]
fn insert_keeps_others(tree: &mut Tree<Key>, key: Key, other: Key) -> bool {
    let was_there = tree.contains(&other) | (key == other);
    tree.insert(key);
    tree.contains(&other) == was_there
}

/// Removal changes nothing about any other key.
#[glassbox::check(height = 2)]
fn remove_keeps_others(tree: &mut Tree<Key>, key: Key, other: Key) -> bool {
    let stays = tree.contains(&other) & (key != other);
    tree.remove(&key);
    tree.contains(&other) == stays
}

/// The list has every key once, in order.
#[glassbox::check(height = 2)]
fn keys(tree: &Tree<Key>) -> bool {
    fn visit(node: Option<&Node<Key>>, keys: &mut Vec<*const Key>) {
        let Some(node) = node else { return };
        for (key, child) in node.keys[..node.len].iter().zip(&node.children) {
            visit(child.as_deref(), keys);
            keys.push(key.as_ptr());
        }
        visit(node.children[node.len].as_deref(), keys);
    }
    let mut keys = Vec::new();
    visit(tree.root.as_deref(), &mut keys);
    tree.keys().into_iter().map(std::ptr::from_ref).eq(keys)
}

#[cfg(test)]
mod tests;
