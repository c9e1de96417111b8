//! A growing buffer tells realloc the size in use instead of the size allocated.

use std::alloc::{Layout, alloc, dealloc, realloc};
use std::hint::black_box;

pub fn run() {
    let layout = Layout::array::<u8>(32).unwrap();
    let block = black_box(unsafe { alloc(layout) });
    unsafe { std::ptr::write_bytes(block, 1, 32) };
    let used = Layout::array::<u8>(20).unwrap();
    let larger = unsafe { realloc(block, black_box(used), 64) }; //~ ERROR wrong-layout
    unsafe { dealloc(black_box(larger), Layout::array::<u8>(64).unwrap()) };
}
