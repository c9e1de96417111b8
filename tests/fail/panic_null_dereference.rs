//! A null pointer is dereferenced, with the check that rustc adds.

use std::hint::black_box;

pub fn run() {
    let pointer: *const u32 = black_box(std::ptr::null());
    let value = unsafe { *pointer }; //~ ERROR panic
    black_box(value);
}
