//! A copy starts at a small number that was taken for a pointer.

use std::hint::black_box;

pub fn run() {
    let handle: usize = black_box(64);
    let mut buffer = vec![0_u8; 32];
    let source = std::ptr::without_provenance::<u8>(handle);
    unsafe { std::ptr::copy(source, black_box(buffer.as_mut_ptr()), black_box(32)) }; //~ ERROR null
    black_box(buffer);
}
