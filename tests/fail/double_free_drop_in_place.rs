//! drop_in_place runs on a value that is dropped at the end of its scope anyway.

use std::hint::black_box;

struct Buffer {
    bytes: Vec<u8>,
}

pub fn run() {
    let mut buffer = black_box(Buffer { bytes: vec![1, 2, 3] });
    unsafe { std::ptr::drop_in_place(black_box(&raw mut buffer)) };
    black_box(buffer.bytes.capacity());
    drop(black_box(buffer)); //~ ERROR double-free
}
