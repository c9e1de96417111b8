//! The allocator is asked for a block without a size.

use std::alloc::{Layout, alloc};
use std::hint::black_box;

pub fn run() {
    let layout = Layout::array::<u8>(black_box(0)).unwrap();
    black_box(unsafe { alloc(layout) }); //~ ERROR empty-allocation
}
