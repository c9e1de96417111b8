//! A box is made of the address of a local variable.

use std::hint::black_box;

pub fn run() {
    let mut local = black_box(5_u32);
    let boxed = unsafe { Box::from_raw(black_box(&raw mut local)) };
    drop(boxed); //~ ERROR invalid-free
}
