//! `get_unchecked` past the end: std's own check finds it first.

use std::hint::black_box;

pub fn run() {
    let items = black_box(vec![1, 2, 3]);
    let item = unsafe { *items.get_unchecked(black_box(3)) }; //~ ERROR panic
    black_box(item);
}
