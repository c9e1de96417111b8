//! A result is stored through a null pointer.

use std::hint::black_box;

fn compute(n: u32, result: *mut u32) {
    unsafe { result.write_volatile(n * 2) }; //~ ERROR null
}

pub fn run() {
    compute(black_box(21), black_box(std::ptr::null_mut()));
}
