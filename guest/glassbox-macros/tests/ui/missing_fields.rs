//! Attributes that name fields which do not exist.

use std::mem::MaybeUninit;

#[derive(glassbox::Structure)]
#[glassbox(sorted(left, kei, right))]
struct Node {
    left: Option<Box<Node>>,
    key: bool,
    right: Option<Box<Node>>,
}

#[derive(glassbox::Structure)]
struct Slots {
    used: u8,
    #[glassbox(len = n)]
    slots: [MaybeUninit<bool>; 3],
}

#[derive(glassbox::Structure)]
#[glassbox(sorted(1, 1))]
struct Pair(bool, bool);

fn main() {}
