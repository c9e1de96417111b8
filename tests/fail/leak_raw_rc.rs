//! A reference count is raised by into_raw and never lowered again.

use std::hint::black_box;
use std::rc::Rc;

pub fn run() {
    let shared: Rc<[u8]> = Rc::from(vec![1, 2, 3]); //~ ERROR leak
    let raw = Rc::into_raw(shared.clone());
    black_box(raw);
    drop(shared);
}
