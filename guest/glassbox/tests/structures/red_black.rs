//! A red-black tree: boxes, parent pointers, opaque keys and values, a count of the nodes.

use std::ptr;

use glassbox::__private::{Plan, Visitor};
use glassbox::{Broken, Children, Finite, Invariant, Key, Link, Structure, Val, ensure};

use crate::states::{States, drops_everything_once, number};

#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Color {
    Red,
    Black,
}

pub(crate) struct Tree<K, V> {
    pub(crate) root: Option<Box<Node<K, V>>>,
    /// `count(Node<K, V>)`
    pub(crate) len: usize,
}

/// `sorted(left, key, right)`
pub(crate) struct Node<K, V> {
    pub(crate) left: Option<Box<Node<K, V>>>,
    pub(crate) right: Option<Box<Node<K, V>>>,
    /// `parent`
    pub(crate) parent: *mut Node<K, V>,
    pub(crate) color: Color,
    pub(crate) key: K,
    pub(crate) value: V,
}

// --- What the derive stands for ---

impl Finite for Color {
    fn all() -> Vec<Self> {
        vec![Color::Red, Color::Black]
    }
}

// SAFETY: the one cell is the enum itself.
unsafe impl Structure for Color {
    fn values(plan: &mut Plan) -> Option<Vec<Self>> {
        Some(plan.env().unwrap_or_else(Self::all))
    }

    fn sample(_: &mut Plan) -> Self {
        Color::Red
    }

    unsafe fn describe(at: *mut Self, plan: &mut Plan) {
        plan.flat(at);
    }

    unsafe fn visit(_: *const Self, _: &mut Visitor) {}

    fn label(&self) -> String {
        format!("{self:?}")
    }
}

// SAFETY: every field is described once.
unsafe impl<K, V> Structure for Tree<K, V>
where
    Option<Box<Node<K, V>>>: Structure,
{
    fn possible(plan: &mut Plan) -> bool {
        <Option<Box<Node<K, V>>> as Structure>::possible(plan)
    }

    fn sample(plan: &mut Plan) -> Self {
        Tree { root: Structure::sample(plan), len: 0 }
    }

    unsafe fn describe(at: *mut Self, plan: &mut Plan) {
        // SAFETY: the fields of the value at `at`.
        unsafe {
            plan.field("root", |plan| Structure::describe(&raw mut (*at).root, plan));
            plan.field("len", |plan| plan.count::<Node<K, V>>(&raw mut (*at).len));
        }
    }

    unsafe fn visit(this: *const Self, visitor: &mut Visitor) {
        // SAFETY: a field of a valid value.
        unsafe { Structure::visit(&raw const (*this).root, visitor) }
    }
}

// SAFETY: every field is described once.
unsafe impl<K, V> Structure for Node<K, V>
where
    K: Structure,
    V: Structure,
    Option<Box<Node<K, V>>>: Structure,
    *mut Node<K, V>: Link,
{
    fn possible(plan: &mut Plan) -> bool {
        <Option<Box<Node<K, V>>> as Structure>::possible(plan) && K::possible(plan) && V::possible(plan)
    }

    fn sample(plan: &mut Plan) -> Self {
        Node {
            left: Structure::sample(plan),
            right: Structure::sample(plan),
            parent: ptr::null_mut(),
            color: Structure::sample(plan),
            key: Structure::sample(plan),
            value: Structure::sample(plan),
        }
    }

    unsafe fn describe(at: *mut Self, plan: &mut Plan) {
        // SAFETY: the fields of the value at `at`.
        unsafe {
            plan.sorted(|plan| {
                plan.field("left", |plan| Structure::describe(&raw mut (*at).left, plan));
                plan.field("key", |plan| Structure::describe(&raw mut (*at).key, plan));
                plan.field("right", |plan| Structure::describe(&raw mut (*at).right, plan));
            });
            plan.field("parent", |plan| plan.up(&raw mut (*at).parent));
            plan.field("color", |plan| Structure::describe(&raw mut (*at).color, plan));
            plan.field("value", |plan| Structure::describe(&raw mut (*at).value, plan));
        }
    }

    unsafe fn visit(this: *const Self, visitor: &mut Visitor) {
        // SAFETY: the fields of a valid value.
        unsafe {
            Structure::visit(&raw const (*this).left, visitor);
            Structure::visit(&raw const (*this).right, visitor);
            Structure::visit(&raw const (*this).key, visitor);
            Structure::visit(&raw const (*this).value, visitor);
        }
    }
}

// --- The user's ---

/// Black height, and whether the node is red.
type Summary = (u32, bool);

impl<K: Structure + Ord, V: Structure> Invariant for Node<K, V> {
    type Summary = Summary;

    fn check(&self, children: &Children) -> Result<Summary, Broken> {
        let (left, left_is_red) = children.summary(&self.left).unwrap_or((0, false));
        let (right, right_is_red) = children.summary(&self.right).unwrap_or((0, false));
        let red = self.color == Color::Red;
        ensure(left == right, "the black heights differ")?;
        ensure(!red || !(left_is_red || right_is_red), "a red node has a red child")?;
        for child in [&self.left, &self.right].into_iter().flatten() {
            ensure(ptr::eq(child.parent, self), "a child does not know its parent")?;
        }
        ensure(self.left.as_ref().is_none_or(|child| child.key < self.key), "the left child is not less")?;
        ensure(self.right.as_ref().is_none_or(|child| child.key > self.key), "the right child is not greater")?;
        Ok((left + u32::from(!red), red))
    }
}

impl<K: Structure + Ord, V: Structure> Invariant for Tree<K, V> {
    type Summary = ();

    fn check(&self, children: &Children) -> Result<(), Broken> {
        ensure(!children.summary(&self.root).is_some_and(|(_, red)| red), "the root is red")
    }
}

// --- Tests ---

/// The tree as text. Fails on parent pointers that are not right, and on a length that is not.
pub(crate) fn show(tree: &Tree<Key, Val>) -> String {
    fn subtree(node: Option<&Node<Key, Val>>, above: *const Node<Key, Val>, n_nodes: &mut usize) -> String {
        let Some(node) = node else { return ".".to_owned() };
        assert!(ptr::eq(node.parent, above), "a parent pointer is wrong");
        *n_nodes += 1;
        let left = subtree(node.left.as_deref(), node, n_nodes);
        let right = subtree(node.right.as_deref(), node, n_nodes);
        format!("({left}{:?}{}{right})", node.color, number(&node.key))
    }
    let mut n_nodes = 0;
    let text = subtree(tree.root.as_deref(), ptr::null(), &mut n_nodes);
    assert_eq!(n_nodes, tree.len, "the count is wrong");
    text
}

/// Every tree of this height whose leftmost position has rank `first`, with black height and whether its root is red
/// if it is a red-black tree.
fn all(height: u32, first: u32) -> Vec<(String, Option<Summary>)> {
    let mut trees = vec![(".".to_owned(), Some((0, false)))];
    let Some(below) = height.checked_sub(1) else { return trees };
    let rank = first + (1 << below) - 1;
    for (left, left_is) in all(below, first) {
        for (right, right_is) in all(below, rank + 1) {
            for color in Color::all() {
                let red = color == Color::Red;
                let is =
                    left_is.zip(right_is).filter(|(left, right)| left.0 == right.0 && !(red && (left.1 || right.1)));
                let text = format!("({left}{color:?}{}{right})", 2 * rank + 1);
                trees.push((text, is.map(|(left, _)| (left.0 + u32::from(!red), red))));
            }
        }
    }
    trees
}

#[test]
fn red_black_trees_are_all_colored_search_trees() {
    for height in 0..=3 {
        let expect = all(height, 0);
        let is_valid = |is: &Option<Summary>| is.is_some_and(|(_, red)| !red);
        let valid: Vec<String> = expect.iter().filter(|(_, is)| is_valid(is)).map(|(text, _)| text.clone()).collect();
        States::of::<Tree<Key, Val>>(&[("height", height)], show)
            .are(expect.into_iter().map(|(text, _)| text))
            .valid_are(valid);
    }
}

/// The tokens in a tree.
fn tokens(tree: &Tree<Key, Val>) -> Vec<u32> {
    let mut tokens = Vec::new();
    let mut todo: Vec<&Node<Key, Val>> = tree.root.as_deref().into_iter().collect();
    while let Some(node) = todo.pop() {
        tokens.push(number(&node.value));
        todo.extend([&node.left, &node.right].into_iter().filter_map(|link| link.as_deref()));
    }
    tokens
}

#[test]
fn each_value_of_a_tree_is_dropped_once() {
    // Under Miri, the states of height 3 take too long to list.
    drops_everything_once::<Tree<Key, Val>>(&[("height", if cfg!(miri) { 2 } else { 3 })], tokens);
}
