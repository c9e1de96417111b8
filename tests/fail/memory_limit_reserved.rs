//! A vector of 256 MiB: another machine has room for it.

use std::hint::black_box;

pub fn run() {
    black_box(Vec::<u8>::with_capacity(black_box(1 << 28))); //~ ERROR memory-limit
}
