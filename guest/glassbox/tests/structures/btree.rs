//! A node of a B-tree: arrays of which only the first elements are in use.

use std::mem::MaybeUninit;

use glassbox::__private::{Choice, Plan, Visitor};
use glassbox::{Broken, Children, Invariant, Key, Structure, ensure};

use crate::states::{States, drops_everything_once, number};

type Child<K> = Option<Box<Node<K>>>;

/// `sorted(interleave(children, keys))`
pub(crate) struct Node<K> {
    /// `len = len`
    keys: [MaybeUninit<K>; 3],
    /// `values = 0..=3`
    len: u8,
    /// `len = len + 1`
    children: [Child<K>; 4],
}

// SAFETY: every field is described once, slots not in use as `None` or not at all.
unsafe impl<K: Structure> Structure for Node<K>
where
    Child<K>: Structure,
{
    fn sample(plan: &mut Plan) -> Self {
        Node { keys: Structure::sample(plan), len: 0, children: Structure::sample(plan) }
    }

    unsafe fn describe(at: *mut Self, plan: &mut Plan) {
        // SAFETY: the fields of the value at `at`.
        unsafe {
            let len = plan.field("len", |plan| plan.length(&raw mut (*at).len, 3));
            plan.sorted(|plan| {
                for index in 0..4 {
                    let child = (&raw mut (*at).children).cast::<Child<K>>().add(index as usize);
                    plan.one(child, None);
                    slot(plan, &len, index, "children", |plan| Structure::describe(child, plan));
                    if index < 3 {
                        let key = (&raw mut (*at).keys).cast::<K>().add(index as usize);
                        slot(plan, &len, index + 1, "keys", |plan| Structure::describe(key, plan));
                    }
                }
            });
        }
    }

    unsafe fn visit(this: *const Self, visitor: &mut Visitor) {
        // SAFETY: the fields of a valid value; keys below the length are there.
        unsafe {
            for index in 0..usize::from((&raw const (*this).len).read_unaligned()) {
                K::visit((&raw const (*this).keys).cast::<K>().add(index), visitor);
            }
            Structure::visit(&raw const (*this).children, visitor);
        }
    }
}

/// An element that exists from a length of `least`.
fn slot(plan: &mut Plan, len: &Choice, least: u32, name: &str, describe: impl FnOnce(&mut Plan)) {
    plan.when(len, least..=3, |plan| plan.field(name, |plan| plan.field(least, describe)));
}

impl Invariant for Node<Key> {
    /// The height.
    type Summary = u32;

    fn check(&self, children: &Children) -> Result<u32, Broken> {
        let len = usize::from(self.len);
        ensure(len > 0, "the node is empty")?;
        // SAFETY: keys below the length are there.
        let key = |index: usize| unsafe { self.keys[index].assume_init_ref() };
        ensure((1..len).all(|index| key(index - 1) < key(index)), "the keys are not sorted")?;
        let heights = children.summary(&self.children);
        let (used, unused) = heights.split_at(len + 1);
        ensure(unused.iter().all(Option::is_none), "there is a child too many")?;
        ensure(used.iter().all(|height| *height == used[0]), "the children's heights differ")?;
        Ok(used[0].map_or(1, |height| height + 1))
    }
}

/// All keys below a node, from left to right.
pub(crate) fn in_order(node: &Node<Key>) -> Vec<u32> {
    let mut keys = Vec::new();
    for index in 0..=usize::from(node.len) {
        keys.extend(node.children[index].as_deref().map(in_order).unwrap_or_default());
        if index < usize::from(node.len) {
            // SAFETY: keys below the length are there.
            keys.push(number(unsafe { node.keys[index].assume_init_ref() }));
        }
    }
    keys
}

fn show(node: &Node<Key>) -> String {
    let len = usize::from(node.len);
    assert!(node.children[len + 1..].iter().all(Option::is_none), "a slot that is not in use has a child");
    // SAFETY: keys below the length are there.
    let key = |index: usize| number(unsafe { node.keys[index].assume_init_ref() });
    let key = |index: usize| if index < len { key(index).to_string() } else { String::new() };
    let child = |index: usize| node.children[index].as_deref().map_or_else(|| ".".to_owned(), show);
    let text: String = (0..=len).map(|index| child(index) + &key(index)).collect();
    format!("({text})")
}

/// How many keys a complete node of this height has below it.
fn n_keys(height: u32) -> u32 {
    3 + 4 * height.checked_sub(1).map_or(0, n_keys)
}

/// Every node of this height whose first position has rank `first`, with its height if it is valid.
fn all(height: u32, first: u32) -> Vec<(String, Option<u32>)> {
    let n_below = height.checked_sub(1).map_or(0, n_keys);
    let child = |index: u32| {
        let below = height.checked_sub(1).map_or_else(Vec::new, |height| all(height, first + index * (n_below + 1)));
        [vec![(".".to_owned(), Some(0))], below].concat()
    };
    let mut nodes = Vec::new();
    for len in 0..=3 {
        let mut partial = vec![(String::new(), None::<Option<u32>>)];
        for index in 0..=len {
            let key =
                if index < len { (2 * (first + (index + 1) * n_below + index) + 1).to_string() } else { String::new() };
            let extended = partial.iter().flat_map(|(text, height)| {
                let key = &key;
                child(index).into_iter().map(move |(child, child_height)| {
                    let same = height.is_none_or(|height| height == child_height);
                    (format!("{text}{child}{key}"), Some(child_height.filter(|_| same)))
                })
            });
            partial = extended.collect();
        }
        nodes.extend(partial.into_iter().map(|(text, height)| {
            let height = height.flatten().filter(|_| len > 0).map(|height| height + 1);
            (format!("({text})"), height)
        }));
    }
    nodes
}

#[test]
fn btree_nodes_use_the_first_slots_only() {
    for height in 0..=1 {
        let expect = all(height, 0);
        let valid: Vec<String> =
            expect.iter().filter(|(_, height)| height.is_some()).map(|(text, _)| text.clone()).collect();
        let bounds = [("height", height)];
        States::of(&bounds, show).are(expect.into_iter().map(|(text, _)| text)).valid_are(valid);
        drops_everything_once::<Node<Key>>(&bounds, |_| Vec::new());
    }
}
