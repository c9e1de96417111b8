//! Two nodes own each other.

use std::cell::RefCell;
use std::hint::black_box;
use std::rc::Rc;

struct Node {
    other: RefCell<Option<Rc<Node>>>,
}

pub fn run() {
    let a = Rc::new(Node { other: RefCell::new(None) }); //~ ERROR leak
    let b = Rc::new(Node { other: RefCell::new(Some(a.clone())) });
    *a.other.borrow_mut() = Some(black_box(b));
}
