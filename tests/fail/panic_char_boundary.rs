//! A string is cut in the middle of a character.

use std::hint::black_box;

pub fn run() {
    let name = black_box(String::from("Zoë"));
    let short = &name[..3]; //~ ERROR panic
    black_box(short);
}
