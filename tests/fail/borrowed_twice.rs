//! A `RefCell` is borrowed mutably twice.

use std::cell::RefCell;
use std::hint::black_box;

pub fn run() {
    let cell = black_box(RefCell::new(1));
    let first = cell.borrow_mut();
    let second = cell.borrow_mut(); //~ ERROR panic
    black_box((*first, *second));
}
