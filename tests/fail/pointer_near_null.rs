//! A field of a null pointer.

use std::hint::black_box;

pub fn run() {
    let null = black_box(std::ptr::null::<u8>());
    let field = black_box(null.wrapping_add(24));
    let byte = unsafe { field.read_volatile() }; //~ ERROR null
    black_box(byte);
}
