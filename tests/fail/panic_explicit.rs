//! The program says itself that it must not get here.

use std::hint::black_box;

pub fn run() {
    let state = black_box(17_u8);
    if state > 3 {
        panic!("no state {state}"); //~ ERROR panic
    }
}
