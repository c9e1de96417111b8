//! Generated code raises no warning, not even where all of them are errors.
#![deny(warnings, unused, future_incompatible, keyword_idents, missing_docs, nonstandard_style, rust_2018_idioms)]
#![deny(unused_qualifications, unused_results, trivial_casts, missing_debug_implementations, unreachable_pub)]
#![deny(unused_extern_crates, unused_lifetimes, single_use_lifetimes, elided_lifetimes_in_paths, let_underscore)]
#![forbid(unsafe_code)]

use glassbox::{Broken, Children, Invariant, Key, Structure, Val};

/// A map.
#[derive(Debug, Structure)]
pub struct Map<K, V> {
    root: Option<Box<Node<K, V>>>,
    #[glassbox(count(Node<K, V>))]
    len: usize,
    #[glassbox(skip = ())]
    #[deprecated]
    old: (),
}

/// A node.
#[derive(Debug, Structure)]
#[glassbox(sorted(left, key, right))]
pub struct Node<K, V> {
    left: Option<Box<Node<K, V>>>,
    right: Option<Box<Node<K, V>>>,
    key: K,
    value: V,
    kind: Kind,
    extra: Extra,
    #[glassbox(alias)]
    cache: *const Node<K, V>,
}

#[derive(Clone, Copy, Debug, PartialEq, Structure)]
#[allow(non_camel_case_types)]
enum Kind {
    one,
    two,
}

#[derive(Debug, Structure)]
enum Extra {
    Unit,
    Only(#[glassbox(values = [1, 2])] u8),
    Pair { a: bool, b: Option<Box<Leaf>> },
}

#[derive(Debug, Structure)]
#[glassbox(no_invariant)]
struct Leaf(Single);

#[derive(Debug, Structure)]
enum Single {
    Only(bool),
}

impl Invariant for Node<Key, Val> {
    type Summary = ();

    fn check(&self, _: &Children) -> Result<(), Broken> {
        Ok(())
    }
}

impl Invariant for Map<Key, Val> {
    type Summary = ();

    fn check(&self, _: &Children) -> Result<(), Broken> {
        Ok(())
    }
}

#[glassbox::check(height = 2)]
fn same(map: &mut Map<Key, Val>, key: Key, #[glassbox(domain(u8 = 0..3))] pair: (u8, bool)) -> bool {
    (map.len == map.len) & (key == key) & (pair == pair)
}

fn main() {}
