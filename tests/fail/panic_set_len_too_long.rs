//! set_len beyond the capacity.

use std::hint::black_box;

pub fn run() {
    let mut items: Vec<u8> = black_box(Vec::with_capacity(4));
    let capacity = items.capacity();
    unsafe { items.set_len(black_box(capacity + 1)) }; //~ ERROR panic
    black_box(items);
}
