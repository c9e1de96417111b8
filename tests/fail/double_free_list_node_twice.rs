//! A list's `remove` frees the node but leaves it linked; the drop of the list frees it again.

use std::hint::black_box;
use std::ptr;

struct Node {
    value: u32,
    next: *mut Node,
}

pub fn run() {
    let second = black_box(Box::into_raw(Box::new(Node { value: 2, next: ptr::null_mut() })));
    let first = black_box(Box::into_raw(Box::new(Node { value: 1, next: second })));
    // The removal of the last node: `first.next` should become null here.
    drop(unsafe { Box::from_raw(second) });
    let first = unsafe { Box::from_raw(black_box(first)) };
    let next = black_box(first.next);
    black_box(first.value);
    drop(first);
    drop(unsafe { Box::from_raw(next) }); //~ ERROR double-free
}
