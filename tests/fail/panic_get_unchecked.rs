//! get_unchecked with an index out of range; std's own check stops it.

use std::hint::black_box;

pub fn run() {
    let items: Vec<u32> = black_box(vec![1, 2, 3]);
    let item = unsafe { *items.get_unchecked(black_box(3)) }; //~ ERROR panic
    black_box(item);
}
