//! A layout whose alignment is no power of two.

use std::alloc::Layout;
use std::hint::black_box;

pub fn run() {
    let layout = Layout::from_size_align(black_box(24), black_box(12)).unwrap(); //~ ERROR panic
    black_box(layout);
}
