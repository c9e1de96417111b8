//! A slice is made with the capacity in mind, but of a buffer that was shrunk to its length.

use std::hint::black_box;

pub fn run() {
    let mut items: Vec<u64> = Vec::with_capacity(8);
    items.extend([1, 2, 3]);
    let capacity = black_box(items.capacity());
    items.shrink_to_fit();
    let slice = unsafe { std::slice::from_raw_parts(black_box(items.as_ptr()), capacity) };
    let largest = slice.iter().fold(0, |largest, item| black_box(*item).max(largest)); //~ ERROR out-of-bounds-read
    black_box(largest);
}
