//! A buffer is sorted before it is full.

use std::hint::black_box;

pub fn run() {
    let mut items: Vec<u32> = Vec::with_capacity(black_box(6));
    unsafe {
        std::ptr::copy_nonoverlapping([3, 1, 2].as_ptr(), black_box(items.as_mut_ptr()), 3);
        items.set_len(6);
    }
    let mut items = black_box(items);
    items.sort(); //~ ERROR undefined-branch
    black_box(items);
}
