//! A string is overwritten with ptr::write, which does not drop the old one.

use std::hint::black_box;

pub fn run() {
    let mut name = black_box("old name").to_owned(); //~ ERROR leak
    black_box(&name);
    unsafe { std::ptr::write(black_box(&raw mut name), black_box("new name").to_owned()) };
    black_box(&name);
}
