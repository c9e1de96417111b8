//! Checks that take long, to see what one sees meanwhile.

use std::hint::black_box;

use glassbox::{Broken, Children, Invariant, Structure};

#[derive(Structure)]
#[glassbox(no_invariant)]
pub struct Tree {
    root: Option<Box<Node>>,
}

#[derive(Structure)]
#[glassbox(no_invariant)]
struct Node {
    left: Option<Box<Node>>,
    right: Option<Box<Node>>,
}

fn depth(link: &Option<Box<Node>>) -> u32 {
    link.as_ref().map_or(0, |node| 1 + depth(&node.left).max(depth(&node.right)))
}

#[glassbox::check(height = 2)]
pub fn holds(tree: &Tree) -> bool {
    depth(&tree.root) <= 2
}

#[glassbox::check(height = 2)]
pub fn fails(tree: &Tree) -> bool {
    depth(&tree.root) < 2
}

/// State by state there are hundreds of pairs up to height 3, half a million at height 4, and no end to those after it.
#[glassbox::check(height = 5)]
pub fn takes_long(left: &Tree, right: &Tree) -> bool {
    depth(&left.root) + depth(&right.root) < 11
}

#[glassbox::check(height = 1)]
pub fn comes_last(tree: &Tree) -> bool {
    depth(&tree.root) < 2
}

/// Its valid states are never found: each combination of dials is a path of its own, and each takes a while.
#[derive(Structure)]
#[glassbox(domain(u8 = 0..12))]
pub struct Lock {
    dials: [u8; 8],
}

impl Invariant for Lock {
    type Summary = ();

    fn check(&self, _: &Children) -> Result<(), Broken> {
        for n in 0..400_000 {
            black_box(n);
        }
        let turned = |dial: &u8| (0..12).any(|n| black_box(n) == *dial);
        if self.dials.iter().all(turned) { Ok(()) } else { Err(Broken::new("a dial is stuck")) }
    }
}

#[glassbox::check]
pub fn opens(lock: &Lock) -> bool {
    lock.dials.len() == 8
}
