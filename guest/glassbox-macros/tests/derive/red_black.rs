//! A red-black tree: boxes, a parent pointer, a fieldless enum, opaque keys and values, a count.

use std::ptr;

use glassbox::{Broken, Children, Invariant, Key, Structure, Val, ensure};

use crate::states::{check, check_drops, check_valid, number};

#[derive(Clone, Copy, Debug, PartialEq, Structure)]
enum Color {
    Red,
    Black,
}

#[derive(Structure)]
struct Tree<K, V> {
    root: Option<Box<Node<K, V>>>,
    #[glassbox(count(Node<K, V>))]
    len: usize,
}

#[derive(Structure)]
#[glassbox(sorted(left, key, right))]
struct Node<K, V> {
    left: Option<Box<Node<K, V>>>,
    right: Option<Box<Node<K, V>>>,
    #[glassbox(parent)]
    parent: *mut Node<K, V>,
    color: Color,
    key: K,
    value: V,
}

impl Invariant for Node<Key, Val> {
    /// Black height; whether it is red.
    type Summary = (u8, bool);

    fn check(&self, children: &Children) -> Result<(u8, bool), Broken> {
        let left = children.summary(&self.left).unwrap_or((0, false));
        let right = children.summary(&self.right).unwrap_or((0, false));
        let red = self.color == Color::Red;
        ensure(left.0 == right.0, "black height")?;
        ensure(!red || !(left.1 || right.1), "a red node has a red child")?;
        for child in [&self.left, &self.right].into_iter().flatten() {
            ensure(ptr::eq(child.parent, self), "parent")?;
        }
        Ok((left.0 + u8::from(!red), red))
    }
}

impl Invariant for Tree<Key, Val> {
    type Summary = ();

    fn check(&self, children: &Children) -> Result<(), Broken> {
        ensure(children.summary(&self.root).is_none_or(|(_, red)| !red), "red root")
    }
}

type Link = Option<Box<Node<Key, Val>>>;

/// Prints a tree; parent pointers and the count must be right in every state.
fn show(tree: &Tree<Key, Val>) -> String {
    fn go(link: &Link, parent: *const Node<Key, Val>, count: &mut usize) -> String {
        let Some(node) = link else { return ".".to_owned() };
        assert!(ptr::eq(node.parent, parent), "parent");
        *count += 1;
        let (me, key) = (&raw const **node, number(&node.key));
        format!("({}{:?}{key}{})", go(&node.left, me, count), node.color, go(&node.right, me, count))
    }
    let mut count = 0;
    let text = go(&tree.root, ptr::null(), &mut count);
    assert_eq!(count, tree.len, "count");
    text
}

/// Trees of at most this height as texts, with black height and colour where valid; `first` is the least rank.
fn trees(height: u32, first: u32) -> Vec<(String, Option<(u8, bool)>)> {
    let mut all = vec![(".".to_owned(), Some((0, false)))];
    if height == 0 {
        return all;
    }
    let middle = first + (1 << (height - 1)) - 1;
    for (left, left_ok) in trees(height - 1, first) {
        for (right, right_ok) in trees(height - 1, middle + 1) {
            for color in [Color::Red, Color::Black] {
                let red = color == Color::Red;
                let ok = left_ok.zip(right_ok).filter(|(l, r)| l.0 == r.0 && !(red && (l.1 || r.1)));
                let text = format!("({left}{color:?}{}{right})", 2 * middle + 1);
                all.push((text, ok.map(|(l, _)| (l.0 + u8::from(!red), red))));
            }
        }
    }
    all
}

#[test]
fn all_trees_occur_once() {
    for height in 1..=3 {
        check(&[("height", height)], show, trees(height, 0).into_iter().map(|(text, _)| text));
    }
}

#[test]
fn the_valid_trees_are_the_red_black_trees() {
    let valid = trees(3, 0).into_iter().filter(|(_, ok)| ok.is_some_and(|(_, red)| !red));
    check_valid(&[("height", 3)], show, valid.map(|(text, _)| text));
}

#[test]
fn every_value_is_dropped_once() {
    check_drops(&[("height", 2)], |tree: &Tree<Key, Val>| tree.len);
}
