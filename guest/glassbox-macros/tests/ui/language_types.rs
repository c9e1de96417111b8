//! Types of the language that say nothing about their values.

#[derive(glassbox::Structure)]
struct A<'a> {
    reference: &'a u8,
    object: Box<dyn Fn() -> u8>,
    function: Option<fn(u8) -> u8>,
    slice: std::rc::Rc<[u8]>,
}

fn main() {}
