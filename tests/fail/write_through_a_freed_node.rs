//! A node is unlinked and freed, and then written to.

use std::hint::black_box;

struct Node {
    item: u32,
    next: *mut Node,
}

pub fn run() {
    let second = Box::into_raw(Box::new(Node { item: 2, next: std::ptr::null_mut() }));
    let first = Box::into_raw(Box::new(Node { item: 1, next: second }));
    let unlinked = black_box(unsafe { (*first).next });
    drop(unsafe { Box::from_raw(unlinked) });
    unsafe { (&raw mut (*unlinked).item).write_volatile(3) }; //~ ERROR use-after-free-write
    black_box(unsafe { (*first).item });
    drop(unsafe { Box::from_raw(first) });
}
