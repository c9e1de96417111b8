//! A pointer is taken from memory that nobody has written; std's check for null decides.

use std::hint::black_box;

pub fn run() {
    let mut pointers: Vec<*const u8> = Vec::with_capacity(4);
    let spare = black_box(pointers.as_mut_ptr());
    let pointer = unsafe { spare.read_volatile() };
    let byte = unsafe { pointer.read_unaligned() }; //~ ERROR undefined-branch
    black_box((byte, pointers));
}
