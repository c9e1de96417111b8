//! A node with a length: arrays of which only the first elements are in use, keys between children.

use std::mem::MaybeUninit;

use glassbox::{Broken, Children, Invariant, Key, Structure, ensure};

use crate::states::{check, check_valid, number};

#[derive(Structure)]
#[glassbox(sorted(interleave(children, keys)))]
struct Node<K> {
    #[glassbox(len = len)]
    keys: [MaybeUninit<K>; 3],
    len: u8,
    #[glassbox(len = len + 1)]
    children: [Option<Box<Node<K>>>; 4],
}

impl Node<Key> {
    fn len(&self) -> usize {
        usize::from(self.len)
    }

    fn key(&self, i: usize) -> &Key {
        assert!(i < self.len());
        // SAFETY: elements below the length are in use.
        unsafe { self.keys[i].assume_init_ref() }
    }
}

impl Invariant for Node<Key> {
    /// The height.
    type Summary = u8;

    fn check(&self, children: &Children) -> Result<u8, Broken> {
        let len = self.len();
        ensure(len > 0, "empty")?;
        ensure((1..len).all(|i| self.key(i - 1) < self.key(i)), "order")?;
        let heights = children.summary(&self.children);
        let n_children = heights.iter().flatten().count();
        ensure(n_children == 0 || n_children == len + 1, "number of children")?;
        ensure(heights[..=len].iter().all(|height| *height == heights[0]), "depth")?;
        Ok(heights[0].unwrap_or(0) + 1)
    }
}

fn show(node: &Node<Key>) -> String {
    let mut text = "(".to_owned();
    for i in 0..=node.len() {
        text += &node.children[i].as_deref().map_or_else(|| ".".to_owned(), show);
        if i < node.len() {
            text += &number(node.key(i)).to_string();
        }
    }
    assert!(node.children[node.len() + 1..].iter().all(Option::is_none), "a child where no key is");
    text + ")"
}

/// The number of keys in the complete tree.
fn size(height: Option<u32>) -> u32 {
    height.map_or(0, |height| 3 + 4 * size(height.checked_sub(1)))
}

/// Nodes with so many levels below as texts, with the height where valid; `first` is the least rank.
fn nodes(below: u32, first: u32) -> Vec<(String, Option<u32>)> {
    let step = size(below.checked_sub(1)) + 1;
    let child = |i: u32| {
        let mut all = vec![(".".to_owned(), Some(0))];
        if below > 0 {
            all.extend(nodes(below - 1, first + i * step));
        }
        all
    };
    let mut all = Vec::new();
    for len in 0..=3 {
        let mut rows: Vec<(String, Vec<Option<u32>>)> = vec![("(".to_owned(), Vec::new())];
        for i in 0..=len {
            let children = child(i);
            let key = if i < len { (2 * (first + (i + 1) * step - 1) + 1).to_string() } else { ")".to_owned() };
            let longer = rows.iter().flat_map(|(text, heights)| {
                let next = |(child, height): &(String, Option<u32>)| {
                    (format!("{text}{child}{key}"), [heights.as_slice(), &[*height]].concat())
                };
                children.iter().map(next).collect::<Vec<_>>()
            });
            rows = longer.collect();
        }
        all.extend(rows.into_iter().map(|(text, heights)| {
            let even = len > 0 && heights.iter().all(|height| *height == heights[0]);
            (text, heights[0].filter(|_| even).map(|height| height + 1))
        }));
    }
    all
}

#[test]
fn every_length_has_its_keys_and_children_and_nothing_else() {
    // A height of 0 cannot be asked for; a leaf is what is below the last level.
    check(&[("height", 1)], show, nodes(1, 0).into_iter().map(|(text, _)| text));
}

#[test]
fn the_valid_nodes_are_the_b_trees() {
    let valid = nodes(1, 0).into_iter().filter(|(_, height)| height.is_some());
    check_valid(&[("height", 1)], show, valid.map(|(text, _)| text));
}

// --- Lengths that the user lists, and elements that cannot be ---

#[derive(Structure)]
#[glassbox(no_invariant)]
struct Chunk {
    #[glassbox(values = [0, 2])]
    n: i16,
    #[glassbox(len = n)]
    flags: [MaybeUninit<bool>; 3],
}

#[test]
fn a_length_may_list_its_values() {
    let show = |chunk: &Chunk| {
        let n = usize::try_from(chunk.n).expect("not negative");
        // SAFETY: elements below the length are in use.
        format!("{:?}", chunk.flags[..n].iter().map(|flag| unsafe { flag.assume_init() }).collect::<Vec<_>>())
    };
    let expect = ["[]", "[false, false]", "[false, true]", "[true, false]", "[true, true]"];
    check(&[], show, expect.map(str::to_owned));
}

#[derive(Structure)]
#[glassbox(no_invariant)]
struct Wide {
    used: usize,
    #[glassbox(len = used)]
    links: [MaybeUninit<Box<Wide>>; 2],
}

#[test]
fn where_no_element_can_be_the_length_is_zero() {
    fn show(wide: &Wide) -> String {
        // SAFETY: elements below the length are in use.
        let children = wide.links[..wide.used].iter().map(|link| show(unsafe { link.assume_init_ref() }));
        format!("[{}]", children.collect::<String>())
    }
    check(&[("height", 1)], show, ["[]", "[[]]", "[[][]]"].map(str::to_owned));
    let two = ["[]", "[[]]", "[[[]]]", "[[][[]]]"];
    assert!(two.iter().all(|text| crate::states::states(&[("height", 2)], show).0.contains(*text)));
}
