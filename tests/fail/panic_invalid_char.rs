//! A surrogate is turned into a char without a check.

use std::hint::black_box;

pub fn run() {
    let c = unsafe { char::from_u32_unchecked(black_box(0xd800)) }; //~ ERROR panic
    black_box(c);
}
