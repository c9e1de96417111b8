//! A value is read out of its place, and the place is dropped as well.

use std::hint::black_box;

pub fn run() {
    let original = black_box(String::from("one owner only"));
    let copy = unsafe { std::ptr::read(black_box(&raw const original)) };
    drop(black_box(copy));
    drop(black_box(original)); //~ ERROR double-free
}
