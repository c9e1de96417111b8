//! A RefCell is borrowed mutably while it is being read.

use std::cell::RefCell;
use std::hint::black_box;

pub fn run() {
    let items = black_box(RefCell::new(vec![1, 2, 3]));
    for item in items.borrow().iter() {
        items.borrow_mut().push(*item); //~ ERROR panic
    }
}
