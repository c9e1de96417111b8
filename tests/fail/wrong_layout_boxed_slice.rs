//! A boxed slice is made of a vector's items without shrinking the vector first.

use std::hint::black_box;
use std::mem::ManuallyDrop;

pub fn run() {
    let mut items = ManuallyDrop::new(Vec::<u16>::with_capacity(black_box(9)));
    items.extend_from_slice(&[1, 2, 3, 4]);
    let slice = std::ptr::slice_from_raw_parts_mut(black_box(items.as_mut_ptr()), items.len());
    let boxed = unsafe { Box::from_raw(slice) };
    drop(boxed); //~ ERROR wrong-layout
}
