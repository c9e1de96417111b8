//! A pointer that is stepped back once too often.

use std::hint::black_box;

pub fn run() {
    let bytes = vec![7_u8; 10];
    let mut at = black_box(unsafe { bytes.as_ptr().add(9) });
    for _ in 0..10 {
        at = black_box(at.wrapping_sub(1));
    }
    let byte = unsafe { at.read_volatile() }; //~ ERROR out-of-bounds-read
    black_box((byte, bytes));
}
