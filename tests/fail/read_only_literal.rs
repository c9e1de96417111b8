//! A string literal is changed in place.

use std::hint::black_box;

pub fn run() {
    let text = black_box("abc".as_ptr().cast_mut());
    unsafe { text.write(b'A') }; //~ ERROR read-only
}
