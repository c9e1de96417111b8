//! A vector of more than 1 GiB: the allocator refuses it, and std gives up.

use std::hint::black_box;

pub fn run() {
    black_box(Vec::<u8>::with_capacity(black_box((1 << 30) + 1))); //~ ERROR memory-limit
}
