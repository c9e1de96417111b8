//! A list unlinks a node without freeing it.

use std::hint::black_box;
use std::ptr;

struct Node {
    value: u32,
    next: *mut Node,
}

fn node(value: u32, next: *mut Node) -> *mut Node {
    Box::into_raw(Box::new(Node { value, next })) //~ ERROR leak
}

fn remove(first: *mut Node, value: u32) {
    let mut at = first;
    unsafe {
        while !(*at).next.is_null() {
            if (*(*at).next).value == value {
                // The node is unlinked here, and nobody knows its address any more.
                (*at).next = (*(*at).next).next;
            } else {
                at = (*at).next;
            }
        }
    }
}

pub fn run() {
    let mut first = black_box(node(1, node(2, node(3, ptr::null_mut()))));
    remove(first, black_box(2));
    while !first.is_null() {
        let boxed = unsafe { Box::from_raw(first) };
        first = black_box(boxed.next);
    }
}
