//! Only numbers count.

#[derive(glassbox::Structure)]
#[glassbox(no_invariant)]
struct Node {
    next: Option<Box<Node>>,
    #[glassbox(count(Node))]
    len: bool,
    #[glassbox(count(Nod))]
    typo: usize,
}

fn main() {}
