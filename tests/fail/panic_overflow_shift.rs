//! A shift by the width of the type.

use std::hint::black_box;

pub fn run() {
    let mask = 1_u32 << black_box(32); //~ ERROR panic
    black_box(mask);
}
