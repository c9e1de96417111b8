//! Freed with another layout than it was allocated with.

use std::alloc::{Layout, alloc, dealloc};
use std::hint::black_box;

pub fn run() {
    let block = black_box(unsafe { alloc(Layout::from_size_align(32, 16).unwrap()) });
    unsafe { dealloc(block, Layout::from_size_align(32, 8).unwrap()) }; //~ ERROR wrong-layout
}
