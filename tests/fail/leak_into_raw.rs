//! A pointer is handed out and never taken back.

use std::hint::black_box;

pub fn run() {
    let handle = Box::into_raw(Box::new([0_u64; 3])); //~ ERROR leak
    unsafe { (*black_box(handle))[1] = 5 };
}
