//! The allocator is asked for a block without a size.

use std::alloc::{Layout, alloc_zeroed};
use std::hint::black_box;

pub fn run() {
    let layout = Layout::array::<u8>(black_box(0)).unwrap();
    black_box(unsafe { alloc_zeroed(layout) }); //~ ERROR empty-allocation
}
