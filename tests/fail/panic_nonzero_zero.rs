//! A zero is promised not to be one.

use std::hint::black_box;
use std::num::NonZero;

pub fn run() {
    let n = unsafe { NonZero::new_unchecked(black_box(0_u32)) }; //~ ERROR panic
    black_box(n);
}
