//! A box is freed and written to afterwards.

use std::hint::black_box;

pub fn run() {
    let value = black_box(Box::into_raw(Box::new(1_u64)));
    drop(unsafe { Box::from_raw(value) });
    unsafe { black_box(value).write_volatile(2) }; //~ ERROR use-after-free-write
}
