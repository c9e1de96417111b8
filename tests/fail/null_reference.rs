//! Zeroed memory is taken for a struct with a pointer that must not be null.

use std::alloc::{Layout, alloc_zeroed, dealloc};
use std::hint::black_box;
use std::ptr::NonNull;

struct Node {
    value: u32,
    next: NonNull<Node>,
}

pub fn run() {
    let layout = Layout::new::<Node>();
    let node: *mut Node = black_box(unsafe { alloc_zeroed(layout) }.cast());
    let next = unsafe { &raw const (*node).next }.cast::<&Node>();
    let value = unsafe { next.read_volatile() }.value; //~ ERROR null
    black_box((value, unsafe { (*node).next }));
    unsafe { dealloc(node.cast(), layout) };
}
