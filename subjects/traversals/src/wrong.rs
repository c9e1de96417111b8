//! Operations that are wrong for few trees.

use std::hint::black_box;
use std::mem::{self, MaybeUninit};
use std::sync::atomic::{AtomicU32, Ordering};

use crate::{Link, Node, Tree, count, each, height, sum};

/// A number that a call returns.
#[glassbox::check(height = 3)]
fn five_nodes(tree: &Tree) -> bool {
    count(&tree.root) != 5
}

/// Numbers of both sides, and a third one that depends on values.
#[glassbox::check(height = 3)]
fn leans(tree: &Tree) -> bool {
    let Some(root) = &tree.root else { return true };
    !(height(&root.left) == 2 && height(&root.right) == 1 && sum(&root.left) == 0 && root.value == 1)
}

/// A local that a visitor changes.
#[glassbox::check(height = 3)]
fn counts_in_a_local(tree: &Tree) {
    let (mut ones, mut zeros) = (0, 0);
    each(&tree.root, &mut |node| if node.value == 1 { ones += 1 } else { zeros += 1 });
    assert!(ones != 3 || zeros != 2);
}

/// An array of what was seen.
#[glassbox::check(height = 3)]
fn remembers_values(tree: &Tree) {
    let (mut seen, mut n) = ([2; 8], 0);
    each(&tree.root, &mut |node| {
        seen[n] = node.value;
        n += 1;
    });
    assert!(seen[..5] != [0, 1, 1, 0, 1]);
}

/// The same in the heap.
#[glassbox::check(height = 3)]
fn remembers_in_the_heap(tree: &Tree) {
    let mut seen = Vec::new();
    each(&tree.root, &mut |node| seen.push(node.value));
    assert!(seen != [1, 0, 0, 1]);
}

/// A value that is kept as it is, and looked at in the end.
#[glassbox::check(height = 3)]
fn keeps_a_value(tree: &Tree) {
    let (mut first, mut last) = (None, 0);
    each(&tree.root, &mut |node| {
        first.get_or_insert(node.value);
        last = node.value;
    });
    let both = u32::from(first == Some(1)) & u32::from(last == 0);
    assert!(both == 0 || count(&tree.root) < 6);
}

/// A node that is kept, and looked at in the end.
#[glassbox::check(height = 3)]
fn keeps_a_node(tree: &Tree) {
    let mut leaf = None;
    each(&tree.root, &mut |node| {
        if node.left.is_none() && node.right.is_none() {
            leaf = leaf.or(Some(node));
        }
    });
    assert!(leaf.is_none_or(|node| node.value == 0 || count(&tree.root) != 4));
}

/// A sum of values, as a value that depends on all of them.
#[glassbox::check(height = 3)]
fn sums_up(tree: &Tree) -> bool {
    sum(&tree.root) != 4
}

/// Bytes that are written for some trees only.
#[glassbox::check(height = 3)]
fn reads_what_is_not_written(tree: &Tree) -> bool {
    let (mut seen, mut n) = (Box::new([const { MaybeUninit::<u8>::uninit() }; 8]), 0);
    each(&tree.root, &mut |node| {
        if node.left.is_some() || node.right.is_some() {
            seen[n].write(node.value);
        }
        n += 1;
    });
    // SAFETY: wrong: not all of them are initialised.
    n != 4 || unsafe { *seen[black_box(2)].assume_init_ref() } < 2
}

static CALLS: AtomicU32 = AtomicU32::new(0);

/// A static that is put back in the end.
#[glassbox::check(height = 3)]
fn counts_in_a_static(tree: &Tree) {
    CALLS.store(0, Ordering::Relaxed);
    each(&tree.root, &mut |node| {
        CALLS.fetch_add(1 + u32::from(node.value), Ordering::Relaxed);
    });
    let calls = CALLS.swap(0, Ordering::Relaxed);
    assert_ne!(calls, 9);
}

/// What is left of a tree that is taken apart.
fn take_apart(link: Link, found: &mut dyn FnMut(&Node)) {
    let Some(mut node) = link else { return };
    take_apart(node.left.take(), found);
    take_apart(node.right.take(), found);
    found(&node);
}

/// A number of dropped nodes.
#[glassbox::check(height = 3)]
fn drops_five(tree: Tree) {
    let mut n = 0;
    take_apart(tree.root, &mut |_| n += 1);
    assert_ne!(n, 5);
}

/// A node that is left behind if another one is there.
#[glassbox::check(height = 3)]
fn leaks(mut tree: Tree) {
    let Some(root) = &mut tree.root else { return };
    let has_more = root.right.as_ref().is_some_and(|node| node.right.is_some());
    if let Some(left) = root.left.as_mut().filter(|_| has_more) {
        mem::forget(left.left.take());
    }
}

/// A leaf that is left behind at the end of another visit.
#[glassbox::check(height = 3)]
fn leaks_later(mut tree: Tree) {
    let Some(root) = &mut tree.root else { return };
    let left = root.left.take();
    drop(root.right.take());
    if count(&left) == 2 && sum(&left) == 1 {
        mem::forget(left);
    }
}

/// A node that is freed twice if its sibling has a child.
#[glassbox::check(height = 3)]
fn frees_twice(tree: Tree) {
    let Some(root) = tree.root else { return };
    let is_wrong = root.right.as_ref().is_some_and(|node| node.left.is_some() && node.value == 1);
    if let Some(left) = &root.left
        && is_wrong
    {
        // SAFETY: wrong: the box is dropped again with the root.
        drop(unsafe { std::ptr::read(left) });
    }
}

/// A node that is read after it was freed.
#[glassbox::check(height = 3)]
fn reads_what_is_freed(tree: Tree) -> bool {
    let Some(root) = tree.root else { return true };
    let node: *const Node = root.left.as_deref().map_or(std::ptr::null(), |node| node);
    let n = count(&root.right);
    drop(root);
    // SAFETY: wrong: it is freed.
    node.is_null() || n != 2 || unsafe { (*node).value } < 2
}

/// A node that is given back by another way than the one it came in.
#[glassbox::check(height = 3)]
fn moves_and_forgets(mut tree: Tree) {
    let Some(root) = &mut tree.root else { return };
    let moved = root.left.take();
    let n = count(&root.right);
    root.right = moved;
    assert!(n != 3 || sum(&root.right) != 2);
}

/// Which node lies first in memory.
#[glassbox::check(height = 3)]
fn asks_for_addresses(tree: &Tree) -> bool {
    let Some(root) = &tree.root else { return true };
    let (Some(left), Some(right)) = (&root.left, &root.right) else { return true };
    let (left, right): (*const Node, *const Node) = (&raw const **left, &raw const **right);
    left < right || count(&tree.root) != 6
}

/// Takes more steps than are allowed for the largest tree.
#[glassbox::check(height = 3)]
fn takes_long(tree: &Tree) -> bool {
    let n = u64::from(count(&tree.root));
    let mut rest = if n == 7 { 10_000_000 } else { n };
    let mut found = 0_u64;
    while rest > 0 {
        rest -= 1;
        found = found.wrapping_mul(3) ^ rest;
    }
    found != 1
}
