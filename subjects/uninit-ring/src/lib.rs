//! A ring buffer in memory that is not all initialised.
//!
//! Features whose names begin with `bug-` plant a bug each: they are there to be found.

use std::mem::MaybeUninit;

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
fn push(ring: &mut Ring<Val, 3>, item: Val) -> bool {
    let is_full = ring.len == 3;
    ring.push(item).is_err() == is_full
}

#[glassbox::check]
fn pop(ring: &mut Ring<Val, 3>) -> bool {
    let is_empty = ring.len == 0;
    ring.pop().is_none() == is_empty
}

#[glassbox::check]
fn first(ring: &Ring<Val, 3>) -> bool {
    ring.first().is_some() == (ring.len > 0)
}
