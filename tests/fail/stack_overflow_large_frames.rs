//! A recursion with a large buffer per level and a base case that is never met.

use std::hint::black_box;

#[inline(never)]
fn descend(depth: u32) -> u32 //~ ERROR stack-overflow
{
    let mut buffer = [0_u8; 4000]; //~ ERROR stack-overflow
    black_box(&mut buffer); //~ ERROR stack-overflow
    if black_box(depth) == u32::MAX {
        return 0;
    }
    let below = descend(depth + 1); //~ ERROR stack-overflow
    black_box(&buffer); //~ ERROR stack-overflow
    below + u32::from(buffer[0])
}

pub fn run() {
    black_box(descend(0));
}
