//! A pointer that was moved along is freed instead of the block's beginning.

use std::alloc::{Layout, alloc, dealloc};
use std::hint::black_box;

pub fn run() {
    let layout = Layout::array::<u32>(8).unwrap();
    let mut at = black_box(unsafe { alloc(layout) }.cast::<u32>());
    for i in 0..3 {
        unsafe {
            at.write(i);
            at = at.add(1);
        }
    }
    unsafe { dealloc(black_box(at).cast(), layout) }; //~ ERROR invalid-free
}
