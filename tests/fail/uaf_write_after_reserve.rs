//! A buffer's address is kept while `reserve` moves it.

use std::hint::black_box;

pub fn run() {
    let mut buffer: Vec<u8> = black_box(vec![0; 8]);
    let start = black_box(buffer.as_mut_ptr());
    buffer.reserve(1000);
    black_box(&buffer);
    unsafe { start.add(3).write_volatile(7) }; //~ ERROR use-after-free-write
}
