//! A vector is made of an array on the stack.

use std::hint::black_box;

pub fn run() {
    let mut array = black_box([1_u8, 2, 3, 4]);
    let items = unsafe { Vec::from_raw_parts(black_box(array.as_mut_ptr()), 4, 4) };
    drop(items); //~ ERROR invalid-free
}
