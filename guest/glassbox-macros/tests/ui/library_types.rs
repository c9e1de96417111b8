//! Types of the library without a finite description. Each is named once, at the field.

use std::collections::LinkedList;
use std::ffi::OsString;
use std::rc::Rc;
use std::sync::Arc;

#[derive(glassbox::Structure)]
struct A {
    rc: Rc<u8>,
    list: LinkedList<u8>,
}

#[derive(glassbox::Structure)]
enum B {
    Arc(Option<Arc<u8>>),
    Text { text: OsString },
}

fn main() {}
