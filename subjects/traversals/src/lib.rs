//! Operations that look at a whole tree: right ones, and wrong ones that fail for few trees only.
//!
//! A run of such an operation is in the same configuration after two subtrees that look quite different, so what was found out about the rest holds
//! for both. The wrong ones here are wrong for one combination of two parts, of which each alone does no harm: whoever takes two configurations for one that
//! differ in anything misses them.

#![allow(clippy::needless_pass_by_value, reason = "a check may do with its arguments as it likes")]

pub mod right;
pub mod wrong;

use glassbox::Structure;

/// A binary tree.
#[derive(Structure)]
#[glassbox(no_invariant)]
pub struct Tree {
    /// The node at the top.
    pub root: Link,
}

/// A node, or none.
pub type Link = Option<Box<Node>>;

/// A node.
#[derive(Structure)]
#[glassbox(no_invariant)]
pub struct Node {
    /// The node below on the left.
    pub left: Link,
    /// The one on the right.
    pub right: Link,
    /// A number.
    #[glassbox(domain(u8 = 0..2))]
    pub value: u8,
}

/// Number of nodes.
pub fn count(link: &Link) -> u32 {
    link.as_ref().map_or(0, |node| 1 + count(&node.left) + count(&node.right))
}

/// Sum of all values.
pub fn sum(link: &Link) -> u32 {
    link.as_ref().map_or(0, |node| u32::from(node.value) + sum(&node.left) + sum(&node.right))
}

/// Number of nodes on the longest path.
pub fn height(link: &Link) -> u32 {
    link.as_ref().map_or(0, |node| 1 + height(&node.left).max(height(&node.right)))
}

/// Calls `visit` for all nodes, in order.
pub fn each<'a>(link: &'a Link, visit: &mut dyn FnMut(&'a Node)) {
    if let Some(node) = link {
        each(&node.left, visit);
        visit(node);
        each(&node.right, visit);
    }
}
