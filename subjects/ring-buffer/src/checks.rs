//! What holds for ring buffers, and the checks.
//!
//! Items are opaque, so a state is where the items begin and how many there are: N (N + 1) states with N slots.

use std::mem::ManuallyDrop;
use std::ptr;

use glassbox::{Broken, Children, Invariant, Val, ensure};

use crate::{RingBuffer, wrapped};

impl<const N: usize> Invariant for RingBuffer<Val, N> {
    type Summary = ();

    fn check(&self, _: &Children) -> Result<(), Broken> {
        let mut right = true;
        for (slot, item) in self.slots.iter().enumerate() {
            let place = wrapped::<N>(slot + N - self.head);
            right &= item.is_some() == (place < self.len);
        }
        ensure(right, "a slot with an item is outside the ring, or one without is inside")
    }
}

/// A full buffer takes nothing.
#[glassbox::check]
fn push_back(ring: &mut RingBuffer<Val, 4>, item: Val) -> bool {
    let full = ring.is_full();
    ring.push_back(item).is_err() == full
}

/// A full buffer takes nothing.
#[glassbox::check]
fn push_front(ring: &mut RingBuffer<Val, 4>, item: Val) -> bool {
    let full = ring.is_full();
    ring.push_front(item).is_err() == full
}

/// There is an oldest item exactly if the buffer is not empty.
#[glassbox::check]
fn pop_front(ring: &mut RingBuffer<Val, 4>) -> bool {
    let empty = ring.is_empty();
    ring.pop_front().is_none() == empty
}

/// There is a newest item exactly if the buffer is not empty.
#[glassbox::check]
fn pop_back(ring: &mut RingBuffer<Val, 4>) -> bool {
    let empty = ring.is_empty();
    ring.pop_back().is_none() == empty
}

/// There are items at the places below the length, and nowhere else.
#[glassbox::check]
fn get(ring: &RingBuffer<Val, 4>, #[glassbox(values = 0..6)] index: usize) -> bool {
    ring.get(index).is_some() == (index < ring.len())
}

/// The oldest item makes room exactly if there is none.
#[glassbox::check]
fn overwrite(ring: &mut RingBuffer<Val, 4>, item: Val) -> bool {
    let full = ring.is_full();
    ring.overwrite(item).is_some() == full
}

/// What was put at the end is there, before anything else that was there.
#[glassbox::check]
fn push_back_then_get(ring: &mut RingBuffer<Val, 4>, item: Val, #[glassbox(values = 0..5)] index: usize) -> bool {
    let (len, new, before) = (ring.len(), same(&item), ring.get(index).map(same));
    let pushed = ring.push_back(item).is_ok();
    ring.get(index) == if pushed && index == len { Some(&*new) } else { before.as_deref() }
}

/// What was put at the beginning is there, and everything else comes one later.
#[glassbox::check]
fn push_front_then_get(ring: &mut RingBuffer<Val, 4>, item: Val, #[glassbox(values = 0..5)] index: usize) -> bool {
    let (new, before) = (same(&item), ring.get(index).map(same));
    if ring.push_front(item).is_err() {
        return ring.get(index) == before.as_deref();
    }
    (ring.get(0) == Some(&new)) & (ring.get(index + 1) == before.as_deref())
}

/// The oldest item comes out, and everything else comes one sooner.
#[glassbox::check]
fn pop_front_then_get(ring: &mut RingBuffer<Val, 4>, #[glassbox(values = 0..5)] index: usize) -> bool {
    let (oldest, after) = (ring.get(0).map(same), ring.get(index + 1).map(same));
    (ring.pop_front().as_ref() == oldest.as_deref()) & (ring.get(index) == after.as_deref())
}

/// The oldest item goes if there is no room, and the new one is the last.
#[glassbox::check]
fn overwrite_then_get(ring: &mut RingBuffer<Val, 4>, item: Val) -> bool {
    let (new, oldest) = (same(&item), ring.get(0).map(same));
    let gone = ring.overwrite(item);
    let last = ring.get(ring.len() - 1) == Some(&new);
    last & (gone.is_none() || gone.as_ref() == oldest.as_deref())
}

/// A value to compare with later. It is never dropped, so that the one in the ring still is, once.
fn same(value: &Val) -> ManuallyDrop<Val> {
    // SAFETY: a value owns nothing, and this copy of it is only compared.
    ManuallyDrop::new(unsafe { ptr::read(value) })
}

/// What was put at the end is taken from there.
#[glassbox::check]
fn push_back_then_pop_back(ring: &mut RingBuffer<Val, 4>, item: Val) -> bool {
    let (full, len) = (ring.is_full(), ring.len());
    let pushed = ring.push_back(item).is_ok();
    let popped = pushed && ring.pop_back().is_some();
    (popped != full) & (ring.len() == len)
}

#[cfg(test)]
mod tests;
