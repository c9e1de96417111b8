//! A freed buffer is wiped.

use std::alloc::{Layout, alloc, dealloc};
use std::hint::black_box;

pub fn run() {
    let layout = Layout::array::<u8>(64).unwrap();
    let secret = black_box(unsafe { alloc(layout) });
    unsafe { std::ptr::write_bytes(secret, 0x55, 64) };
    unsafe { dealloc(black_box(secret), layout) };
    unsafe { std::ptr::write_bytes(black_box(secret), 0, black_box(64)) }; //~ ERROR use-after-free-write
}
