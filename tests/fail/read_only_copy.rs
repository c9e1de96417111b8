//! A table of constants is filled by a copy.

use std::hint::black_box;

static TABLE: [u64; 8] = [1, 2, 3, 4, 5, 6, 7, 8];

pub fn run() {
    let source = vec![0_u64; 8];
    let table = black_box(TABLE.as_ptr().cast_mut());
    unsafe { std::ptr::copy(source.as_ptr(), table, black_box(8)) }; //~ ERROR read-only
}
