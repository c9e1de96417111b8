//! A pointer into a block is freed as if it were the block.

use std::alloc::{Layout, alloc, dealloc};
use std::hint::black_box;

pub fn run() {
    let layout = Layout::from_size_align(64, 8).unwrap();
    let block = unsafe { alloc(layout) };
    let middle = black_box(unsafe { block.add(16) });
    unsafe { dealloc(middle, layout) }; //~ ERROR invalid-free
    black_box(block);
}
