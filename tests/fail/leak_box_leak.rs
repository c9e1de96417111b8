//! A configuration is leaked to get a static reference.

use std::hint::black_box;

pub fn run() {
    let config: &'static mut [u8; 16] = Box::leak(Box::new([1; 16])); //~ ERROR leak
    black_box(config);
}
