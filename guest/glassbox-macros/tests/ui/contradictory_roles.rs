//! A field has one role.

#[derive(glassbox::Structure)]
#[glassbox(no_invariant)]
struct Node {
    #[glassbox(tree, parent)]
    up: *mut Node,
    #[glassbox(skip = 1)]
    #[glassbox(values = [1])]
    number: u8,
    #[glassbox(values = [1], domain(u8 = [1]))]
    other: u8,
}

fn main() {}
