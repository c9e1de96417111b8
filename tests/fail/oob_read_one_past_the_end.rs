//! A loop over a buffer runs to `len` inclusive and reads one item too many.

use std::hint::black_box;

pub fn run() {
    let items: Vec<u32> = black_box(vec![3, 1, 4, 1, 5]);
    let start = black_box(items.as_ptr());
    let mut sum = 0;
    for i in 0..=items.len() {
        sum += unsafe { *start.add(i) }; //~ ERROR out-of-bounds-read
    }
    black_box(sum);
}
