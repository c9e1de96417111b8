//! A tree of which nothing is known but that it is one, and an operation that may make it something else.
//!
//! Without parents, colours or an invariant there is only the tree property to notice that a link is wrong.

use std::ptr;

use glassbox::Structure;

/// The holder of the root.
#[derive(Structure)]
#[glassbox(no_invariant)]
pub(crate) struct Bare {
    #[glassbox(tree)]
    root: *mut Fork,
}

/// A node.
#[derive(Structure)]
#[glassbox(no_invariant)]
pub(crate) struct Fork {
    #[glassbox(tree)]
    left: *mut Fork,
    #[glassbox(tree)]
    right: *mut Fork,
}

/// Number 1 is the root's link, 2n and 2n + 1 are those of the node that link n leads to.
fn link(tree: &mut Bare, number: u8) -> *mut *mut Fork {
    if number == 1 {
        return &raw mut tree.root;
    }
    let above = link(tree, number / 2);
    // SAFETY: links of the tree lead to nodes.
    unsafe {
        if above.is_null() || (*above).is_null() {
            return ptr::null_mut();
        }
        if number.is_multiple_of(2) { &raw mut (**above).left } else { &raw mut (**above).right }
    }
}

/// Makes link `at` lead where link `to` leads; 0 is nowhere.
#[glassbox::check(height = 4)]
fn relink(tree: &mut Bare, #[glassbox(values = 1..16)] at: u8, #[glassbox(values = 0..16)] to: u8) {
    let source = if to == 0 { ptr::null_mut() } else { link(tree, to) };
    // SAFETY: the link is there.
    let target = if source.is_null() { ptr::null_mut() } else { unsafe { *source } };
    let at = link(tree, at);
    if !at.is_null() {
        // SAFETY: the link is there.
        unsafe { *at = target };
    }
}

/// The same twice: cycles that hang from nothing need it.
#[glassbox::check(height = 3)]
fn relink_twice(
    tree: &mut Bare,
    #[glassbox(values = 1..8)] at: u8,
    #[glassbox(values = 0..8)] to: u8,
    #[glassbox(values = 1..8)] then_at: u8,
    #[glassbox(values = 0..8)] then_to: u8,
) {
    relink(tree, at, to);
    relink(tree, then_at, then_to);
}

/// Frees the node that a link leads to, and keeps the link.
#[glassbox::check(height = 3)]
fn release(tree: &mut Bare, #[glassbox(values = 1..8)] at: u8) {
    let at = link(tree, at);
    // SAFETY: the link is there, and nodes are made as boxes.
    unsafe {
        if !at.is_null() && !(*at).is_null() {
            drop(Box::from_raw(*at));
        }
    }
}
