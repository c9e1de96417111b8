//! A sum that does not fit.

use std::hint::black_box;

pub fn run() {
    let mut total = 0_u8;
    for price in black_box([100, 90, 80]) {
        total += price; //~ ERROR panic
    }
    black_box(total);
}
