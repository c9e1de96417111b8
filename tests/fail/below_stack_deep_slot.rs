//! A function returns a pointer to its own local variable.

use std::hint::black_box;

#[inline(never)]
fn smallest() -> *const u32 {
    let mut locals = [0_u32; 256];
    for (i, local) in (0..).zip(&mut locals) {
        *local = black_box(i);
    }
    // The first one lies deepest, where nothing that is called afterwards writes.
    black_box(locals.as_ptr())
}

#[inline(never)]
fn zero() -> bool {
    black_box(true)
}

pub fn run() {
    let pointer = smallest();
    let is_zero = unsafe { *pointer } == 0 && zero(); //~ ERROR below-stack
    black_box(is_zero);
}
