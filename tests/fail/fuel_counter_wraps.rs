//! A loop to the largest value of its counter's type never ends.

use std::hint::black_box;

#[rustfmt::skip] // The mark has to stay in the line of the loop's head.
pub fn run() {
    let (mut byte, last) = (0_u8, black_box(255));
    let mut sum = 0_u32;
    while byte <= last { //~ ERROR fuel
        sum = black_box(sum.wrapping_add(u32::from(byte))); //~ ERROR fuel
        byte = black_box(byte.wrapping_add(1)); //~ ERROR fuel
    }
    black_box(sum);
}
