//! unwrap_unchecked of a None.

use std::hint::black_box;

pub fn run() {
    let mut items: Vec<u32> = black_box(vec![1]);
    black_box(items.pop());
    let item = unsafe { black_box(items.pop()).unwrap_unchecked() }; //~ ERROR panic
    black_box(item);
}
