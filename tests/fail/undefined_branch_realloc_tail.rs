//! A table grows with realloc, and the new slots are taken for empty ones.

use std::alloc::{Layout, alloc_zeroed, dealloc, realloc};
use std::hint::black_box;

#[inline(never)]
fn insert(at: usize) -> bool {
    black_box(at < 100)
}

pub fn run() {
    let (small, large) = (Layout::array::<u32>(4).unwrap(), Layout::array::<u32>(8).unwrap());
    let table = black_box(unsafe { alloc_zeroed(small) });
    let table: *mut u32 = black_box(unsafe { realloc(table, small, large.size()) }.cast());
    for i in 0..8 {
        let free = unsafe { *table.add(i) } == 0 && insert(i); //~ ERROR undefined-branch
        black_box(free);
    }
    unsafe { dealloc(table.cast(), large) };
}
