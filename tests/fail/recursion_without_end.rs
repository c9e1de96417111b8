//! A recursion that never ends, with a buffer in each frame.

use std::hint::black_box;

#[inline(never)]
fn descend(depth: u32) -> u32 { //~ ERROR stack-overflow
    let mut buffer = [0_u8; 2000]; //~ ERROR stack-overflow
    black_box(&mut buffer); //~ ERROR stack-overflow
    let below = descend(black_box(depth + 1)); //~ ERROR stack-overflow
    below + u32::from(buffer[7])
}

pub fn run() {
    black_box(descend(0)); //~ ERROR stack-overflow
}
