//! The average of nothing.

use std::hint::black_box;

pub fn run() {
    let items: Vec<u32> = black_box(Vec::new());
    let average = items.iter().sum::<u32>() / items.len() as u32; //~ ERROR panic
    black_box(average);
}
