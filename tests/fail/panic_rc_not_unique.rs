//! get_mut on an Rc that is shared.

use std::hint::black_box;
use std::rc::Rc;

pub fn run() {
    let mut shared = Rc::new(black_box(5));
    let other = black_box(shared.clone());
    *Rc::get_mut(&mut shared).unwrap() += 1; //~ ERROR panic
    black_box((shared, other));
}
