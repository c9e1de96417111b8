//! A pointer may point anywhere.

use std::ptr::NonNull;

#[derive(glassbox::Structure)]
struct List {
    head: *mut Node,
    tail: Option<NonNull<Node>>,
    both: [*const Node; 2],
}

#[derive(glassbox::Structure)]
#[glassbox(no_invariant)]
struct Node;

fn main() {}
