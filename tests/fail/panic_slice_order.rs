//! A slice that ends before it starts.

use std::hint::black_box;

pub fn run() {
    let text = black_box(b"key=value".to_vec());
    let (start, end) = black_box((4, 3));
    let value = &text[start..end]; //~ ERROR panic
    black_box(value);
}
