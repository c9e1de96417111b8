//! An index past the end of a slice.

use std::hint::black_box;

pub fn run() {
    let items = black_box(vec![1, 2, 3]);
    let item = items[black_box(3)]; //~ ERROR panic
    black_box(item);
}
