//! Where positions and elements lie, if not in a block of their own: in one of several buffers, or in a slot of an
//! arena.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use super::Plan;
use super::condition::Condition;
use crate::arena::Arena;

/// An element of a vector that can lie in several buffers.
pub(super) struct Mirror {
    /// Address at which it is described.
    pub(super) at: *mut u8,
    pub(super) size: usize,
    /// Index of the requirement on the vector's size in conditions; none if it has one size only.
    pub(super) requirement: Option<usize>,
    /// The addresses at which it can lie, each with the choices of the size that put it there.
    pub(super) copies: Vec<(*mut u8, Vec<u32>)>,
    /// The last condition that was asked for, with that of each copy: the cells of an element have few different ones.
    pub(super) last: RefCell<Option<(Condition, Rc<[Condition]>)>>,
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
    /// Whether a byte stands for one place only: not inside a vector's element that can lie in several buffers.
    pub(super) fn has_one_place(&self, at: *mut u8) -> bool {
        self.mirror_of(at).is_none_or(|(mirror, _)| mirror.copies.len() == 1)
    }

    /// Calls `f` for all places that a byte at `at` stands for, and the condition under which each exists.
    pub(super) fn each_place(&mut self, at: *mut u8, mut f: impl FnMut(&mut Self, *mut u8, Condition)) {
        let condition = self.scope.condition;
        let Some((mirror, offset)) = self.mirror_of(at) else { return f(self, at, condition) };
        let mirror = mirror.clone();
        let conditions = self.conditions_of_copies(&mirror, condition);
        for ((copy, _), condition) in mirror.copies.iter().zip(&*conditions) {
            f(self, copy.wrapping_add(offset), *condition);
        }
    }

    /// For each copy of an element the condition under which something in it exists that has this condition.
    fn conditions_of_copies(&mut self, mirror: &Mirror, condition: Condition) -> Rc<[Condition]> {
        let known =
            mirror.last.borrow().as_ref().filter(|(last, _)| *last == condition).map(|(_, known)| known.clone());
        known.unwrap_or_else(|| {
            let of_copy = |(_, choices): &(*mut u8, Vec<u32>)| match mirror.requirement {
                Some(requirement) => self.conditions.with_choices(condition, requirement, choices),
                None => condition,
            };
            let made: Rc<[Condition]> = mirror.copies.iter().map(of_copy).collect();
            *mirror.last.borrow_mut() = Some((condition, made.clone()));
            made
        })
    }

    /// The element that a byte lies in, if it can lie in several buffers, and how far behind the first byte.
    fn mirror_of(&self, at: *mut u8) -> Option<(&Rc<Mirror>, usize)> {
        self.scope.mirrors.iter().find_map(|mirror| Some((mirror, mirror.offset(at)?)))
    }

    /// The next slot for a position of this type, if such nodes lie in an arena.
    pub(super) fn next_slot<T>(&self) -> Option<(Rc<ArenaSlots>, u32)> {
        let slots = self.scope.slots.iter().rev().find(|slots| slots.arena.is_of::<T>())?;
        let index = slots.n_used.get();
        slots.n_used.set(index + 1);
        Some((slots.clone(), index))
    }
}
