//! The same pointer is turned into a box twice.

use std::hint::black_box;

pub fn run() {
    let pointer = black_box(Box::into_raw(Box::new(7_u32)));
    let first = unsafe { Box::from_raw(pointer) };
    let second = unsafe { Box::from_raw(black_box(pointer)) };
    drop(black_box(first));
    drop(black_box(second)); //~ ERROR double-free
}
