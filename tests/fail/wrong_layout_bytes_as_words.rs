//! A buffer of bytes becomes one of words: the size is the same, the alignment is not.

use std::hint::black_box;
use std::mem::ManuallyDrop;

pub fn run() {
    let mut bytes = ManuallyDrop::new(black_box(vec![0_u8; 16]));
    let words = unsafe { Vec::from_raw_parts(black_box(bytes.as_mut_ptr().cast::<u32>()), 4, 4) };
    drop(words); //~ ERROR wrong-layout
}
