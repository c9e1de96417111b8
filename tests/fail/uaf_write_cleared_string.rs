//! The bytes of a string are edited in place after the string has given its buffer back.

use std::hint::black_box;

pub fn run() {
    let mut text = black_box(String::from("lower case"));
    let first = black_box(text.as_mut_ptr());
    text.clear();
    text.shrink_to_fit();
    black_box(&text);
    unsafe { first.write_volatile(b'L') }; //~ ERROR use-after-free-write
}
