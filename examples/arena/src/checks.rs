//! Checks of every arena of up to two slots, and an exploration that keeps every handle ever returned.

use glassbox::{Broken, Children, Invariant, ensure};

use crate::{Arena, Content, GENERATIONS, Handle};

impl Invariant for Arena<bool> {
    type Summary = ();

    fn check(&self, _: &Children) -> Result<(), Broken> {
        for slot in &self.slots {
            let is_last = slot.generation == GENERATIONS - 1;
            ensure(matches!(slot.content, Content::Retired) == is_last, "a slot is retired too early or too late")?;
        }
        let n_free = self.slots.iter().filter(|slot| matches!(slot.content, Content::Free(_))).count();
        let (mut next, mut n_listed) = (self.free, 0);
        while let Some(number) = next {
            let Some(Content::Free(after)) = self.slots.get(number as usize).map(|slot| &slot.content) else {
                return Err("the free list leads to a slot that is not free".into());
            };
            n_listed += 1;
            ensure(n_listed <= n_free, "the free list is a cycle")?;
            next = *after;
        }
        ensure(n_listed == n_free, "a free slot is not in the free list")
    }
}

/// The new value is found, and every other handle leads to what it led to before.
#[glassbox::check(len = 2)]
fn insert(
    arena: &mut Arena<bool>,
    value: bool,
    #[glassbox(values = 0..3)] slot: u32,
    #[glassbox(values = 0..3)] generation: u32,
) -> bool {
    let other = Handle { slot, generation };
    let was = arena.get(other).copied();
    let handle = arena.insert(value);
    let right = if other == handle { was.is_none() } else { arena.get(other).copied() == was };
    right && arena.get(handle) == Some(&value)
}

/// The value is gone for good: the next value in its slot has another handle.
#[glassbox::check(len = 2)]
fn remove(
    arena: &mut Arena<bool>,
    #[glassbox(values = 0..3)] slot: u32,
    #[glassbox(values = 0..3)] generation: u32,
) -> bool {
    let handle = Handle { slot, generation };
    let Some(was) = arena.get(handle).copied() else { return arena.remove(handle).is_none() };
    arena.remove(handle) == Some(was) && arena.insert(true) != handle
}

/// Only the values that should stay do.
#[glassbox::check(len = 2)]
fn retain(
    arena: &mut Arena<bool>,
    keep: bool,
    #[glassbox(values = 0..3)] slot: u32,
    #[glassbox(values = 0..3)] generation: u32,
) -> bool {
    let handle = Handle { slot, generation };
    let was = arena.get(handle).copied();
    arena.retain(|value| *value == keep);
    arena.get(handle).copied() == was.filter(|value| *value == keep)
}

/// No handle ever leads to a value that was inserted later.
#[cfg(glassbox)]
#[glassbox::explore(operations = 5)]
mod all_handles {
    use crate::{Arena, Handle};

    pub struct Both {
        arena: Arena<bool>,
        /// All handles so far, with the value unless it was removed.
        handles: Vec<(Handle, Option<bool>)>,
    }

    pub fn new() -> Both {
        Both { arena: Arena::new(), handles: Vec::new() }
    }

    pub fn insert(both: &mut Both, value: bool) {
        let handle = both.arena.insert(value);
        assert!(both.handles.iter().all(|(other, _)| *other != handle));
        both.handles.push((handle, Some(value)));
    }

    pub fn remove(both: &mut Both, #[glassbox(values = 0..both.handles.len())] number: usize) {
        let (handle, value) = &mut both.handles[number];
        assert_eq!(both.arena.remove(*handle), value.take());
    }

    pub fn retain(both: &mut Both, keep: bool) {
        both.arena.retain(|value| *value == keep);
        both.handles.iter_mut().for_each(|(_, value)| *value = value.filter(|value| *value == keep));
    }

    pub fn handles_are_right(both: &Both) -> bool {
        both.handles.iter().all(|(handle, value)| both.arena.get(*handle) == value.as_ref())
    }

    pub fn values_are_right(both: &Both) -> bool {
        both.arena.iter().count() == both.handles.iter().filter(|(_, value)| value.is_some()).count()
    }
}
