//! A list is walked whose last node points back into it.

use std::hint::black_box;
use std::ptr;

struct Node {
    value: u32,
    next: *const Node,
}

#[rustfmt::skip] // The mark has to stay in the line of the loop's head.
pub fn run() {
    let third = Box::into_raw(Box::new(Node { value: 3, next: ptr::null() }));
    let second = Box::into_raw(Box::new(Node { value: 2, next: third }));
    unsafe { (*third).next = second };
    let first = Node { value: 1, next: second };
    let mut at = black_box(&raw const first);
    let mut sum = 0_u32;
    while !at.is_null() { //~ ERROR fuel
        let node = unsafe { &*at }; //~ ERROR fuel
        sum = black_box(sum.wrapping_add(node.value)); //~ ERROR fuel
        at = black_box(node.next); //~ ERROR fuel
    }
    black_box(sum);
}
