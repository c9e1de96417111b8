//! A box is freed and its value read afterwards.

use std::hint::black_box;

pub fn run() {
    let value = black_box(Box::into_raw(Box::new(42_u32)));
    drop(unsafe { Box::from_raw(value) });
    let read = unsafe { *black_box(value) }; //~ ERROR use-after-free-read
    black_box(read);
}
