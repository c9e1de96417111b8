//! The first minutes of a new user, with the commands of the documentation.

use insta::assert_snapshot;

use crate::story::{Story, guest_crate};

/// A stack that is described where `@cfg@` holds.
const STACK: &str = "
#[derive(Default)]
#[cfg_attr(@cfg@, derive(glassbox::Structure), glassbox(no_invariant))]
pub struct Stack {
    items: Vec<u8>,
}
";

const CHECK: &str = "
    use super::*;

    /// What was pushed last is popped first.
    #[glassbox::check(len = 3)]
    fn push_then_pop(
        #[glassbox(domain(u8 = 0..3))] stack: &mut Stack,
        #[glassbox(values = 0..3)] item: u8,
    ) {
        stack.items.push(item);
        assert_eq!(stack.items.pop(), Some(item));
    }
";

/// A library with a stack and a check that exist where `cfg` holds.
fn library(cfg: &str) -> String {
    format!("{STACK}\n#[cfg(@cfg@)]\nmod checks {{{CHECK}}}\n").replace("@cfg@", cfg)
}

#[test]
fn cargo_new_with_a_dev_dependency() {
    let story = Story::empty("new-user-dev");
    story.cargo("new --lib --vcs none fresh").succeeded();
    let fresh = story.inside("fresh");
    fresh.cargo(&format!("add --dev --path {}", guest_crate())).succeeded();
    fresh.write("src/lib.rs", &library("test"));
    fresh.pin_dependencies();
    assert_snapshot!(fresh.cargo("glassbox list").text());
}

#[test]
fn cargo_new_with_a_cfg_dependency() {
    let story = Story::empty("new-user-cfg");
    story.cargo("new --lib --vcs none fresh").succeeded();
    let fresh = story.inside("fresh");
    fresh.cargo(&format!("add --target cfg(glassbox) --path {}", guest_crate())).succeeded();
    fresh.write("src/lib.rs", &library("glassbox"));
    fresh.pin_dependencies();
    assert_snapshot!(fresh.cargo("glassbox list").text());
}

/// A balanced tree by an author who does not know glassbox and forgot one of four rotations.
const TREE: &str = r#"
use std::cmp::Ordering;

pub struct Tree<K> {
    root: Option<Box<Node<K>>>,
}

struct Node<K> {
    left: Option<Box<Node<K>>>,
    key: K,
    right: Option<Box<Node<K>>>,
}

impl<K: Ord> Tree<K> {
    pub fn new() -> Self {
        Self { root: None }
    }

    pub fn insert(&mut self, key: K) {
        insert(&mut self.root, key);
    }
}

fn height<K>(tree: &Option<Box<Node<K>>>) -> u32 {
    tree.as_ref().map_or(0, |node| 1 + height(&node.left).max(height(&node.right)))
}

fn insert<K: Ord>(tree: &mut Option<Box<Node<K>>>, key: K) {
    let Some(node) = tree else {
        *tree = Some(Box::new(Node { left: None, key, right: None }));
        return;
    };
    match key.cmp(&node.key) {
        Ordering::Less => insert(&mut node.left, key),
        Ordering::Equal => {}
        Ordering::Greater => insert(&mut node.right, key),
    }
    balance(tree);
}

fn balance<K>(tree: &mut Option<Box<Node<K>>>) {
    let Some(node) = tree else { return };
    if height(&node.left) > height(&node.right) + 1 {
        if let Some(left) = &node.left
            && height(&left.right) > height(&left.left)
        {
            rotate_left(&mut node.left);
        }
        rotate_right(tree);
    } else if height(&node.right) > height(&node.left) + 1 {
        /* rotate the right child first if it leans to the left */
        rotate_left(tree);
    }
}

fn rotate_left<K>(tree: &mut Option<Box<Node<K>>>) {
    let mut upper = tree.take().expect("there is a node to rotate");
    let mut lower = upper.right.take().expect("the higher side is not empty");
    upper.right = lower.left.take();
    lower.left = Some(upper);
    *tree = Some(lower);
}

fn rotate_right<K>(tree: &mut Option<Box<Node<K>>>) {
    let mut upper = tree.take().expect("there is a node to rotate");
    let mut lower = upper.left.take().expect("the higher side is not empty");
    upper.left = lower.right.take();
    lower.right = Some(upper);
    *tree = Some(lower);
}
"#;

/// The forgotten rotation.
const FIX: &str = "if let Some(right) = &node.right
            && height(&right.left) > height(&right.right)
        {
            rotate_right(&mut node.right);
        }";

/// The checks and invariants that the user writes instead of those of `init`.
const CHECKS: &str = "use glassbox::{Broken, Children, Invariant, Key, ensure};

use super::{Node, Tree};

impl Invariant for Node<Key> {
    type Summary = u8; // the height

    fn check(&self, children: &Children) -> Result<u8, Broken> {
        let (left, right) = (children.summary_or(&self.left, 0), children.summary_or(&self.right, 0));
        ensure(left.abs_diff(right) <= 1, \"one side is higher than the other by more than one\")?;
        Ok(1 + left.max(right))
    }
}

impl Invariant for Tree<Key> {
    type Summary = ();

    fn check(&self, _: &Children) -> Result<(), Broken> {
        Ok(())
    }
}

/// Insertion keeps the tree balanced and in order, and adds the key.
#[glassbox::check(height = 4, adds(key))]
fn insert(#[glassbox(new = Tree::new())] tree: &mut Tree<Key>, key: Key) {
    tree.insert(key);
}
";

/// From no checks to a bug, its explanation, a plain test, and a pass.
#[test]
fn the_first_ten_minutes() {
    let story = Story::empty("first-ten-minutes");
    story.cargo("new --lib --vcs none balanced").succeeded();
    let fresh = story.inside("balanced");
    fresh.write("src/lib.rs", TREE);
    fresh.cargo(&format!("add --target cfg(glassbox) --path {}", guest_crate())).succeeded();
    fresh.pin_dependencies();
    let missing = fresh.cargo("glassbox doctor").text();
    assert!(missing.contains("check-cfg"), "it says what is missing: {missing}");

    // `init` writes the first checks. They know nothing about balance, so they hold.
    assert_snapshot!("first_ten_minutes_init", fresh.cargo("glassbox init").text());
    assert_eq!(fresh.cargo("glassbox doctor").code(), 0);
    assert_snapshot!("first_ten_minutes_begun", fresh.cargo("glassbox").text());

    // Only the author knows when a tree is balanced.
    let described = std::fs::read_to_string(fresh.path("src/lib.rs")).unwrap();
    let described = described.replace(", glassbox(no_invariant)", "").replace("no_invariant, ", "");
    fresh.write("src/lib.rs", &described);
    fresh.write("src/checks.rs", CHECKS);
    let broken = fresh.cargo("glassbox --emit-tests");
    assert_snapshot!("first_ten_minutes_broken", broken.text());
    let text = broken.text();
    let replay = text.split('\'').nth(1).expect("a failure ends with what to type");
    assert_eq!(fresh.cargo(&format!("glassbox replay {replay}")).code(), 1);

    // The emitted test fails natively for the same reason.
    let natively = fresh.cargo("test --lib");
    assert_eq!(natively.code(), 101, "{}", natively.text());
    let reason = "is broken: one side is higher than the other by more than one";
    assert!(text.contains(reason) && natively.text().contains(reason), "{}", natively.text());

    fresh.write("src/lib.rs", &described.replace("/* rotate the right child first if it leans to the left */", FIX));
    fresh.cargo("test --lib").succeeded();
    assert_eq!(fresh.cargo(&format!("glassbox replay {replay}")).code(), 0);
    assert_snapshot!("first_ten_minutes_fixed", fresh.cargo("glassbox").text());
}
