//! A number on the heap is compared before it was ever written.

use std::alloc::{Layout, alloc, dealloc};
use std::hint::black_box;

#[inline(never)]
fn is_three() -> bool {
    black_box(true)
}

pub fn run() {
    let layout = Layout::new::<u32>();
    let number: *mut u32 = black_box(unsafe { alloc(layout) }.cast());
    let found = unsafe { *number } == 3 && is_three(); //~ ERROR undefined-branch
    black_box(found);
    unsafe { dealloc(number.cast(), layout) };
}
