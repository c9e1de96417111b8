//! An item is read out of a vector that keeps its length, so both drop it.

use std::hint::black_box;

pub fn run() {
    let mut items: Vec<Box<u32>> = black_box(vec![Box::new(1), Box::new(2)]);
    let taken = unsafe { black_box(items.as_mut_ptr()).add(1).read() };
    drop(black_box(taken));
    drop(black_box(items)); //~ ERROR double-free
}
