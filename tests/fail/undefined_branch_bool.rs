//! A flag of a struct is tested before it was set.

use std::alloc::{Layout, alloc, dealloc};
use std::hint::black_box;

struct Options {
    level: u32,
    verbose: bool,
}

#[inline(never)]
fn print_all(level: u32) -> u32 {
    black_box(level)
}

#[inline(never)]
fn print_some(level: u32) -> u32 {
    black_box(level / 2)
}

pub fn run() {
    let layout = Layout::new::<Options>();
    let options: *mut Options = black_box(unsafe { alloc(layout) }.cast());
    unsafe { (&raw mut (*options).level).write_volatile(4) };
    let options = unsafe { &*black_box(options) };
    let level = options.level;
    let lines = if options.verbose { print_all(level) } else { print_some(level) }; //~ ERROR undefined-branch
    black_box(lines);
    unsafe { dealloc(std::ptr::from_ref(options).cast_mut().cast(), layout) };
}
