//! A second vector is made of the parts of one that is still alive.

use std::hint::black_box;

pub fn run() {
    let mut items: Vec<u32> = black_box(vec![1, 2, 3, 4]);
    let twin = unsafe { Vec::from_raw_parts(black_box(items.as_mut_ptr()), items.len(), items.capacity()) };
    drop(black_box(twin));
    drop(black_box(items)); //~ ERROR double-free
}
