//! An Rc is taken back from its pointer twice, but was given away once.

use std::hint::black_box;
use std::rc::Rc;

pub fn run() {
    let pointer = black_box(Rc::into_raw(Rc::new(5_u32)));
    drop(unsafe { Rc::from_raw(pointer) });
    let again = unsafe { Rc::from_raw(black_box(pointer)) };
    drop(again); //~ ERROR use-after-free-read
}
