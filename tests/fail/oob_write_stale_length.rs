//! A length is kept from before `truncate` and `shrink_to_fit`.

use std::hint::black_box;

pub fn run() {
    let mut items: Vec<u16> = black_box((0..12).collect());
    let last = black_box(items.len() - 1);
    items.truncate(8);
    items.shrink_to_fit();
    unsafe { black_box(items.as_mut_ptr()).add(last).write_volatile(99) }; //~ ERROR out-of-bounds-write
    black_box(&items);
}
