//! Two nodes own each other.

use std::cell::RefCell;
use std::hint::black_box;
use std::rc::Rc;

#[derive(Default)]
struct Node {
    other: RefCell<Option<Rc<Node>>>,
}

pub fn run() {
    let first = Rc::new(Node::default()); //~ ERROR leak
    let second = Rc::new(Node::default()); //~ ERROR leak
    *first.other.borrow_mut() = Some(black_box(second.clone()));
    *second.other.borrow_mut() = Some(black_box(first.clone()));
}
