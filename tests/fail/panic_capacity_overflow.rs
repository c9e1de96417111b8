//! A capacity in bytes that does not fit.

use std::hint::black_box;

pub fn run() {
    let items: Vec<u64> = Vec::with_capacity(black_box(usize::MAX / 4)); //~ ERROR panic
    black_box(items);
}
