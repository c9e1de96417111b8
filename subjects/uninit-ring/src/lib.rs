//! A ring buffer in memory that is not all initialised.
//!
//! Features whose names begin with `bug-` plant a bug each: they are there to be found.

use std::mem::{ManuallyDrop, MaybeUninit};

use glassbox::{Broken, Children, Invariant, Structure, Val, ensure};

/// A queue of at most `N` items. Slots without an item are undefined.
#[derive(Debug, Structure)]
pub struct Ring<T, const N: usize> {
    #[glassbox(filled = |head, len, i| (i + N - head) % N < len)]
    slots: [MaybeUninit<T>; N],
    /// The slot of the oldest item.
    #[glassbox(values = 0..N)]
    head: usize,
    /// How many items there are, in as many slots from `head` on.
    len: usize,
}

impl<T, const N: usize> Ring<T, N> {
    /// An empty ring.
    pub fn new() -> Self {
        Self { slots: [const { MaybeUninit::uninit() }; N], head: 0, len: 0 }
    }

    /// Puts an item at the end; a full ring gives it back.
    pub fn push(&mut self, item: T) -> Result<(), T> {
        if self.len == N {
            return Err(item);
        }
        let end = self.head + self.len;
        let slot = if cfg!(feature = "bug-push-forgets-to-wrap") { end.min(N - 1) } else { end % N };
        self.slots[slot].write(item);
        self.len += 1;
        Ok(())
    }

    /// Takes the oldest item.
    pub fn pop(&mut self) -> Option<T> {
        self.len = self.len.checked_sub(1)?;
        // SAFETY: the slot at `head` is filled as long as there is an item, and is not read again.
        let item = unsafe { self.slots[self.head].assume_init_read() };
        if !(cfg!(feature = "bug-pop-keeps-head") && self.len > 0) {
            self.head = (self.head + 1) % N;
        }
        Some(item)
    }

    /// The oldest item.
    pub fn first(&self) -> Option<&T> {
        // SAFETY: the slot at `head` is filled as long as there is an item.
        (self.len > 0).then(|| unsafe { self.slots[self.head].assume_init_ref() })
    }
}

impl<T, const N: usize> Default for Ring<T, N> {
    fn default() -> Self {
        Self::new()
    }
}

impl<T, const N: usize> Drop for Ring<T, N> {
    fn drop(&mut self) {
        while self.pop().is_some() {}
    }
}

impl<const N: usize> Invariant for Ring<Val, N> {
    type Summary = ();

    fn check(&self, _: &Children) -> Result<(), Broken> {
        ensure(self.len <= N, "there are more items than slots")
    }
}

#[glassbox::check]
fn push(ring: &mut Ring<Val, 3>, item: Val, #[glassbox(values = 0..4)] place: usize) -> bool {
    let (len, new, was) = (ring.len, same(&item), at(ring, place));
    let is_full = ring.push(item).is_err();
    let expected = if place == len && !is_full { Some(new) } else { was };
    is_full == (len == 3) && at(ring, place) == expected
}

#[glassbox::check]
fn pop(ring: &mut Ring<Val, 3>, #[glassbox(values = 0..4)] place: usize) -> bool {
    let (oldest, next) = (at(ring, 0), at(ring, place + 1));
    ring.pop().as_ref() == oldest.as_deref() && at(ring, place) == next
}

#[glassbox::check]
fn first(ring: &Ring<Val, 3>) -> bool {
    ring.first() == at(ring, 0).as_deref()
}

/// The item at a place, to compare with later.
fn at(ring: &Ring<Val, 3>, place: usize) -> Option<ManuallyDrop<Val>> {
    // SAFETY: so many slots from `head` on are filled.
    (place < ring.len).then(|| same(unsafe { ring.slots[(ring.head + place) % 3].assume_init_ref() }))
}

/// A value to compare with later. It is never dropped, so that the one in the ring still is, once.
fn same(value: &Val) -> ManuallyDrop<Val> {
    // SAFETY: a value owns nothing, and this copy of it is only compared.
    ManuallyDrop::new(unsafe { std::ptr::read(value) })
}
