//! An arena without a free list: nodes in the slots of a vector, indices as links.

use glassbox::__private::{Plan, Visitor};
use glassbox::native::from_replay;
use glassbox::{Broken, Children, Invariant, Link, Structure, Summarise, ensure, slots};

use crate::states::States;

#[derive(Clone, Copy, Debug, PartialEq)]
struct Index(u32);

const NULL: Index = Index(u32::MAX);

// SAFETY: an index stands for the address of the node in that slot.
unsafe impl Link for Index {
    type Target = Node;

    fn null() -> Option<Self> {
        Some(NULL)
    }

    unsafe fn put(slot: *mut Self, target: *mut Node) {
        // SAFETY: the same promise.
        unsafe { slot.write_unaligned(Index(slots::index_of(target))) }
    }

    unsafe fn target(this: *const Self) -> Option<*mut Node> {
        // SAFETY: the same promise.
        let index = unsafe { this.read_unaligned() };
        (index != NULL).then(|| slots::node_at(index.0))
    }
}

impl Summarise for Index {
    type Out = Option<usize>;

    fn summarise(&self, children: &Children) -> Option<usize> {
        // SAFETY: a reference is a valid address.
        unsafe { Self::target(self) }.map(|node| children.summary(unsafe { &*node }))
    }
}

struct Forest {
    /// `holes`
    slots: Vec<Option<Node>>,
    /// `tree`
    root: Index,
    /// `count(Node)`
    len: u8,
}

#[derive(Debug)]
struct Node {
    /// `tree`
    left: Index,
    /// `tree`
    right: Index,
    /// `parent`
    parent: Index,
    red: bool,
}

// SAFETY: every field is described once.
unsafe impl Structure for Forest {
    fn sample(_: &mut Plan) -> Self {
        Forest { slots: Vec::new(), root: NULL, len: 0 }
    }

    unsafe fn describe(at: *mut Self, plan: &mut Plan) {
        // SAFETY: the fields of the value at `at`.
        unsafe {
            plan.field("len", |plan| plan.count::<Node>(&raw mut (*at).len));
            plan.slots(&raw mut (*at).slots, |plan| plan.field("root", |plan| plan.tree(&raw mut (*at).root)));
        }
    }

    unsafe fn visit(this: *const Self, visitor: &mut Visitor) {
        // SAFETY: the fields of a valid value.
        unsafe {
            visitor.slots(&raw const (*this).slots);
            visitor.tree(&raw const (*this).root);
        }
    }
}

// SAFETY: every field is described once.
unsafe impl Structure for Node {
    fn sample(_: &mut Plan) -> Self {
        Node { left: NULL, right: NULL, parent: NULL, red: false }
    }

    unsafe fn describe(at: *mut Self, plan: &mut Plan) {
        // SAFETY: the fields of the value at `at`.
        unsafe {
            plan.field("left", |plan| plan.tree(&raw mut (*at).left));
            plan.field("right", |plan| plan.tree(&raw mut (*at).right));
            plan.field("parent", |plan| plan.up(&raw mut (*at).parent));
            plan.field("red", |plan| Structure::describe(&raw mut (*at).red, plan));
        }
    }

    unsafe fn visit(this: *const Self, visitor: &mut Visitor) {
        // SAFETY: the fields of a valid value.
        unsafe {
            visitor.tree(&raw const (*this).left);
            visitor.tree(&raw const (*this).right);
        }
    }
}

impl Invariant for Node {
    /// The number of nodes.
    type Summary = usize;

    fn check(&self, children: &Children) -> Result<usize, Broken> {
        ensure(!self.red || children.summary(&self.left).is_none(), "a red node has a left child")?;
        Ok(1 + children.summary(&self.left).unwrap_or(0) + children.summary(&self.right).unwrap_or(0))
    }
}

impl Invariant for Forest {
    type Summary = ();

    fn check(&self, children: &Children) -> Result<(), Broken> {
        ensure(children.summary(&self.root).unwrap_or(0) == usize::from(self.len), "the length is wrong")
    }
}

/// The tree as text. Fails on links that do not lead to a node, and on nodes that no link leads to.
fn show(forest: &Forest) -> String {
    fn subtree(forest: &Forest, index: Index, above: Index, n_nodes: &mut usize) -> String {
        if index == NULL {
            return ".".to_owned();
        }
        let node = forest.slots[index.0 as usize].as_ref().expect("a node in the slot");
        assert_eq!(node.parent, above);
        *n_nodes += 1;
        let (left, right) = (subtree(forest, node.left, index, n_nodes), subtree(forest, node.right, index, n_nodes));
        format!("({left}{}{right})", u8::from(node.red))
    }
    let mut n_nodes = 0;
    let text = subtree(forest, forest.root, NULL, &mut n_nodes);
    assert_eq!(forest.slots.iter().flatten().count(), n_nodes);
    text
}

/// All trees, and whether each is valid.
fn all(height: u32) -> Vec<(String, bool)> {
    let mut trees = vec![(".".to_owned(), true)];
    let Some(below) = height.checked_sub(1) else { return trees };
    let below = all(below);
    for (left, left_valid) in &below {
        for (right, right_valid) in &below {
            for red in [0, 1] {
                let valid = *left_valid && *right_valid && (red == 0 || left == ".");
                trees.push((format!("({left}{red}{right})"), valid));
            }
        }
    }
    trees
}

#[test]
fn nodes_lie_in_the_slots_of_their_positions() {
    for height in 0..=3 {
        let valid = all(height).into_iter().filter(|(_, valid)| *valid).map(|(text, _)| text);
        States::of(&[("height", height)], show).are(all(height).into_iter().map(|(text, _)| text)).valid_are(valid);
    }
}

#[test]
fn links_follow_the_buffer_when_it_moves() {
    let mut forest = from_replay::<Forest>("height=2:1.1").expect("a root with a left child");
    assert_eq!(show(&forest), "((.0.)0.)");
    forest.slots.reserve(100);
    assert_eq!(glassbox::native::judge(&*forest), Ok(()));
    forest.len = 3;
    assert_eq!(glassbox::native::judge(&*forest), Err(Broken::new("the length is wrong")));
    forest.discard();
}

#[test]
fn the_mapping_to_slots_is_listed() {
    let space = glassbox::native::Space::new(&[], |plan| plan.structure::<Forest>("forest"));
    assert_eq!(space.skeleton().skipped, ["forest: position p lies in slot p"]);
}
