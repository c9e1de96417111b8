//! A box is forgotten.

use std::hint::black_box;

pub fn run() {
    let lost = Box::new([1_u64; 4]); //~ ERROR leak
    std::mem::forget(black_box(lost));
}
