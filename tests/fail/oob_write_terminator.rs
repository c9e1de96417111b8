//! A terminating zero is written behind a string whose buffer has no room for it.

use std::hint::black_box;

pub fn run() {
    let mut text = String::from("exact");
    text.shrink_to_fit();
    let end = unsafe { black_box(text.as_mut_ptr()).add(text.len()) };
    unsafe { end.write_volatile(0) }; //~ ERROR out-of-bounds-write
    black_box(&text);
}
