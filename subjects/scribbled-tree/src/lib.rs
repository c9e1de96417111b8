//! A red-black tree without keys, and an operation that writes anything anywhere.
//!
//! Nothing here is meant to be right. Whatever can be wrong with links, parents, colours and nodes after an operation
//! happens for some arguments of `scribble`, so that judging locally can be compared with looking at everything.
//!
//! | file | holds |
//! |---|---|
//! | `random.rs` | the same in trees that are too high to try every pair of writes |
//! | `bare.rs` | the same in a tree of which nothing is known but that it is one |
//! | `list.rs` | what is true of a whole structure and of no node |

mod bare;
mod list;
mod random;

use std::ptr;

use glassbox::{Broken, Children, Invariant, Key, Structure, ensure};

/// The holder of the root.
#[derive(Structure)]
pub struct Tree {
    #[glassbox(tree)]
    root: *mut Node,
}

/// A node.
#[derive(Structure)]
pub struct Node {
    #[glassbox(tree)]
    left: *mut Node,
    #[glassbox(tree)]
    right: *mut Node,
    #[glassbox(parent)]
    parent: *mut Node,
    red: bool,
}

impl Node {
    /// Null counts as black.
    fn is_red(node: *const Node) -> bool {
        // SAFETY: links of the tree lead to nodes.
        !node.is_null() && unsafe { (*node).red }
    }
}

impl Invariant for Node {
    /// Black height. The colour is not part of it, so that the node above has to be checked for it.
    type Summary = u8;

    fn check(&self, children: &Children) -> Result<u8, Broken> {
        let (left, right) = (children.summary_or(&self.left, 0), children.summary_or(&self.right, 0));
        ensure(left == right, "the black heights differ")?;
        let red_below = Node::is_red(self.left) | Node::is_red(self.right);
        ensure(!(self.red & red_below), "a red node has a red child")?;
        Ok(left + u8::from(!self.red))
    }
}

impl Invariant for Tree {
    type Summary = ();

    fn check(&self, _: &Children) -> Result<(), Broken> {
        ensure(!Node::is_red(self.root), "the root is red")
    }
}

/// What is written.
#[derive(Clone, Copy, Structure)]
pub enum Field {
    /// The left link.
    Left,
    /// The right link.
    Right,
    /// The link to the node above.
    Parent,
    /// The colour.
    Red,
    /// The root of the tree, whatever the node.
    Root,
    /// Nothing: the node is freed.
    Freed,
    /// Two links at once: the children change places.
    Swapped,
}

/// Numbers of nodes: 1 is the root, 2n and 2n + 1 are below n. 0 is none, 8 a new node.
const NEW: u8 = 8;

fn find(tree: &Tree, number: u8) -> *mut Node {
    match number {
        0 => ptr::null_mut(),
        1 => tree.root,
        _ => {
            let above = find(tree, number / 2);
            if above.is_null() {
                return above;
            }
            // SAFETY: links of the tree lead to nodes.
            unsafe { if number.is_multiple_of(2) { (*above).left } else { (*above).right } }
        }
    }
}

/// Writes `to` into a field of the node `at`.
#[glassbox::check(height = 3)]
fn scribble(tree: &mut Tree, #[glassbox(values = 1..8)] at: u8, field: Field, #[glassbox(values = 0..9)] to: u8) {
    let node = find(tree, at);
    let target = if to == NEW { new_node(node) } else { find(tree, to) };
    write(tree, node, field, target);
}

fn new_node(parent: *mut Node) -> *mut Node {
    Box::into_raw(Box::new(Node { left: ptr::null_mut(), right: ptr::null_mut(), parent, red: true }))
}

fn write(tree: &mut Tree, node: *mut Node, field: Field, target: *mut Node) {
    if node.is_null() {
        return;
    }
    // SAFETY: the node is there; that what is written makes sense is nobody's claim.
    unsafe {
        match field {
            Field::Left => (*node).left = target,
            Field::Right => (*node).right = target,
            Field::Parent => (*node).parent = target,
            Field::Red => (*node).red = !(*node).red,
            Field::Root => tree.root = target,
            Field::Freed => drop(Box::from_raw(node)),
            Field::Swapped => ptr::swap(&raw mut (*node).left, &raw mut (*node).right),
        }
    }
}

/// The same twice, so that some mistakes are undone.
#[glassbox::check(height = 2)]
fn scribble_twice(
    tree: &mut Tree,
    #[glassbox(values = 1..4)] at: u8,
    field: Field,
    #[glassbox(values = [0, 2, 3, NEW])] to: u8,
    #[glassbox(values = 1..4)] then_at: u8,
    then_field: Field,
    #[glassbox(values = [0, 2, 3, NEW])] then_to: u8,
) {
    scribble(tree, at, field, to);
    scribble(tree, then_at, then_field, then_to);
}

/// A search tree about which nothing is said but its order.
#[derive(Structure)]
#[glassbox(no_invariant)]
pub struct Sorted {
    root: Option<Box<Keyed>>,
}

/// A node with a key.
#[derive(Structure)]
#[glassbox(sorted(left, key, right), no_invariant)]
pub struct Keyed {
    left: Option<Box<Keyed>>,
    key: Key,
    right: Option<Box<Keyed>>,
}

/// Destroys the order and nothing else.
#[glassbox::check(height = 2)]
fn mirror(tree: &mut Sorted) {
    if let Some(root) = &mut tree.root {
        std::mem::swap(&mut root.left, &mut root.right);
    }
}

/// Says that it removes a key, and removes the only node there is, whatever its key.
#[glassbox::check(height = 2, removes(key))]
#[expect(unused_variables, clippy::needless_pass_by_value, reason = "that it does not look at the key is the mistake")]
fn remove_last(tree: &mut Sorted, key: Key) {
    let is_last = |root: &Keyed| root.left.is_none() && root.right.is_none();
    tree.root.take_if(|root| is_last(root));
}

impl Keyed {
    /// Whether the key is the least one.
    pub fn is_first(&self, key: &Key) -> bool {
        self.left.is_none() && *key <= self.key
    }
}
