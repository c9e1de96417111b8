//! A copy takes its length from the target, which is larger than the source.

use std::hint::black_box;

pub fn run() {
    let source: Vec<u8> = black_box(vec![7; 10]);
    let mut target: Vec<u8> = black_box(vec![0; 16]);
    let (from, to) = black_box((source.as_ptr(), target.as_mut_ptr()));
    unsafe { std::ptr::copy_nonoverlapping(from, to, target.len()) }; //~ ERROR out-of-bounds-read
    black_box(&target);
}
