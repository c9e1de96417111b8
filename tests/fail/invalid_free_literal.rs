//! A String is made of the parts of a literal.

use std::hint::black_box;

pub fn run() {
    let literal: &'static str = black_box("static text");
    let text = unsafe { String::from_raw_parts(literal.as_ptr().cast_mut(), literal.len(), literal.len()) };
    drop(black_box(text)); //~ ERROR invalid-free
}
