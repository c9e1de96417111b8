//! A sentinel is made from its own address.

#[derive(glassbox::Structure)]
#[glassbox(no_invariant)]
struct List {
    #[glassbox(nil = Node { next: std::ptr::null_mut() })]
    nil: *mut Node,
}

/// The type of the argument is known.
#[derive(glassbox::Structure)]
#[glassbox(no_invariant)]
struct Right {
    #[glassbox(nil = |nil| Node { next: nil.cast() })]
    nil: *mut Node,
}

#[derive(glassbox::Structure)]
#[glassbox(no_invariant)]
struct Node {
    #[glassbox(tree)]
    next: *mut Node,
}

fn main() {}
