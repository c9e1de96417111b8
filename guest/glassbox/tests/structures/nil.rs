//! A sentinel instead of null.

use std::ptr;

use glassbox::__private::{Plan, Visitor};
use glassbox::native::{build, enumerate};
use glassbox::{Broken, Children, Invariant, Structure, ensure};

struct Tree {
    /// `nil = |nil| ..`
    nil: *mut Node,
    /// `tree`
    root: *mut Node,
}

struct Node {
    /// `tree`
    left: *mut Node,
    /// `tree`
    right: *mut Node,
    /// `parent`
    parent: *mut Node,
    /// `values = [true]`; the sentinel's is false.
    real: bool,
}

// SAFETY: every field is described once.
unsafe impl Structure for Tree {
    fn sample(_: &mut Plan) -> Self {
        Tree { nil: ptr::null_mut(), root: ptr::null_mut() }
    }

    unsafe fn describe(at: *mut Self, plan: &mut Plan) {
        // SAFETY: the fields of the value at `at`.
        unsafe {
            let nil = plan.field("nil", |plan| {
                plan.sentinel(&raw mut (*at).nil, |nil| Node { left: nil, right: nil, parent: nil, real: false })
            });
            plan.with_nil(nil, |plan| plan.field("root", |plan| plan.tree(&raw mut (*at).root)));
        }
    }

    unsafe fn visit(this: *const Self, visitor: &mut Visitor) {
        // SAFETY: a field of a valid value.
        unsafe { visitor.tree(&raw const (*this).root) }
    }
}

// SAFETY: every field is described once.
unsafe impl Structure for Node {
    fn sample(_: &mut Plan) -> Self {
        Node { left: ptr::null_mut(), right: ptr::null_mut(), parent: ptr::null_mut(), real: true }
    }

    unsafe fn describe(at: *mut Self, plan: &mut Plan) {
        // SAFETY: the fields of the value at `at`.
        unsafe {
            plan.field("left", |plan| plan.tree(&raw mut (*at).left));
            plan.field("right", |plan| plan.tree(&raw mut (*at).right));
            plan.field("parent", |plan| plan.up(&raw mut (*at).parent));
            plan.field("real", |plan| plan.one(&raw mut (*at).real, true));
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
        ensure(self.real, "a sentinel is in the tree")?;
        Ok(1 + children.summary(&self.left).unwrap_or(0) + children.summary(&self.right).unwrap_or(0))
    }
}

impl Invariant for Tree {
    type Summary = ();

    fn check(&self, children: &Children) -> Result<(), Broken> {
        ensure(
            children.summary(&self.root).is_none() == ptr::eq(self.root, self.nil),
            "only the sentinel has no summary",
        )
    }
}

/// The shape, with a dot for the sentinel. Fails on a null link and on a wrong parent.
fn show(node: *mut Node, above: *mut Node, nil: *mut Node) -> String {
    if node == nil {
        return ".".to_owned();
    }
    // SAFETY: neither null nor absent.
    let live = unsafe { &*node };
    assert!(ptr::eq(live.parent, above));
    format!("({}{})", show(live.left, node, nil), show(live.right, node, nil))
}

fn all(height: u32) -> Vec<String> {
    let Some(below) = height.checked_sub(1) else { return vec![".".to_owned()] };
    let below = all(below);
    let nodes = below.iter().flat_map(|left| below.iter().map(move |right| format!("({left}{right})")));
    std::iter::once(".".to_owned()).chain(nodes).collect()
}

#[test]
fn a_sentinel_plays_null() {
    let mut found = Vec::new();
    enumerate::<Tree>(&[("height", 3)], |tree, _, valid| {
        assert!(valid);
        found.push(show(tree.root, tree.nil, tree.nil));
    });
    let mut expect = all(3);
    found.sort_unstable();
    expect.sort_unstable();
    assert_eq!(found, expect);
}

#[test]
fn two_states_have_two_sentinels() {
    let (first, second) = (build::<Tree>(&[], &[0; 7]), build::<Tree>(&[], &[0; 7]));
    let (first, second) = (first.expect("a state"), second.expect("a state"));
    assert_ne!(first.nil, second.nil);
    assert!(glassbox::native::judge(&*first).is_ok() && glassbox::native::judge(&*second).is_ok());
    drop(first);
    assert!(glassbox::native::judge(&*second).is_ok(), "the other sentinel is still known");
}
