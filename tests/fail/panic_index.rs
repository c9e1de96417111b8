//! An index one past the end of a vector.

use std::hint::black_box;

pub fn run() {
    let items: Vec<u32> = black_box(vec![1, 2, 3]);
    let last = items[items.len()]; //~ ERROR panic
    black_box(last);
}
