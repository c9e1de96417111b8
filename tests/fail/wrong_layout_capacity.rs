//! A vector is rebuilt with its length as capacity, although it had more.

use std::hint::black_box;
use std::mem::ManuallyDrop;

pub fn run() {
    let mut items = ManuallyDrop::new(Vec::<u32>::with_capacity(black_box(10)));
    items.extend([1, 2, 3]);
    let rebuilt = unsafe { Vec::from_raw_parts(black_box(items.as_mut_ptr()), items.len(), items.len()) };
    drop(rebuilt); //~ ERROR wrong-layout
}
