//! A string slice is given a longer life than the String it points into.

use std::hint::black_box;

fn greeting(name: &str) -> &'static str {
    let text = black_box(format!("hello, {name}"));
    unsafe { std::mem::transmute::<&str, &'static str>(text.as_str()) }
}

pub fn run() {
    let text = black_box(greeting("world"));
    let found = text.bytes().position(|byte| black_box(byte) == b'w'); //~ ERROR use-after-free-read
    black_box(found);
}
