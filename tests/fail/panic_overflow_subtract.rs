//! The length of an empty list minus one.

use std::hint::black_box;

pub fn run() {
    let items: Vec<u32> = black_box(Vec::new());
    let last = items.len() - 1; //~ ERROR panic
    black_box(last);
}
