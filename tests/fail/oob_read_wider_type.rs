//! A block of two bytes is read as a number of eight.

use std::hint::black_box;

pub fn run() {
    let small = black_box(Box::new(0x1234_u16));
    let wide: *const u64 = black_box(&raw const *small).cast();
    let value = unsafe { wide.read_unaligned() }; //~ ERROR out-of-bounds-read
    black_box(value);
}
