//! A number is read at an address that is not aligned for it.

use std::hint::black_box;

pub fn run() {
    let bytes: Vec<u64> = black_box(vec![0, 1]);
    let number: *const u32 = black_box(bytes.as_ptr()).wrapping_byte_add(2).cast();
    let value = unsafe { *number }; //~ ERROR panic
    black_box(value);
}
