//! A C interface gives back pointer and length; the capacity is guessed.

use std::hint::black_box;

fn into_c(mut text: String) -> (*mut u8, usize) {
    let parts = (text.as_mut_ptr(), text.len());
    std::mem::forget(text);
    parts
}

pub fn run() {
    let mut text = String::with_capacity(black_box(40));
    text.push_str("short");
    let (start, len) = black_box(into_c(text));
    let back = unsafe { String::from_raw_parts(start, len, len + 1) };
    drop(back); //~ ERROR wrong-layout
}
