//! A ring buffer: a queue in an array, whose end goes on at the beginning.

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
        self.slots[wrapped::<N>(self.head + self.len)] = Some(item);
        self.len += 1;
        Ok(())
    }

    /// Puts an item at the beginning; a full buffer gives it back.
    pub fn push_front(&mut self, item: T) -> Result<(), T> {
        if self.is_full() {
            return Err(item);
        }
        self.head = wrapped::<N>(self.head + N - 1);
        self.slots[self.head] = Some(item);
        self.len += 1;
        Ok(())
    }

    /// Takes the oldest item.
    pub fn pop_front(&mut self) -> Option<T> {
        let item = self.slots[self.head].take()?;
        self.head = wrapped::<N>(self.head + 1);
        self.len -= 1;
        Some(item)
    }

    /// Takes the newest item.
    pub fn pop_back(&mut self) -> Option<T> {
        self.len = self.len.checked_sub(1)?;
        self.slots[wrapped::<N>(self.head + self.len)].take()
    }

    /// The item at this place; the oldest is at 0.
    pub fn get(&self, index: usize) -> Option<&T> {
        if index < self.len { self.slots[wrapped::<N>(self.head + index)].as_ref() } else { None }
    }

    /// Puts an item at the end, in place of the oldest if there is no room; returns that.
    pub fn overwrite(&mut self, item: T) -> Option<T> {
        let oldest = if self.is_full() { self.pop_front() } else { None };
        let slot = wrapped::<N>(self.head + self.len);
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
