//! A number that was never written is printed: its digits decide how often a loop runs.

use std::hint::black_box;
use std::mem::MaybeUninit;

pub fn run() {
    let number: Box<MaybeUninit<u32>> = black_box(Box::new_uninit());
    let number = unsafe { black_box(&*number).assume_init_ref() };
    let text = format!("{number}"); //~ ERROR undefined-branch
    black_box(text);
}
