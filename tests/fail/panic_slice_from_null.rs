//! An empty C buffer is a null pointer, which a slice must not be.

use std::hint::black_box;

pub fn run() {
    let start: *const u8 = black_box(std::ptr::null());
    let bytes = unsafe { std::slice::from_raw_parts(start, black_box(0)) }; //~ ERROR panic
    black_box(bytes);
}
