//! What holds for heaps, and the checks.
//!
//! Within length n items are the numbers 1 to n, as many as it takes for all of them to differ. With the vector at the
//! capacity of the bound there are 2, 6, 24, 110, 664, 4515, 41696, 344571 heaps for n = 1 to 8.

use glassbox::__private::{Plan, Visitor};
use glassbox::{Broken, Children, Invariant, Structure, ensure};

use crate::{Heap, parent};

/// A number from 1 up to the bound of the length.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Item(u32);

// Written by hand, with the hidden API of generated code: attributes cannot name a bound.
// SAFETY: all values are listed, and there is nothing else to describe.
unsafe impl Structure for Item {
    fn values(plan: &mut Plan) -> Option<Vec<Self>> {
        Some((1..=plan.bound("len", 3)).map(Item).collect())
    }

    fn sample(_: &mut Plan) -> Self {
        Item(1)
    }

    unsafe fn describe(at: *mut Self, plan: &mut Plan) {
        plan.flat(at);
    }

    unsafe fn visit(this: *const Self, visitor: &mut Visitor) {
        visitor.part(this);
        // SAFETY: valid by the caller's promise.
        visitor.number(|| unsafe { this.cast::<u32>().read_unaligned() });
    }

    fn is_number() -> bool {
        true
    }

    fn label(&self) -> String {
        self.0.to_string()
    }
}

impl Invariant for Heap<Item> {
    type Summary = ();

    fn check(&self, _: &Children) -> Result<(), Broken> {
        // No early exit: one condition for each length instead of one for each pair.
        let mut ordered = true;
        for at in 1..self.items.len() {
            ordered &= self.items[parent(at)] <= self.items[at];
        }
        ensure(ordered, "an item is less than its parent")
    }
}

/// Insertion keeps the order.
#[glassbox::check(len = 4, adds(item))]
fn insert(heap: &mut Heap<Item>, item: Item) {
    heap.insert(item);
}

/// Insertion as the papers have it, where a heap has a fixed size: a full one takes nothing.
#[glassbox::check(len = 4)]
fn insert_if_room(heap: &mut Heap<Item>, item: Item) {
    if !heap.is_full() {
        heap.insert(item);
    }
}

/// Extraction keeps the order, and gives what could be seen before.
#[glassbox::check(len = 4)]
fn extract_min(heap: &mut Heap<Item>) -> bool {
    let least = heap.peek().copied();
    heap.extract_min() == least
}

/// Nothing is less than the least.
#[glassbox::check(len = 4)]
fn insert_then_extract_min(heap: &mut Heap<Item>, item: Item) -> bool {
    let least = heap.peek().map_or(item, |least| item.min(*least));
    heap.insert(item);
    heap.extract_min() == Some(least)
}

/// Insertion is one item more, extraction one less.
#[glassbox::check(len = 4)]
fn items_are_counted(heap: &mut Heap<Item>, item: Item) -> bool {
    let len = heap.len();
    heap.insert(item);
    let more = heap.len();
    heap.extract_min();
    (more == len + 1) & (heap.len() == len)
}

/// What comes out next is not less.
#[glassbox::check(len = 4)]
fn extract_min_twice(heap: &mut Heap<Item>) -> bool {
    match (heap.extract_min(), heap.extract_min()) {
        (Some(first), Some(second)) => first <= second,
        (first, second) => second.is_none() && (first.is_none() || heap.is_empty()),
    }
}

/// A heap is empty if it has no items.
#[glassbox::check(len = 4)]
fn is_empty(heap: &Heap<Item>) -> bool {
    heap.is_empty() == (heap.len() == 0)
}

#[cfg(test)]
mod tests;
