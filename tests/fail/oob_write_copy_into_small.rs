//! A message is copied into a buffer whose size was computed in items, not bytes.

use std::alloc::{Layout, alloc, dealloc};
use std::hint::black_box;

pub fn run() {
    let message: Vec<u32> = black_box((0..6).collect());
    let layout = Layout::array::<u8>(message.len()).unwrap();
    let buffer = black_box(unsafe { alloc(layout) });
    unsafe { std::ptr::copy(message.as_ptr().cast::<u8>(), buffer, message.len() * 4) }; //~ ERROR out-of-bounds-write
    unsafe { dealloc(black_box(buffer), layout) };
}
