//! `VecDeque`, `BinaryHeap` and `String`: every content, with every capacity that a vector of that length can have.

use std::collections::{BinaryHeap, VecDeque};

use super::elements::Elements;
use super::forget::forget;
use super::{describe, must_be_few};
use crate::node::Visitor;
use crate::plan::Plan;
use crate::structure::Structure;

/// The contents in brackets.
fn text<'a, T: Structure + 'a>(elements: impl Iterator<Item = &'a T>) -> String {
    let elements: Vec<String> = elements.map(Structure::label).collect();
    format!("[{}]", elements.join(", "))
}

// SAFETY: the cell is the whole value, with values that the collection's own functions made as patterns.
unsafe impl<T: Structure> Structure for VecDeque<T> {
    /// Every content in every place of every buffer: an operation may take elements from the front, so that those that are left
    /// begin anywhere and go on at the beginning of the buffer.
    fn listed(plan: &mut Plan) -> Option<Vec<Self>> {
        let elements = Elements::<T>::of(plan);
        let most = plan.longest();
        let contents = elements.sequences(plan, most as usize);
        let capacities = plan.capacities::<T>(most);
        let mut all = Vec::new();
        for &capacity in &capacities {
            for content in contents.iter().filter(|content| content.len() <= capacity) {
                for head in 0..capacity.clamp(1, usize::from(u16::MAX)) {
                    all.push(deque(plan, &elements, capacity, head, content));
                    must_be_few(plan, Some(all.len()));
                }
            }
        }
        Some(all)
    }

    fn sample(_: &mut Plan) -> Self {
        VecDeque::new()
    }

    unsafe fn describe(at: *mut Self, plan: &mut Plan) {
        describe(at, plan);
    }

    unsafe fn visit(this: *const Self, visitor: &mut Visitor) {
        visitor.part(this);
    }

    fn label(&self) -> String {
        format!("{} of {}, {} at the end", text(self.iter()), self.capacity(), self.as_slices().0.len())
    }
}

/// A deque with this capacity whose first element lies at place `head` of its buffer.
fn deque<T: Structure>(
    plan: &mut Plan,
    elements: &Elements<T>,
    capacity: usize,
    head: usize,
    content: &[usize],
) -> VecDeque<T> {
    let mut deque = VecDeque::with_capacity(capacity);
    for _ in 0..head {
        deque.push_back(elements.make(plan, 0));
        let place = &raw const deque[0];
        drop(deque.pop_front());
        // SAFETY: the place of an element that is gone.
        unsafe { forget(place.cast(), size_of::<T>()) };
    }
    deque.extend(elements.make_all(plan, content));
    deque
}

// SAFETY: as for `VecDeque`.
unsafe impl<T: Structure + Ord> Structure for BinaryHeap<T> {
    /// Every order that is a heap. `BinaryHeap::from` leaves a vector as it is that is a heap already.
    fn listed(plan: &mut Plan) -> Option<Vec<Self>> {
        let elements = Elements::<T>::of(plan);
        let most = plan.longest();
        let contents = elements.sequences(plan, most as usize);
        let capacities = plan.capacities::<T>(most);
        let is_heap = |content: &&Vec<usize>| {
            let value = |index: usize| elements.peek(content[index]);
            (1..content.len()).all(|index| value(index) <= value((index - 1) / 2))
        };
        let mut all = Vec::new();
        for content in contents.iter().filter(is_heap) {
            for &capacity in capacities.iter().filter(|capacity| content.len() <= **capacity) {
                let mut vec = Vec::with_capacity(capacity);
                vec.extend(elements.make_all(plan, content));
                all.push(BinaryHeap::from(vec));
                must_be_few(plan, Some(all.len()));
            }
        }
        Some(all)
    }

    fn sample(_: &mut Plan) -> Self {
        BinaryHeap::new()
    }

    unsafe fn describe(at: *mut Self, plan: &mut Plan) {
        describe(at, plan);
    }

    unsafe fn visit(this: *const Self, visitor: &mut Visitor) {
        visitor.part(this);
    }

    fn label(&self) -> String {
        format!("{} of {}", text(self.iter()), self.capacity())
    }
}

// SAFETY: as for `VecDeque`.
unsafe impl Structure for String {
    /// Every text of at most as many characters as the bound `len`, of those that the domain of `char` has.
    fn listed(plan: &mut Plan) -> Option<Vec<Self>> {
        let elements = Elements::<char>::of(plan);
        let most = plan.longest();
        let contents = elements.sequences(plan, most as usize);
        let texts = contents.iter().map(|content| content.iter().map(|&index| *elements.peek(index)).collect::<Self>());
        let texts: Vec<Self> = texts.collect();
        let longest = texts.iter().map(String::len).max().unwrap_or(0);
        let capacities = plan.capacities::<u8>(u32::try_from(longest).unwrap_or(u32::MAX));
        let mut all = Vec::new();
        for text in &texts {
            for &capacity in capacities.iter().filter(|capacity| text.len() <= **capacity) {
                let mut string = String::with_capacity(capacity);
                string.push_str(text);
                all.push(string);
                must_be_few(plan, Some(all.len()));
            }
        }
        Some(all)
    }

    fn sample(_: &mut Plan) -> Self {
        String::new()
    }

    unsafe fn describe(at: *mut Self, plan: &mut Plan) {
        describe(at, plan);
    }

    unsafe fn visit(this: *const Self, visitor: &mut Visitor) {
        visitor.part(this);
    }

    fn label(&self) -> String {
        format!("{self:?} of {}", self.capacity())
    }
}
