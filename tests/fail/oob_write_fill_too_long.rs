//! A buffer is cleared with the number of bytes it would have as wide characters.

use std::hint::black_box;

pub fn run() {
    let mut buffer: Vec<u8> = black_box(vec![1; 20]);
    let len = black_box(buffer.len() + 4);
    unsafe { std::ptr::write_bytes(black_box(buffer.as_mut_ptr()), 0, len) }; //~ ERROR out-of-bounds-write
    black_box(buffer);
}
