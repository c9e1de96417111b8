//! `ptr::read` without `mem::forget`: both copies free the same block.

use std::hint::black_box;

pub fn run() {
    let original = black_box(vec![1_u8, 2, 3]);
    let copy = unsafe { std::ptr::read(&raw const original) };
    drop(black_box(copy));
    drop(black_box(original)); //~ ERROR double-free
}
