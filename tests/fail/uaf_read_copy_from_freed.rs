//! A text is copied out of a string that was replaced in the meantime.

use std::cell::RefCell;
use std::hint::black_box;

pub fn run() {
    let name = RefCell::new(black_box(String::from("first name")));
    let (start, len) = black_box((name.borrow().as_ptr(), name.borrow().len()));
    name.replace(black_box(String::from("second")));
    let mut copy = vec![0_u8; len];
    unsafe { std::ptr::copy_nonoverlapping(start, copy.as_mut_ptr(), len) }; //~ ERROR use-after-free-read
    black_box(copy);
}
