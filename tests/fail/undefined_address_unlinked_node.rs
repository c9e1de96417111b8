//! A node's `next` was not set before the list is walked.

use std::hint::black_box;
use std::mem::MaybeUninit;
use std::ptr::NonNull;

struct Node {
    value: u32,
    next: NonNull<Node>,
}

pub fn run() {
    let mut node: Box<MaybeUninit<Node>> = black_box(Box::new_uninit());
    unsafe { (&raw mut (*node.as_mut_ptr()).value).write_volatile(1) };
    let node = unsafe { black_box(&*node).assume_init_ref() };
    let next = black_box(node.next);
    let second = unsafe { next.as_ref() }.value; //~ ERROR undefined-address
    black_box(node.value + second);
}
