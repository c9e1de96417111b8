//! Vectors with holes: positions in the slots of an arena.

use std::alloc::Layout;
use std::cell::Cell;
use std::rc::Rc;

use glassbox_abi::skeleton::{CellKind, Size};

use super::Plan;
use super::places::ArenaSlots;
use crate::slots::{self, Slot};
use crate::structure::Structure;

impl Plan {
    /// `#[glassbox(holes)]`: describes a vector in whose slots all nodes lie that `f` describes, the p-th position in
    /// slot p. All other slots are unused. The vector has as many slots as there are positions.
    ///
    /// # Safety
    ///
    /// `at` is a place for a vector that nothing else describes.
    pub unsafe fn slots<S: Slot, R>(&mut self, at: *mut Vec<S>, f: impl FnOnce(&mut Self) -> R) -> R {
        let number = self.found.slots.len();
        self.found.slots.push(0);
        // The first walk counts the slots and writes nothing, so the vector needs no buffer.
        let known = self.known.slots.get(number).copied();
        let start = self.slot_buffer(at, known.unwrap_or(0) as usize);
        let sample = S::used(S::Node::sample(self));
        let arena = slots::add(start, &sample);
        std::mem::forget(sample);
        self.arenas.push(arena);
        let slots = Rc::new(ArenaSlots {
            arena,
            is_counting: known.is_none(),
            n_used: Cell::new(0),
            describe_used: describe_used::<S>,
        });
        self.scope.slots.push(slots.clone());
        let result = f(self);
        self.scope.slots.pop();
        self.found.slots[number] = slots.n_used.get();
        result
    }

    /// Describes the vector with all slots unused.
    fn slot_buffer<S: Slot>(&mut self, at: *mut Vec<S>, len: usize) -> *mut S {
        let layout = Layout::array::<S>(len).expect("an arena within the bounds fits into memory");
        let start = self.memory.allocate(layout).cast::<S>();
        self.block(start.cast(), layout);
        let capacity = len;
        // SAFETY: allocated for this capacity; the vector is only taken apart into bytes.
        let vec = unsafe { Vec::from_raw_parts(start, len, capacity) };
        self.fixed(at, vec, CellKind::Slots);
        let number = |number: usize| u32::try_from(number).expect("fewer than 2^32 slots");
        self.vector_sizes(vec![Size { len: number(len), capacity: number(capacity) }]);
        for index in 0..len {
            self.element(index, |plan| plan.one(start.wrapping_add(index), S::unused()));
        }
        self.skipped.push(format!("{}: position p lies in slot p", self.path()));
        start
    }
}

/// Describes that a slot holds some node.
fn describe_used<S: Slot>(plan: &mut Plan, slot: *mut u8) {
    let sample = S::Node::sample(plan);
    plan.payload(|plan| plan.one(slot.cast(), S::used(sample)));
}
