//! unwrap of a None.

use std::hint::black_box;

pub fn run() {
    let items: Vec<u32> = black_box(Vec::new());
    let largest = items.iter().max().unwrap(); //~ ERROR panic
    black_box(largest);
}
