//! Arenas: positions in the slots of a vector.

use std::alloc::Layout;
use std::cell::Cell;
use std::rc::Rc;

use super::Plan;
use crate::invariant::Invariant;
use crate::slots::{self, Slot};
use crate::structure::Structure;

/// The arena that positions of a type are taken from.
pub(super) struct Slots {
    arena: &'static slots::Arena,
    /// How many are taken.
    n_used: Cell<u32>,
    /// Describes that a slot holds some node.
    used: fn(&mut Plan, *mut u8),
}

impl Plan {
    /// A vector with holes: in everything that `f` describes, the nodes lie in its slots, the p-th position in slot
    /// p. All other slots are unused. The vector has as many slots as there are positions.
    ///
    /// # Safety
    ///
    /// `at` is a place for a vector that nothing else describes.
    pub unsafe fn slots<S: Slot, R>(&mut self, at: *mut Vec<S>, f: impl FnOnce(&mut Self) -> R) -> R {
        let number = self.found.slots.len();
        self.found.slots.push(0);
        // The first walk counts. Nothing is written while it does, so that any address will do.
        let len = self.known.slots.get(number).copied().unwrap_or(0);
        let start = self.slot_buffer(at, len as usize);
        let sample = S::used(S::Node::sample(self));
        let arena = slots::add(start, &sample);
        std::mem::forget(sample);
        self.arenas.push(arena);
        let slots = Rc::new(Slots { arena, n_used: Cell::new(0), used: used::<S> });
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
        self.block(start.cast(), layout.size());
        let capacity = len;
        // SAFETY: allocated for this capacity; the vector is only taken apart into bytes.
        self.one(at, unsafe { Vec::from_raw_parts(start, len, capacity) });
        for index in 0..len {
            self.field(index, |plan| plan.one(start.wrapping_add(index), S::unused()));
        }
        self.skipped.push(format!("{}: position p lies in slot p", self.scope.path));
        start
    }

    /// A slot for a position of this type, if such nodes lie in an arena.
    pub(super) fn next_slot<T: Invariant>(&self) -> Option<(Rc<Slots>, u32)> {
        let slots = self.scope.slots.iter().rev().find(|slots| slots.arena.is_of::<T>())?;
        let index = slots.n_used.get();
        slots.n_used.set(index + 1);
        Some((slots.clone(), index))
    }
}

impl Slots {
    pub(super) fn node<T>(&self, index: u32) -> *mut T {
        self.arena.node(index).cast()
    }

    /// Here the slot is in use.
    pub(super) fn describe_used(&self, plan: &mut Plan, index: u32) {
        (self.used)(plan, self.arena.slot(index));
    }
}

fn used<S: Slot>(plan: &mut Plan, slot: *mut u8) {
    let sample = S::Node::sample(plan);
    plan.one(slot.cast(), S::used(sample));
}
