//! What a tree link leads to needs an invariant.

#[derive(glassbox::Structure)]
struct List {
    head: Option<Box<Node>>,
    #[glassbox(tree)]
    tail: *mut Node,
    #[glassbox(tree)]
    others: Vec<Node>,
}

#[derive(glassbox::Structure)]
struct Node;

fn main() {}
