//! A vector is emptied with set_len(0), which does not drop its items.

use std::hint::black_box;

pub fn run() {
    let mut items: Vec<Box<u32>> = Vec::with_capacity(3);
    for i in 0..3 {
        items.push(black_box(Box::new(i))); //~ ERROR leak
    }
    unsafe { items.set_len(0) };
    black_box(&items);
}
