//! An arm that was thought impossible.

use std::hint::black_box;

pub fn run() {
    let quarter = match black_box(12_u32) % 5 {
        0 => "first",
        1 => "second",
        _ => unreachable!("there are no more"), //~ ERROR panic
    };
    black_box(quarter);
}
