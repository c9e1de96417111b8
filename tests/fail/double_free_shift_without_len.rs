//! `remove` of an own vector moves the items up but forgets to shorten the vector: the last one is there twice.

use std::hint::black_box;

pub fn run() {
    let mut items: Vec<String> = black_box(vec!["a".repeat(9), "b".repeat(9), "c".repeat(9)]);
    let start = black_box(items.as_mut_ptr());
    unsafe {
        drop(start.read());
        std::ptr::copy(start.add(1), start, 2);
    }
    drop(black_box(items)); //~ ERROR double-free
}
