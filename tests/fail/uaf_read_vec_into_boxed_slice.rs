//! A pointer is taken before `into_boxed_slice`, which moves the items because the capacity was too large.

use std::hint::black_box;

pub fn run() {
    let mut items: Vec<u32> = Vec::with_capacity(black_box(16));
    items.extend([5, 6, 7]);
    let pointer = black_box(items.as_ptr());
    let boxed = black_box(items.into_boxed_slice());
    let value = unsafe { pointer.add(1).read_volatile() }; //~ ERROR use-after-free-read
    black_box((value, boxed));
}
