//! A flag is looked at that nobody has set.

use std::alloc::{Layout, alloc, dealloc};
use std::hint::black_box;

pub fn run() {
    let layout = Layout::new::<u32>();
    let flag = black_box(unsafe { alloc(layout) }.cast::<u32>());
    let value = unsafe { flag.read_volatile() };
    let mut text = String::new();
    if value == 3 { //~ ERROR undefined-branch
        text.push('x');
    }
    black_box(text);
    unsafe { dealloc(flag.cast(), layout) };
}
