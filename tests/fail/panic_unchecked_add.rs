//! unchecked_add overflows.

use std::hint::black_box;

pub fn run() {
    let sum = unsafe { black_box(250_u8).unchecked_add(black_box(10)) }; //~ ERROR panic
    black_box(sum);
}
