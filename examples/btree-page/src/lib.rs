//! A page of a B-tree, in a fixed array of bytes, as databases keep them on disk.
//!
//! ```text
//! 0         1        2                                        N
//! | n slots | start  | slots, in the order of keys ▶ gap ◀ cells |
//! ```
//!
//! A slot is the offset of a cell, a cell is a key, the length of the value, and the value. New cells are put before
//! the others, at `start`. A deleted cell leaves a hole, until the page is compacted.

#[cfg(any(test, glassbox))]
mod checks;
#[cfg(test)]
mod tests;

/// Offset of the number of slots.
const COUNT: usize = 0;
/// Offset of the place where the cells begin.
const START: usize = 1;
/// Offset of the slots.
const SLOTS: usize = 2;
/// Bytes of a cell before its value.
const CELL_HEADER: usize = 2;

/// A page of at most 255 bytes.
#[derive(Clone)]
#[cfg_attr(any(test, glassbox), derive(glassbox::Structure))]
pub struct Page<const N: usize> {
    #[cfg_attr(any(test, glassbox), glassbox(domain(u8 = 0..11)))]
    bytes: [u8; N],
}

/// There is no room for an entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Full;

impl<const N: usize> Default for Page<N> {
    fn default() -> Self {
        const { assert!(SLOTS <= N && N <= u8::MAX as usize) };
        let mut bytes = [0; N];
        bytes[START] = N as u8;
        Self { bytes }
    }
}

impl<const N: usize> Page<N> {
    /// Makes an empty page.
    pub fn new() -> Self {
        Self::default()
    }

    /// The number of entries.
    pub fn len(&self) -> usize {
        self.bytes[COUNT].into()
    }

    /// Whether there are no entries.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The value of a key.
    pub fn get(&self, key: u8) -> Option<&[u8]> {
        self.find(key).ok().map(|slot| self.entry(slot).1)
    }

    /// Keys and values in the order of keys.
    pub fn iter(&self) -> impl Iterator<Item = (u8, &[u8])> {
        (0..self.len()).map(|slot| self.entry(slot))
    }

    /// Sets the value of a key. If there is no room, nothing changes.
    pub fn insert(&mut self, key: u8, value: &[u8]) -> Result<(), Full> {
        let size = CELL_HEADER + value.len();
        let mut place = self.find(key);
        if cfg!(feature = "bug-replace-loses-entry")
            && let Ok(slot) = place
        {
            self.delete_slot(slot);
            place = Err(slot);
        }
        let freed = place.map_or(0, |slot| self.size(slot) + 1);
        if self.free() + freed < size + 1 {
            return Err(Full);
        }
        if let Ok(slot) = place {
            self.delete_slot(slot);
        }
        let slot_size = usize::from(!cfg!(feature = "bug-slot-not-counted"));
        if self.gap() < size + slot_size {
            self.compact();
        }
        let start = self.start() - size;
        self.bytes[start] = key;
        self.bytes[start + 1] = value.len() as u8;
        self.bytes[start + CELL_HEADER..start + size].copy_from_slice(value);
        self.bytes[START] = start as u8;
        let (Ok(slot) | Err(slot)) = place;
        let end = SLOTS + self.len();
        self.bytes.copy_within(SLOTS + slot..end, SLOTS + slot + 1);
        self.bytes[SLOTS + slot] = start as u8;
        self.bytes[COUNT] += 1;
        Ok(())
    }

    /// Deletes a key. Returns whether it was there.
    pub fn delete(&mut self, key: u8) -> bool {
        let place = self.find(key);
        place.map(|slot| self.delete_slot(slot)).is_ok()
    }

    /// Moves the upper half of the entries to a new page.
    pub fn split(&mut self) -> Self {
        let (mut upper, half) = (Self::new(), self.len() / 2);
        for slot in half..self.len() {
            let (key, value) = self.entry(slot);
            upper.insert(key, value).expect("a page has room for a part of another one");
        }
        self.bytes[COUNT] = half as u8;
        self.compact();
        upper
    }

    /// Moves all cells to the end of the page, so that there are no holes.
    pub fn compact(&mut self) {
        let mut offsets: Vec<(usize, usize)> = (0..self.len()).map(|slot| (self.offset(slot), slot)).collect();
        if !cfg!(feature = "bug-compact-overwrites") {
            // The last cell first, so that none is moved over another one.
            offsets.sort_unstable_by(|a, b| b.cmp(a));
        }
        let mut start = N;
        for (offset, slot) in offsets {
            let size = self.size(slot);
            start -= size;
            self.bytes.copy_within(offset..offset + size, start);
            self.bytes[SLOTS + slot] = start as u8;
        }
        self.bytes[START] = start as u8;
    }

    /// The slot of a key, or the one where it would be.
    fn find(&self, key: u8) -> Result<usize, usize> {
        let slots = &self.bytes[SLOTS..SLOTS + self.len()];
        slots.binary_search_by_key(&key, |offset| self.bytes[usize::from(*offset)])
    }

    fn delete_slot(&mut self, slot: usize) {
        if self.offset(slot) == self.start() {
            self.bytes[START] += self.size(slot) as u8;
        }
        let end = SLOTS + self.len();
        self.bytes.copy_within(SLOTS + slot + 1..end, SLOTS + slot);
        self.bytes[COUNT] -= 1;
    }

    fn entry(&self, slot: usize) -> (u8, &[u8]) {
        let offset = self.offset(slot);
        (self.bytes[offset], &self.bytes[offset + CELL_HEADER..offset + self.size(slot)])
    }

    fn offset(&self, slot: usize) -> usize {
        self.bytes[SLOTS + slot].into()
    }

    fn size(&self, slot: usize) -> usize {
        CELL_HEADER + usize::from(self.bytes[self.offset(slot) + 1])
    }

    fn start(&self) -> usize {
        self.bytes[START].into()
    }

    /// Bytes between slots and cells.
    fn gap(&self) -> usize {
        self.start() - SLOTS - self.len()
    }

    /// Bytes between slots and cells after `compact`.
    fn free(&self) -> usize {
        N - SLOTS - (0..self.len()).map(|slot| 1 + self.size(slot)).sum::<usize>()
    }
}
