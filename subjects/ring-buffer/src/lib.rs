//! A ring buffer: a queue in an array, whose end goes on at the beginning.
//!
//! Features whose names begin with `bug-` plant a bug each: they are there to be found.

mod checks;

/// A queue of at most `N` items.
#[derive(Clone, Debug, glassbox::Structure)]
pub struct RingBuffer<T, const N: usize> {
    slots: [Option<T>; N],
    /// The slot of the oldest item.
    #[glassbox(values = 0..N)]
    head: usize,
    /// How many items there are, in as many slots from `head` on.
    #[glassbox(values = 0..=N)]
    len: usize,
}

impl<T, const N: usize> RingBuffer<T, N> {
    /// An empty buffer.
    pub fn new() -> Self {
        const { assert!(N > 0, "a ring needs a slot") };
        Self { slots: [const { None }; N], head: 0, len: 0 }
    }

    /// How many items there are.
    pub const fn len(&self) -> usize {
        self.len
    }

    /// Whether there are none.
    pub const fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Whether there is no room.
    pub const fn is_full(&self) -> bool {
        self.len == N
    }

    /// Puts an item at the end; a full buffer gives it back.
    pub fn push_back(&mut self, item: T) -> Result<(), T> {
        if self.is_full() {
            return Err(item);
        }
        let end = self.head + self.len;
        self.slots[if cfg!(feature = "bug-push-back-forgets-to-wrap") { end } else { wrapped::<N>(end) }] = Some(item);
        if !cfg!(feature = "bug-push-back-forgets-len") {
            self.len += 1;
        }
        Ok(())
    }

    /// Puts an item at the beginning; a full buffer gives it back.
    pub fn push_front(&mut self, item: T) -> Result<(), T> {
        if self.is_full() {
            return Err(item);
        }
        if cfg!(feature = "bug-push-front-underflows") {
            self.head -= 1;
        } else if !cfg!(feature = "bug-push-front-overwrites-first") {
            self.head = wrapped::<N>(self.head + N - 1);
        }
        self.slots[self.head] = Some(item);
        self.len += 1;
        Ok(())
    }

    /// Takes the oldest item.
    pub fn pop_front(&mut self) -> Option<T> {
        let item = self.slots[self.head].take()?;
        if !cfg!(feature = "bug-pop-front-forgets-head") {
            self.head = wrapped::<N>(self.head + 1);
        }
        self.len -= usize::from(!(cfg!(feature = "bug-pop-front-forgets-last") && self.len == 1));
        Some(item)
    }

    /// Takes the newest item.
    pub fn pop_back(&mut self) -> Option<T> {
        if cfg!(feature = "bug-pop-back-expects-item") {
            self.len -= 1;
        } else {
            self.len = self.len.checked_sub(1)?;
        }
        let wrong = usize::from(cfg!(feature = "bug-pop-back-takes-one-further"));
        self.slots[wrapped::<N>(self.head + self.len + wrong)].take()
    }

    /// The item at this place; the oldest is at 0.
    pub fn get(&self, index: usize) -> Option<&T> {
        if cfg!(feature = "bug-get-from-slot") {
            return self.slots.get(index)?.as_ref();
        }
        if index < self.len { self.slots[wrapped::<N>(self.head + index)].as_ref() } else { None }
    }

    /// Puts an item at the end, in place of the oldest if there is no room; returns that.
    pub fn overwrite(&mut self, item: T) -> Option<T> {
        let full = self.is_full() && !cfg!(feature = "bug-overwrite-ignores-full");
        let oldest = if full && cfg!(feature = "bug-overwrite-drops-newest") {
            self.pop_back()
        } else if full {
            self.pop_front()
        } else {
            None
        };
        let end = self.head + self.len;
        let slot = if cfg!(feature = "bug-overwrite-forgets-to-wrap") { end.min(N - 1) } else { wrapped::<N>(end) };
        self.slots[slot] = Some(item);
        self.len += 1;
        oldest
    }
}

/// A place at most once round.
const fn wrapped<const N: usize>(place: usize) -> usize {
    if place < N { place } else { place - N }
}

impl<T, const N: usize> Default for RingBuffer<T, N> {
    fn default() -> Self {
        Self::new()
    }
}

#[cfg(test)]
mod tests;
