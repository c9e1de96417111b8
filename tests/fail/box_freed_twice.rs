//! The same pointer becomes a box twice.

use std::hint::black_box;

pub fn run() {
    let raw = black_box(Box::into_raw(Box::new(5_u32)));
    let one = unsafe { Box::from_raw(raw) };
    let two = unsafe { Box::from_raw(raw) };
    drop(black_box(one));
    drop(black_box(two)); //~ ERROR double-free
}
