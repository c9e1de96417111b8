//! A boxed vector is dropped twice: the second time its header is read from the freed box.

use std::hint::black_box;

pub fn run() {
    let items = black_box(Box::into_raw(Box::new(vec![1_u8, 2, 3])));
    drop(unsafe { Box::from_raw(items) });
    drop(unsafe { Box::from_raw(black_box(items)) }); //~ ERROR use-after-free-read
}
