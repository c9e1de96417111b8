//! A block is shrunk to nothing.

use std::alloc::{Layout, alloc, realloc};
use std::hint::black_box;

pub fn run() {
    let layout = Layout::array::<u8>(black_box(8)).unwrap();
    let block = unsafe { alloc(layout) };
    black_box(unsafe { realloc(block, layout, black_box(0)) }); //~ ERROR empty-allocation
}
