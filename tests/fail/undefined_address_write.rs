//! A result is stored through a reference that was never set.

use std::hint::black_box;
use std::mem::MaybeUninit;

struct Output<'a> {
    target: &'a mut u64,
}

pub fn run() {
    let mut output: Box<MaybeUninit<Output<'static>>> = black_box(Box::new_uninit());
    let output = unsafe { black_box(&mut *output).assume_init_mut() };
    *output.target = 7; //~ ERROR undefined-address
}
