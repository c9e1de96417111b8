//! A clean-up path frees a block that the normal path has freed already.

use std::alloc::{Layout, alloc, dealloc};
use std::hint::black_box;

pub fn run() {
    let layout = Layout::from_size_align(48, 8).unwrap();
    let block = black_box(unsafe { alloc(layout) });
    unsafe { dealloc(block, layout) };
    unsafe { dealloc(black_box(block), layout) }; //~ ERROR double-free
}
