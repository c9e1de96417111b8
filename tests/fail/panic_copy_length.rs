//! copy_from_slice between slices of different lengths.

use std::hint::black_box;

pub fn run() {
    let source = black_box(vec![1_u8; 5]);
    let mut target = black_box(vec![0_u8; 4]);
    target.copy_from_slice(&source); //~ ERROR panic
    black_box(target);
}
