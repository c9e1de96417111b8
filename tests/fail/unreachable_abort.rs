//! The process is aborted without a panic.

use std::hint::black_box;

fn give_up(code: u32) {
    if black_box(code) != 0 {
        std::process::abort(); //~ ERROR unreachable
    }
}

pub fn run() {
    give_up(black_box(3));
}
