//! A search tree, and operations on it of which most are wrong.

use std::cmp::Ordering;
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

use glassbox::{Key, Structure};

#[derive(Structure)]
#[glassbox(no_invariant)]
pub struct Tree {
    root: Option<Box<Node>>,
}

#[derive(Structure)]
#[glassbox(no_invariant)]
#[glassbox(sorted(left, key, right))]
struct Node {
    left: Option<Box<Node>>,
    key: Key,
    right: Option<Box<Node>>,
}

fn insert_at(link: &mut Option<Box<Node>>, key: Key, larger_go_left: bool) {
    match link {
        None => *link = Some(Box::new(Node { left: None, key, right: None })),
        Some(node) => match key.cmp(&node.key) {
            Ordering::Equal => {}
            Ordering::Greater if !larger_go_left => insert_at(&mut node.right, key, larger_go_left),
            _ => insert_at(&mut node.left, key, larger_go_left),
        },
    }
}

fn depth(link: &Option<Box<Node>>) -> u32 {
    link.as_ref().map_or(0, |node| 1 + depth(&node.left).max(depth(&node.right)))
}

#[glassbox::check(height = 3, adds(key))]
pub fn insert(tree: &mut Tree, key: Key) {
    insert_at(&mut tree.root, key, false);
}

#[glassbox::check(height = 3)]
pub fn insert_on_the_left(tree: &mut Tree, key: Key) {
    insert_at(&mut tree.root, key, true);
}

#[glassbox::check(height = 3)]
pub fn is_never_high(tree: &Tree) -> bool {
    depth(&tree.root) < 3
}

#[glassbox::check(height = 3)]
pub fn panics_if_high(tree: &Tree) {
    assert!(depth(&tree.root) < 3, "too high");
}

#[glassbox::check(height = 3)]
pub fn forgets_the_right(tree: &mut Tree) {
    if let Some(root) = &mut tree.root {
        std::mem::forget(root.right.take());
    }
}

#[glassbox::check(height = 3)]
pub fn frees_too_much(tree: &mut Tree) {
    if let Some(root) = &mut tree.root
        && let Some(left) = &mut root.left
    {
        // SAFETY: there is none, that is the bug.
        drop(unsafe { Box::from_raw(&raw mut **left) });
    }
}

static CALLS: AtomicU32 = AtomicU32::new(0);

#[glassbox::check(height = 2)]
pub fn every_third_call_is_different(tree: &Tree) -> bool {
    CALLS.fetch_add(1, Relaxed) % 3 < 2 || depth(&tree.root) < 9
}
