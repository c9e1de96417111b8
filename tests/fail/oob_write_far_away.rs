//! An index that was computed by subtraction has become a large one.

use std::hint::black_box;

pub fn run() {
    let mut items: Vec<u8> = black_box(vec![0; 200_000]);
    let start = black_box(items.as_mut_ptr());
    drop(black_box(vec![0_u8; 200_000]));
    unsafe { start.wrapping_sub(black_box(16)).write_volatile(1) }; //~ ERROR out-of-bounds-write
    items[0] = 2;
}
