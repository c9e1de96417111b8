//! A push that forgets to grow.

use std::hint::black_box;

pub fn run() {
    let mut items: Vec<u16> = Vec::with_capacity(black_box(4));
    let start = black_box(items.as_mut_ptr());
    for i in 0..5_u16 {
        unsafe { start.add(usize::from(i)).write_volatile(i) }; //~ ERROR out-of-bounds-write
    }
    unsafe { items.set_len(4) };
    black_box(items);
}
