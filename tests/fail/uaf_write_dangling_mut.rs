//! A mutable reference outlives the box it came from, which is freed through a second pointer.

use std::hint::black_box;

pub fn run() {
    let counter = black_box(Box::into_raw(Box::new(0_u32)));
    let reference: &mut u32 = unsafe { &mut *black_box(counter) };
    drop(unsafe { Box::from_raw(counter) });
    *black_box(reference) = 1; //~ ERROR use-after-free-write
}
