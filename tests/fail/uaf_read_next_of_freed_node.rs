//! The drop of a list frees a node before it reads where the next one is.

use std::hint::black_box;
use std::ptr;

struct Node {
    value: u32,
    next: *mut Node,
}

struct List {
    first: *mut Node,
}

impl Drop for List {
    fn drop(&mut self) {
        let mut at = self.first;
        while !at.is_null() {
            drop(unsafe { Box::from_raw(at) });
            let next = black_box(unsafe { &raw const (*at).next });
            at = unsafe { next.read_volatile() }; //~ ERROR use-after-free-read
        }
    }
}

pub fn run() {
    let mut list = List { first: ptr::null_mut() };
    for value in 0..3 {
        list.first = Box::into_raw(Box::new(Node { value, next: list.first }));
    }
    black_box(unsafe { (*black_box(list.first)).value });
    // With optimisation rustc gives the load no line of its own, so that the call is the innermost one known.
    drop(list); //~ ERROR use-after-free-read
}
