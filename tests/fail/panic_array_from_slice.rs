//! A slice of the wrong length is converted into an array.

use std::hint::black_box;

pub fn run() {
    let bytes = black_box(vec![1_u8, 2, 3]);
    let number = u32::from_le_bytes(bytes.as_slice().try_into().unwrap()); //~ ERROR panic
    black_box(number);
}
