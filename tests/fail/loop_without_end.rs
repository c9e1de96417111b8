//! A loop whose condition never changes.

use std::hint::black_box;

pub fn run() {
    let mut steps = 0_u32;
    while black_box(true) { //~ ERROR fuel
        steps = black_box(steps.wrapping_add(1)); //~ ERROR fuel
    }
    black_box(steps);
}
