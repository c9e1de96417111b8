//! A pointer to an item is kept while a push moves the buffer.

use std::hint::black_box;

pub fn run() {
    let mut items: Vec<u64> = Vec::with_capacity(4);
    items.extend([1, 2, 3, 4]);
    let first: *const u64 = black_box(&raw const items[0]);
    items.push(5);
    black_box(&items);
    let value = unsafe { first.read_volatile() }; //~ ERROR use-after-free-read
    black_box(value);
}
