//! A block is freed with an alignment of 1.

use std::alloc::{Layout, alloc, dealloc};
use std::hint::black_box;

pub fn run() {
    let block = black_box(unsafe { alloc(Layout::array::<u64>(4).unwrap()) });
    let layout = Layout::array::<u8>(32).unwrap();
    unsafe { dealloc(block, layout) }; //~ ERROR wrong-layout
}
