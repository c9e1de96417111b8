//! An allocator stores the size in front of the block, but did not ask for room for a header.

use std::alloc::{Layout, alloc, dealloc};
use std::hint::black_box;

fn allocate(size: u32) -> *mut u8 {
    let block = black_box(unsafe { alloc(Layout::from_size_align(size as usize, 8).unwrap()) });
    let header = block.cast::<u32>().wrapping_sub(1);
    unsafe { header.write_volatile(size) }; //~ ERROR out-of-bounds-write
    block
}

pub fn run() {
    let block = black_box(allocate(black_box(40)));
    unsafe { dealloc(block, Layout::from_size_align(40, 8).unwrap()) };
}
