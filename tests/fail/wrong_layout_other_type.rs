//! A box of a large number is freed as a box of a small one.

use std::hint::black_box;

pub fn run() {
    let large = black_box(Box::into_raw(Box::new(1_u64)));
    let small = unsafe { Box::from_raw(large.cast::<u32>()) };
    drop(small); //~ ERROR wrong-layout
}
