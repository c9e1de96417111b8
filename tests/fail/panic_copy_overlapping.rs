//! copy_nonoverlapping with ranges that overlap.

use std::hint::black_box;

pub fn run() {
    let mut items: Vec<u32> = black_box((0..8).collect());
    let start = black_box(items.as_mut_ptr());
    unsafe { std::ptr::copy_nonoverlapping(start, start.add(2), black_box(4)) }; //~ ERROR panic
    black_box(items);
}
