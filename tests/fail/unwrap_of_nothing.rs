//! `unwrap` on `None`.

use std::hint::black_box;

pub fn run() {
    let empty: Vec<u32> = black_box(Vec::new());
    let first = empty.first().copied().unwrap(); //~ ERROR panic
    black_box(first);
}
