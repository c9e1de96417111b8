//! ManuallyDrop::drop is called twice.

use std::hint::black_box;
use std::mem::ManuallyDrop;

pub fn run() {
    let mut items = ManuallyDrop::new(black_box(vec![1_u16, 2, 3]));
    unsafe { ManuallyDrop::drop(&mut items) };
    let again = black_box(&mut items);
    unsafe { ManuallyDrop::drop(again) }; //~ ERROR double-free
}
