//! A vector's length is set to its capacity, and only some items were written.

use std::hint::black_box;

#[inline(never)]
fn found(at: usize) -> usize {
    black_box(at)
}

pub fn run() {
    let mut items: Vec<u16> = Vec::with_capacity(black_box(8));
    unsafe {
        items.as_mut_ptr().write(7);
        items.set_len(8);
    }
    let items = black_box(items);
    for i in 0..8 {
        let at = if items[i] == 9 { found(i) } else { 0 }; //~ ERROR undefined-branch
        black_box(at);
    }
}
