//! What holds for the arena, and the checks.
//!
//! Links are indices, which nothing but the invariant keeps apart, so that it has to look at all slots. Keys are the
//! numbers 0 to 2, links lead to all slots within the bound. With the vector at the capacity of the bound there are
//! 5, 25, 115 trees within lengths 1 to 3: for every order of the slots all search trees, and the free slots in order.

#![expect(clippy::needless_bitwise_bool, reason = "`&&` is a branch, and every branch splits the states once more")]

use glassbox::__private::{Plan, Visitor};
use glassbox::{Broken, Children, Invariant, Structure};

use crate::{Index, Slot, Tree};

// Written by hand, with the hidden API of generated code: attributes cannot name a bound.
// SAFETY: all values are listed, and there is nothing else to describe.
unsafe impl Structure for Index {
    fn values(plan: &mut Plan) -> Option<Vec<Self>> {
        Some((0..plan.bound("len", 3)).map(Index).collect())
    }

    fn sample(_: &mut Plan) -> Self {
        Index(0)
    }

    unsafe fn describe(at: *mut Self, plan: &mut Plan) {
        plan.flat(at);
    }

    unsafe fn visit(this: *const Self, visitor: &mut Visitor) {
        visitor.part(this);
    }

    fn label(&self) -> String {
        self.0.to_string()
    }
}

impl Invariant for Tree {
    type Summary = ();

    fn check(&self, _: &Children) -> Result<(), Broken> {
        Ok(())
    }

    /// Every slot is in the tree or in the free list, exactly once, and the keys are in order.
    fn ok(&self) -> bool {
        let mut visit = Visit { slots: &self.slots, seen: vec![false; self.slots.len()], above: None };
        visit.free(self.free) && visit.tree(self.root) && visit.seen.iter().all(|seen| *seen)
    }
}

/// A walk over all slots.
struct Visit<'a> {
    slots: &'a [Slot],
    seen: Vec<bool>,
    /// The key before, in the order of the tree.
    above: Option<u8>,
}

impl<'a> Visit<'a> {
    fn tree(&mut self, link: Option<Index>) -> bool {
        let Some(index) = link else { return true };
        let Some(Slot::Used(node)) = self.enter(index) else { return false };
        self.tree(node.left)
            && self.above.replace(node.key).is_none_or(|above| above < node.key)
            && self.tree(node.right)
    }

    fn free(&mut self, link: Option<Index>) -> bool {
        let Some(index) = link else { return true };
        let Some(Slot::Free { next }) = self.enter(index) else { return false };
        self.free(*next)
    }

    /// The slot, if there is one and it has not been met before.
    fn enter(&mut self, index: Index) -> Option<&'a Slot> {
        let seen = self.seen.get_mut(index.0 as usize)?;
        if std::mem::replace(seen, true) { None } else { self.slots.get(index.0 as usize) }
    }
}

/// Looking up changes nothing.
#[glassbox::check(len = 3)]
fn contains(tree: &Tree, #[glassbox(values = 0..3)] key: u8) {
    tree.contains(key);
}

/// Insertion takes a free slot, or a new one if none is free.
#[glassbox::check(len = 3)]
fn insert(tree: &mut Tree, #[glassbox(values = 0..3)] key: u8) -> bool {
    let was_there = tree.contains(key);
    tree.insert(key) != was_there
}

/// Removal gives the slot back.
#[glassbox::check(len = 3)]
fn remove(tree: &mut Tree, #[glassbox(values = 0..3)] key: u8) -> bool {
    let was_there = tree.contains(key);
    tree.remove(key) == was_there
}

/// What was inserted is there, and nothing else came or went.
#[glassbox::check(len = 3)]
fn insert_then_contains(
    tree: &mut Tree,
    #[glassbox(values = 0..3)] key: u8,
    #[glassbox(values = 0..3)] other: u8,
) -> bool {
    let was_there = tree.contains(other);
    tree.insert(key);
    tree.contains(other) == (was_there | (other == key))
}

/// What was removed is gone, and nothing else came or went.
#[glassbox::check(len = 3)]
fn remove_then_contains(
    tree: &mut Tree,
    #[glassbox(values = 0..3)] key: u8,
    #[glassbox(values = 0..3)] other: u8,
) -> bool {
    let was_there = tree.contains(other);
    tree.remove(key);
    tree.contains(other) == (was_there & (other != key))
}

/// A slot that was given back is taken again.
#[glassbox::check(len = 3)]
fn remove_then_insert(tree: &mut Tree, #[glassbox(values = 0..3)] key: u8) -> bool {
    let (slots, was_there) = (tree.slots(), tree.remove(key));
    tree.insert(key);
    !was_there || tree.slots() == slots
}

/// The list has every key that is in the set, in order, and no other.
#[glassbox::check(len = 3)]
fn to_vec(tree: &Tree) -> bool {
    tree.to_vec() == (0..3).filter(|key| tree.contains(*key)).collect::<Vec<u8>>()
}

#[cfg(test)]
mod tests;
