//! A vector is forgotten.

use std::hint::black_box;

pub fn run() {
    let items: Vec<u32> = (0..10).collect(); //~ ERROR leak
    std::mem::forget(black_box(items));
}
