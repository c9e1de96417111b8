//! A promise to the optimizer is broken.

use std::hint::{black_box, unreachable_unchecked};

pub fn run() {
    let parity = match black_box(9_u32) % 4 {
        0 => "even",
        2 => "odd",
        _ => unsafe { unreachable_unchecked() }, //~ ERROR panic
    };
    black_box(parity);
}
