//! Where positions and elements lie, if not in a block of their own: in one of several buffers, or in a slot of an
//! arena.

use std::cell::Cell;
use std::rc::Rc;

use super::Plan;
use super::condition::Condition;
use crate::arena::Arena;

/// An element of a vector that can lie in several buffers.
pub(super) struct Mirror {
    /// Address at which it is described.
    pub(super) at: *mut u8,
    pub(super) size: usize,
    /// Index of the requirement on the vector's size in conditions.
    pub(super) requirement: usize,
    /// The addresses at which it can lie, each with the choices of the size that put it there.
    pub(super) copies: Vec<(*mut u8, Rc<[u32]>)>,
}

impl Mirror {
    /// How far `at` lies behind the element's first byte; none if it is outside.
    fn offset(&self, at: *mut u8) -> Option<usize> {
        let offset = at.addr().checked_sub(self.at.addr())?;
        (offset < self.size).then_some(offset)
    }
}

/// The arena that positions of a type are taken from.
pub(super) struct ArenaSlots {
    pub(super) arena: &'static Arena,
    /// Whether this is the first walk, which counts the slots: the arena has no memory yet.
    pub(super) is_counting: bool,
    /// How many slots are taken.
    pub(super) n_used: Cell<u32>,
    /// Describes that a slot holds some node.
    pub(super) describe_used: fn(&mut Plan, *mut u8),
}

impl Plan {
    /// All places that a byte at `at` stands for, and where each exists: more than one inside a vector's element.
    pub(super) fn places(&self, at: *mut u8) -> Vec<(*mut u8, Condition)> {
        let condition = &self.scope.condition;
        let Some((mirror, offset)) = self.scope.mirrors.iter().find_map(|mirror| Some((mirror, mirror.offset(at)?)))
        else {
            return vec![(at, condition.clone())];
        };
        let place = |(copy, choices): &(*mut u8, Rc<[u32]>)| {
            let mut condition = condition.clone();
            condition[mirror.requirement].choices = choices.clone();
            (copy.wrapping_add(offset), condition)
        };
        mirror.copies.iter().map(place).collect()
    }

    /// The next slot for a position of this type, if such nodes lie in an arena.
    pub(super) fn next_slot<T>(&self) -> Option<(Rc<ArenaSlots>, u32)> {
        let slots = self.scope.slots.iter().rev().find(|slots| slots.arena.is_of::<T>())?;
        let index = slots.n_used.get();
        slots.n_used.set(index + 1);
        Some((slots.clone(), index))
    }
}
