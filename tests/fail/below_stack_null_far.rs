//! An element far from the start of a table that was never allocated is written.

use std::hint::black_box;

pub fn run() {
    let table: *mut u32 = black_box(std::ptr::null_mut());
    unsafe { black_box(table.wrapping_add(3000)).write(1) }; //~ ERROR below-stack
}
