//! An allocator puts a header before each block and forgets it when it frees.

use std::alloc::{Layout, alloc, dealloc};
use std::hint::black_box;

const HEADER: usize = 8;

fn allocate(size: usize) -> *mut u8 {
    let block = unsafe { alloc(Layout::from_size_align(HEADER + size, 8).unwrap()) };
    unsafe {
        block.cast::<u64>().write(size as u64);
        block.add(HEADER)
    }
}

fn free(block: *mut u8) {
    let size = unsafe { block.sub(HEADER).cast::<u64>().read() } as usize;
    let layout = Layout::from_size_align(HEADER + size, 8).unwrap();
    unsafe { dealloc(block, layout) }; //~ ERROR invalid-free
}

pub fn run() {
    let block = black_box(allocate(black_box(24)));
    unsafe { block.write(1) };
    free(black_box(block));
}
