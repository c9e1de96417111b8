//! A long list of boxes is dropped: each node drops the next one inside its own drop.

use std::hint::black_box;

struct Node {
    value: u32,
    _next: Option<Box<Node>>,
}

pub fn run() {
    let mut list = None;
    for value in 0..40_000 {
        list = Some(Box::new(Node { value, _next: list }));
    }
    black_box(list.as_ref().map(|node| node.value));
    drop(black_box(list)); //~ ERROR stack-overflow
}
