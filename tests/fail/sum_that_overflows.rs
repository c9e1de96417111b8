//! An addition that overflows.

use std::hint::black_box;

pub fn run() {
    let sum = black_box(200_u8) + black_box(100_u8); //~ ERROR panic
    black_box(sum);
}
