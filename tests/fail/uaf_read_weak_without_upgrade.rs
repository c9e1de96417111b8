//! A raw pointer stands in for a weak reference, but nobody asks whether the target still lives.

use std::hint::black_box;
use std::rc::Rc;

struct Child {
    parent: *const Parent,
}

struct Parent {
    name: [u8; 8],
    child: Option<Box<Child>>,
}

pub fn run() {
    let mut parent = Rc::new(Parent { name: *b"parent!!", child: None });
    let pointer = black_box(Rc::as_ptr(&parent));
    Rc::get_mut(&mut parent).unwrap().child = Some(Box::new(Child { parent: pointer }));
    let child = Rc::get_mut(&mut parent).unwrap().child.take().unwrap();
    drop(black_box(parent));
    let first = unsafe { (*child.parent).name[0] }; //~ ERROR use-after-free-read
    black_box(first);
}
