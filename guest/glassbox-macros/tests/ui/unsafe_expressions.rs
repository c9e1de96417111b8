//! Generated code is unsafe; what the user writes between it is not.

use std::mem::MaybeUninit;

unsafe fn one() -> u8 {
    1
}

#[derive(glassbox::Structure)]
#[glassbox(domain(u8 = [one()]))]
struct A {
    #[glassbox(values = [one()])]
    values: u8,
    #[glassbox(skip = one())]
    skip: u8,
    #[glassbox(domain(u8 = [one()]))]
    domain: u8,
    #[glassbox(values = [one()])]
    length: u8,
    #[glassbox(len = length)]
    slots: [MaybeUninit<bool>; 3],
}

#[derive(glassbox::Structure)]
enum B {
    V(#[glassbox(skip = one())] u8),
}

#[derive(glassbox::Structure)]
#[glassbox(no_invariant)]
struct Node {
    #[glassbox(nil = unsafe_node)]
    nil: *mut Node,
    #[glassbox(holes)]
    slots: Vec<Option<Node>>,
    #[glassbox(skip = one())]
    skip: u8,
}

unsafe fn unsafe_node(nil: *mut Node) -> Node {
    Node { nil, slots: Vec::new(), skip: 0 }
}

#[glassbox::check]
fn check(#[glassbox(values = [one()])] _number: u8) {}

fn main() {}
