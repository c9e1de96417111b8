//! The smallest number has no absolute value.

use std::hint::black_box;

pub fn run() {
    let distance = black_box(i32::MIN).abs(); //~ ERROR panic
    black_box(distance);
}
