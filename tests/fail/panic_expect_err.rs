//! expect of an Err.

use std::hint::black_box;

pub fn run() {
    let number: u8 = black_box("300").parse().expect("a small number"); //~ ERROR panic
    black_box(number);
}
