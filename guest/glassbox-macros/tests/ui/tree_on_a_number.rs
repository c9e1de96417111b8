//! A number leads nowhere.

#[derive(glassbox::Structure)]
#[glassbox(no_invariant)]
struct Node {
    #[glassbox(tree)]
    next: u32,
    #[glassbox(alias)]
    last: Vec<u8>,
}

fn main() {}
