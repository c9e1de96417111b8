//! A vector put together from raw parts with another capacity.

use std::hint::black_box;
use std::mem::ManuallyDrop;

pub fn run() {
    let mut original = ManuallyDrop::new(vec![1_u32, 2, 3, 4]);
    let parts = unsafe { Vec::from_raw_parts(black_box(original.as_mut_ptr()), 2, black_box(3)) };
    drop(parts); //~ ERROR wrong-layout
}
