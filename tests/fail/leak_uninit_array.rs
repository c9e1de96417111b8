//! An array of MaybeUninit is dropped without dropping what was written into it.

use std::hint::black_box;
use std::mem::MaybeUninit;

pub fn run() {
    let mut slots: [MaybeUninit<String>; 4] = [const { MaybeUninit::uninit() }; 4];
    slots[1].write(black_box("kept").to_uppercase()); //~ ERROR leak
    black_box(&slots);
}
