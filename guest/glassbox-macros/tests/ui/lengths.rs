//! Lengths of what has none, and fields that cannot be one.

use std::mem::MaybeUninit;

#[derive(glassbox::Structure)]
struct A {
    n: u8,
    #[glassbox(len = n)]
    items: Vec<u8>,
}

#[derive(glassbox::Structure)]
struct B {
    #[glassbox(skip = 3)]
    n: u8,
    #[glassbox(len = n)]
    items: [MaybeUninit<bool>; 3],
}

#[derive(glassbox::Structure)]
struct C {
    n: bool,
    #[glassbox(len = n)]
    items: [MaybeUninit<bool>; 3],
}

#[derive(glassbox::Structure)]
#[glassbox(sorted(interleave(children, keys)))]
struct D {
    children: Vec<Box<D>>,
    keys: Vec<u8>,
}

fn main() {}
