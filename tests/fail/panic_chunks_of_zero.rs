//! Chunks of size zero.

use std::hint::black_box;

pub fn run() {
    let items = black_box(vec![1_u32; 6]);
    let n_chunks = items.chunks(black_box(0)).count(); //~ ERROR panic
    black_box(n_chunks);
}
