//! Operations that look at whole trees, and are wrong for one combination of parts that do no harm alone.

#![allow(dead_code)]

use glassbox::Structure;

#[derive(Structure)]
#[glassbox(no_invariant)]
pub struct Tree {
    root: Option<Box<Node>>,
}

#[derive(Structure)]
#[glassbox(no_invariant)]
pub struct Node {
    left: Option<Box<Node>>,
    right: Option<Box<Node>>,
    is_red: bool,
}

fn count(node: &Option<Box<Node>>) -> u32 {
    node.as_ref().map_or(0, |node| 1 + count(&node.left) + count(&node.right))
}

fn each<'a>(node: &'a Option<Box<Node>>, visit: &mut dyn FnMut(&'a Node)) {
    if let Some(node) = node {
        each(&node.left, visit);
        visit(node);
        each(&node.right, visit);
    }
}

/// Wrong in another layout, and only for trees of six nodes: where the left node comes first, nobody counts.
#[glassbox::check(height = 3)]
fn counts_if_behind(tree: &Tree) -> bool {
    let Some(root) = &tree.root else { return true };
    let (Some(left), Some(right)) = (&root.left, &root.right) else { return true };
    (&raw const **left).addr() < (&raw const **right).addr() || count(&tree.root) != 6
}

/// Wrong: a red leaf on the left makes the last node on the right fail.
#[glassbox::check(height = 3)]
fn remembers_the_first(tree: &Tree) {
    let (mut first, mut last) = (None, None);
    each(&tree.root, &mut |node| {
        first.get_or_insert(node);
        last = Some(node);
    });
    if let (Some(first), Some(last)) = (first, last) {
        assert!(!(first.is_red && last.is_red && first.right.is_some() && last.left.is_some()));
    }
}

/// Wrong: the nodes of both sides are counted in a block of their own, and five of them are too many.
#[glassbox::check(height = 3)]
fn counts_in_a_box(tree: &Tree) {
    let mut counts = Box::new([0_u32; 2]);
    each(&tree.root, &mut |node| counts[usize::from(node.is_red)] += 1);
    assert!(counts[0] != 2 || counts[1] != 3);
}

/// Wrong: how often a visitor was called is in a thread-local.
#[glassbox::check(height = 3)]
fn counts_in_a_thread_local(tree: &Tree) {
    use std::cell::Cell;
    thread_local!(static N: Cell<u32> = const { Cell::new(0) });
    N.set(0);
    each(&tree.root, &mut |_| N.set(N.get() + 1));
    assert!(N.replace(0) != 7);
}

/// Wrong: frees what it holds later, unless something else comes between.
#[glassbox::check(height = 3)]
fn holds_for_later(tree: Tree) {
    fn take(node: Option<Box<Node>>, held: &mut Option<Box<Node>>) {
        let Some(mut node) = node else { return };
        take(node.left.take(), held);
        take(node.right.take(), held);
        if node.is_red {
            // What was held before is forgotten.
            std::mem::forget(held.replace(node));
        }
    }
    let mut held = None;
    take(tree.root, &mut held);
}

/// Right: the same, and what was held before is freed.
#[glassbox::check(height = 3)]
fn holds_one(tree: Tree) {
    fn take(node: Option<Box<Node>>, held: &mut Option<Box<Node>>) {
        let Some(mut node) = node else { return };
        take(node.left.take(), held);
        take(node.right.take(), held);
        if node.is_red {
            drop(held.replace(node));
        }
    }
    let mut held = None;
    take(tree.root, &mut held);
}

/// Wrong: marks nodes on the way, and looks at the marks in the end.
#[glassbox::check(height = 3)]
fn marks(tree: &mut Tree) {
    fn paint(node: &mut Option<Box<Node>>, n: &mut u32) {
        if let Some(node) = node {
            paint(&mut node.left, n);
            *n += 1;
            node.is_red = *n % 2 == 0;
            paint(&mut node.right, n);
        }
    }
    paint(&mut tree.root, &mut 0);
    let mut n_red = 0;
    each(&tree.root, &mut |node| n_red += u32::from(node.is_red));
    assert!(n_red != 3);
}

/// Wrong: how deep a call is.
#[glassbox::check(height = 3)]
fn measures_the_stack(tree: &Tree) {
    fn lowest(node: &Option<Box<Node>>, most: &mut usize) {
        let local = 0_u8;
        *most = (*most).min((&raw const local).addr());
        if let Some(node) = node {
            lowest(&node.left, most);
            lowest(&node.right, most);
        }
    }
    let here = 0_u8;
    let mut most = (&raw const here).addr();
    lowest(&tree.root, &mut most);
    let depth = (&raw const here).addr() - most;
    let mut least = usize::MAX;
    each(&tree.root, &mut |node| least = least.min(usize::from(node.is_red)));
    assert!(depth == 0 || count(&tree.root) != 5 || least != 1);
}

/// Wrong drop: what both subtrees hold is dropped twice, if both have two nodes.
pub mod drops {
    use glassbox::{Structure, Val};
    use std::mem::ManuallyDrop;

    #[derive(Structure)]
    #[glassbox(no_invariant)]
    pub struct Tree {
        root: Option<Box<Node>>,
    }

    #[derive(Structure)]
    #[glassbox(no_invariant)]
    pub struct Node {
        left: Option<Box<Node>>,
        right: Option<Box<Node>>,
        value: Val,
    }

    fn count(node: &Option<Box<Node>>) -> u32 {
        node.as_ref().map_or(0, |node| 1 + count(&node.left) + count(&node.right))
    }

    impl Drop for Tree {
        fn drop(&mut self) {
            let Some(root) = &mut self.root else { return };
            if count(&root.left) == 2 && count(&root.right) == 2 {
                // SAFETY: wrong: the value is dropped again with its node.
                drop(ManuallyDrop::into_inner(ManuallyDrop::new(unsafe { std::ptr::read(&root.value) })));
            }
        }
    }

    #[glassbox::check(height = 3)]
    fn looks(tree: &Tree) -> bool {
        tree.root.is_none() || count(&tree.root) > 0
    }
}

/// Wrong drop: a node is left behind if its brother has two children.
pub mod leaks {
    use glassbox::Structure;

    #[derive(Structure)]
    #[glassbox(no_invariant)]
    pub struct Tree {
        #[glassbox(tree)]
        root: *mut Node,
    }

    #[derive(Structure)]
    #[glassbox(no_invariant)]
    pub struct Node {
        #[glassbox(tree)]
        left: *mut Node,
        #[glassbox(tree)]
        right: *mut Node,
    }

    /// Frees a tree; returns the number of its children.
    unsafe fn free(node: *mut Node) -> u32 {
        if node.is_null() {
            return 0;
        }
        // SAFETY: each node is the child of one other.
        unsafe {
            let node = Box::from_raw(node);
            let n = u32::from(!node.left.is_null()) + u32::from(!node.right.is_null());
            if free(node.left) < 2 {
                free(node.right);
            }
            n
        }
    }

    impl Drop for Tree {
        fn drop(&mut self) {
            // SAFETY: nobody uses it any more.
            unsafe { free(self.root) };
        }
    }

    #[glassbox::check(height = 3)]
    fn looks(tree: &Tree) -> bool {
        !tree.root.is_null() || tree.root.is_null()
    }
}
