//! A trap that the program asks for itself.

use std::hint::black_box;

pub fn run() {
    if black_box(7) % 2 == 1 {
        #[cfg(target_arch = "wasm32")]
        std::arch::wasm32::unreachable(); //~ ERROR unreachable
        #[cfg(not(target_arch = "wasm32"))]
        panic!("unreachable");
    }
}
