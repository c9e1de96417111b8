//! Vectors that hold nodes, or pointers to them.

#[derive(glassbox::Structure)]
#[glassbox(no_invariant)]
struct Tree {
    children: Vec<Tree>,
    pairs: Vec<(bool, Option<Tree>)>,
    #[glassbox(tree)]
    pointers: Vec<*mut Tree>,
    #[glassbox(tree)]
    boxes: Vec<Box<Tree>>,
    #[glassbox(holes)]
    arena: [Option<Box<Tree>>; 3],
}

fn main() {}
