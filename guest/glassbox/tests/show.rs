//! What is in a value, in words: as pictures of structures show it.

use std::ptr;

use glassbox::native::show;
use glassbox::{Key, Structure, Val};

#[track_caller]
fn shows<T: Structure>(value: &T, expect: &[(&str, &str)]) {
    let shown = show(value);
    let shown: Vec<(&str, &str)> = shown.iter().map(|(name, text)| (name.as_str(), text.as_str())).collect();
    assert_eq!(shown, expect);
}

#[derive(Structure)]
#[glassbox(no_invariant)]
struct Node {
    #[glassbox(parent)]
    up: *mut Node,
    #[glassbox(tree)]
    down: *mut Node,
    #[glassbox(alias)]
    side: *mut Node,
    next: Option<Box<Node>>,
    #[glassbox(tree)]
    all: [*mut Node; 2],
    #[glassbox(count(Node))]
    len: u16,
    #[glassbox(values = [3, 4])]
    odd: i64,
    #[glassbox(skip = 1)]
    skipped: u8,
}

#[test]
fn links_counts_and_values() {
    let null = ptr::null_mut();
    let mut last = Node { up: null, down: null, side: null, next: None, all: [null; 2], len: 1, odd: 4, skipped: 1 };
    let none = [("down", "null"), ("side", "null"), ("next", "null"), ("all.0", "null"), ("all.1", "null")];
    shows(&last, &[&none[..], &[("len", "1"), ("odd", "4")]].concat());
    let at = &raw mut last;
    let first = Node { up: at, down: at, side: at, next: None, all: [null, at], len: 2, odd: 3, skipped: 1 };
    let some = [("down", ".."), ("side", ".."), ("next", "null"), ("all.0", "null"), ("all.1", "..")];
    shows(&first, &[&some[..], &[("len", "2"), ("odd", "3")]].concat());
}

#[derive(Clone, Copy, Structure)]
enum Color {
    Red,
    Black,
}

#[derive(Structure)]
enum Entry {
    Free,
    Plain(u8, Option<bool>),
    Named { color: Color, pair: (char, u8) },
}

#[derive(Structure)]
#[glassbox(no_invariant)]
struct Page {
    colors: [Color; 2],
    entries: Vec<Entry>,
    maybe: Option<(bool, u8)>,
}

#[test]
fn enums_and_vectors() {
    let mut entries = Vec::with_capacity(5);
    entries.extend([Entry::Free, Entry::Plain(7, Some(true)), Entry::Named { color: Color::Red, pair: ('x', 1) }]);
    let page = Page { colors: [Color::Black, Color::Red], entries, maybe: Some((true, 2)) };
    let colors = [("colors.0", "Black"), ("colors.1", "Red")];
    let entries = [
        ("entries", "3 of 5"),
        ("entries.0", "Free"),
        ("entries.1", "Plain(7, Some(true))"),
        ("entries.2", "Named(Red, x, 1)"),
    ];
    shows(&page, &[&colors[..], &entries, &[("maybe", "Some(true, 2)")]].concat());
}

/// Keys and values come with a state.
#[derive(Structure)]
#[glassbox(no_invariant)]
struct Pair {
    key: Key,
    value: Option<Val>,
}

#[test]
fn keys_and_values() {
    let built = glassbox::native::build::<Pair>(&[], &[1]).expect("a state");
    shows(&*built, &[("key", "1"), ("value", "Some"), ("value", "1")]);
    built.discard();
}

/// A node whose variants have links.
#[derive(Structure)]
#[glassbox(no_invariant)]
enum Tree {
    Leaf,
    Inner(Box<Tree>, u8),
}

#[test]
fn a_variant_with_links_is_taken_apart() {
    shows(&Tree::Leaf, &[("", "Leaf")]);
    shows(&Tree::Inner(Box::new(Tree::Leaf), 3), &[("", "Inner"), ("Inner.0", ".."), ("Inner.1", "3")]);
}
