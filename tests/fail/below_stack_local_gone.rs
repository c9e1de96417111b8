//! A function returns a pointer to its own local variable, and the caller writes there.

use std::hint::black_box;

#[inline(never)]
fn local() -> *mut u32 {
    let mut local = black_box(7_u32);
    black_box(&raw mut local)
}

pub fn run() {
    let gone = local();
    unsafe { gone.write(8) }; //~ ERROR below-stack
}
