//! Types of the library without a finite description. Each is named once, at the field.

use std::collections::HashMap;
use std::rc::Rc;
use std::sync::Arc;

#[derive(glassbox::Structure)]
struct A {
    rc: Rc<u8>,
    map: HashMap<u8, u8>,
}

#[derive(glassbox::Structure)]
enum B {
    Arc(Option<Arc<u8>>),
    Text { text: String },
}

fn main() {}
