//! A pointer to an element is kept while the vector grows.

use std::hint::black_box;

pub fn run() {
    let mut items = vec![1_u64];
    let first = black_box(items.as_ptr());
    for i in 0..100 {
        items.push(i);
    }
    let item = unsafe { first.read_volatile() }; //~ ERROR use-after-free-read
    black_box((item, items));
}
