//! A tree of shared nodes that know their parents.
//!
//! It is explored and not described: `derive(Structure)` has no `Rc`, because the judge accepts exactly one owner of each block.
//!
//! Features whose names begin with `bug-` plant a bug each: they are there to be found.

use std::cell::{Cell, RefCell};
use std::rc::{Rc, Weak};

/// A tree, with nodes in the order of their names: a parent comes before its children, which are in order.
#[derive(Debug, Default)]
pub struct Tree {
    root: Rc<Node>,
}

/// A node.
#[derive(Debug, Default)]
struct Node {
    is_marked: Cell<bool>,
    parent: RefCell<Weak<Node>>,
    children: RefCell<Vec<Rc<Node>>>,
}

impl Tree {
    /// A tree with one node.
    pub fn new() -> Self {
        Self::default()
    }

    /// Number of nodes.
    pub fn len(&self) -> usize {
        self.nodes().len()
    }

    /// Whether there is only the root.
    pub fn is_empty(&self) -> bool {
        self.len() == 1
    }

    /// All nodes, in order.
    fn nodes(&self) -> Vec<Rc<Node>> {
        let mut nodes = vec![Rc::clone(&self.root)];
        let mut at = 0;
        while let Some(node) = nodes.get(at).cloned() {
            at += 1;
            nodes.splice(at..at, node.children.borrow().iter().cloned());
        }
        nodes
    }

    /// Adds a child to a node; says whether there is such a node.
    pub fn add(&mut self, parent: usize) -> bool {
        let Some(parent) = self.nodes().get(parent).cloned() else { return false };
        let child = Rc::new(Node::default());
        *child.parent.borrow_mut() = Rc::downgrade(&parent);
        if cfg!(feature = "bug-add-owns-parent") {
            std::mem::forget(Rc::clone(&parent));
        }
        parent.children.borrow_mut().push(child);
        true
    }

    /// Removes a node with all below it; the root stays.
    pub fn remove(&mut self, node: usize) -> bool {
        let Some(node) = self.nodes().get(node).cloned() else { return false };
        let Some(parent) = node.parent.borrow().upgrade() else { return false };
        parent.children.borrow_mut().retain(|child| !Rc::ptr_eq(child, &node));
        true
    }

    /// Moves the children of a node to its parent, behind the others.
    pub fn give_up_children(&mut self, node: usize) -> bool {
        let Some(node) = self.nodes().get(node).cloned() else { return false };
        let Some(parent) = node.parent.borrow().upgrade() else { return false };
        for child in node.children.take() {
            if !cfg!(feature = "bug-adopt-forgets-parent") {
                *child.parent.borrow_mut() = Rc::downgrade(&parent);
            }
            parent.children.borrow_mut().push(child);
        }
        true
    }

    /// Marks a node and all nodes above it.
    pub fn mark(&mut self, node: usize) {
        let mut next = self.nodes().get(node).cloned();
        while let Some(node) = next {
            node.is_marked.set(true);
            next = node.parent.borrow().upgrade();
        }
    }

    /// Whether every node is known to its children.
    pub fn has_right_parents(&self) -> bool {
        let is_parent = |parent: &Rc<Node>, child: &Rc<Node>| {
            child.parent.borrow().upgrade().is_some_and(|known| Rc::ptr_eq(&known, parent))
        };
        let is_known = |node: &Rc<Node>| node.children.borrow().iter().all(|child| is_parent(node, child));
        self.nodes().iter().all(is_known)
    }
}

/// Every sequence of operations, with trees of up to four nodes.
#[glassbox::explore(operations = 4)]
mod tree {
    use super::Tree;

    pub fn new() -> Tree {
        Tree::new()
    }

    pub fn add(tree: &mut Tree, #[glassbox(values = 0..4)] parent: usize) {
        tree.add(parent);
    }

    pub fn remove(tree: &mut Tree, #[glassbox(values = 0..4)] node: usize) {
        tree.remove(node);
    }

    pub fn give_up_children(tree: &mut Tree, #[glassbox(values = 0..4)] node: usize) {
        tree.give_up_children(node);
    }

    pub fn mark(tree: &mut Tree, #[glassbox(values = 0..4)] node: usize) {
        tree.mark(node);
    }

    pub fn parents_are_right(tree: &Tree) -> bool {
        tree.has_right_parents()
    }
}
