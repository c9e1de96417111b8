//! Access of the host to a machine with terms: it plants terms in memory and reads them back.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::guest::Guest;
use super::machine::Machine;
use super::snapshot::Snapshot;
use crate::isa::Trap;
use crate::stop::Stop;
use crate::track::{ByteImage, Shadow, Symbolic, TermId, Tracked, Tracker, Word};

impl<T: Symbolic> Machine<T> {
    /// Declares the data segments constant memory, until a run writes to them. Call it once the guest is set up, before
    /// the first run.
    pub fn seal(&mut self) {
        let module = self.module.clone();
        let segments = module.data.iter().filter_map(|segment| {
            let start = self.constant(segment.active?) as u32;
            Some(start..start + segment.bytes.len() as u32)
        });
        let segments: Vec<_> = segments.collect();
        self.tracker.concolic().seal(&self.memory, segments.into_iter());
    }

    /// Makes the values of bytes unknown: whatever they are, runs should do the same.
    pub fn make_unknown(&mut self, bytes: &BTreeSet<u32>) {
        self.tracker.concolic().make_unknown(&self.memory, bytes);
    }

    /// Writes `term` to `len` bytes (at most 8, in bounds) at `address`; in this state its value is `word`.
    pub fn plant(&mut self, address: u32, len: u32, term: TermId, word: Word) {
        self.tracker.concolic().writing(&self.memory, address, len);
        let bytes = self.memory.get_mut(address, len).expect("the host plants inside the memory");
        bytes.copy_from_slice(&word.bits().to_le_bytes()[..len as usize]);
        self.tracker.concolic().plant(address, len, term, word);
    }

    /// Makes a byte, which must be in bounds, what it was when its image was taken.
    pub fn plant_image(&mut self, address: u32, image: ByteImage) {
        self.plant(address, 1, image.term, Word::new(image.value.into(), image.undefined.into()));
        self.tracker.concolic().plant_index(address, image.index);
    }

    /// Writes `len` bytes (at most 8, in bounds) of `word` to `address` and leaves their terms unchanged: `word` is the value
    /// of these terms in this state.
    pub fn revalue(&mut self, address: u32, len: u32, word: Word) {
        self.tracker.concolic().writing(&self.memory, address, len);
        let bytes = self.memory.get_mut(address, len).expect("the host plants inside the memory");
        bytes.copy_from_slice(&word.bits().to_le_bytes()[..len as usize]);
        self.tracker.concolic().revalue(address, len, word);
    }

    /// Allocates memory for the host's own use; returns none if there is no room. `align` must be a power of two.
    pub fn reserve(&mut self, size: u32, align: u32) -> Option<u32> {
        self.heap.allocate(&mut self.memory, &mut self.tracker, size, align, Arc::default())
    }

    /// The byte at an address, which must be in bounds, with its undefined bits and its term.
    pub fn byte_image(&mut self, address: u32) -> ByteImage {
        self.tracker.concolic().byte_image(&self.memory, address)
    }

    /// The value of `len` bytes (at most 8, in bounds) at `address` in this state, and their term.
    pub fn read(&mut self, address: u32, len: u32) -> Tracked<Shadow> {
        self.tracker.concolic().read(&self.memory, address, len)
    }

    /// Addresses of the bytes in a range that have changed since the machine was last restored, in this state or in another
    /// one. It compares the bytes of written pages only.
    pub fn changed(&mut self, range: std::ops::Range<u32>) -> Vec<u32> {
        let tracker = self.tracker.concolic();
        let mut changed = Vec::new();
        for part in self.memory.bytes.written(range.start as usize..range.end as usize) {
            let addresses = part.at as u32..(part.at + part.new.len()) as u32;
            // The usual case: the run has written the old values back.
            if part.is_same() && tracker.is_plain(addresses.clone()) {
                continue;
            }
            let is_changed =
                |&(offset, address): &(usize, u32)| part.differs(offset) || !tracker.is_plain(address..address + 1);
            changed.extend((0..).zip(addresses).filter(is_changed).map(|(_, address)| address));
        }
        changed
    }
}

impl<T: Symbolic + Tracker<Shadow = Shadow>> Machine<T> {
    /// Whether a global or a table differs from `start`, in this state or in another one.
    pub fn registers_changed(&self, start: &Snapshot<T>) -> bool {
        let has_term = |shadow: &Shadow| shadow.term.is_some();
        let globals = *self.globals != *start.globals || self.global_shadows.iter().any(has_term);
        globals || (self.tables_written && *self.tables != *start.tables)
    }
}

impl<T: Symbolic> Guest<'_, T> {
    /// The value of `len` bytes (at most 8) at `address` in this state, and their term.
    pub fn read(&mut self, address: u32, len: u32) -> Result<Tracked<Shadow>, Stop> {
        self.memory.get(address, len).ok_or(Trap::MemoryOutOfBounds)?;
        Ok(self.tracker.concolic().read(self.memory, address, len))
    }

    /// Writes `term` to `len` bytes (at most 8) at `address`; in this state its value is `word`.
    pub fn plant(&mut self, address: u32, len: u32, term: TermId, word: Word) -> Result<(), Stop> {
        self.memory.get(address, len).ok_or(Trap::MemoryOutOfBounds)?;
        self.tracker.concolic().writing(self.memory, address, len);
        let bytes = self.memory.get_mut(address, len).ok_or(Trap::MemoryOutOfBounds)?;
        bytes.copy_from_slice(&word.bits().to_le_bytes()[..len as usize]);
        self.tracker.concolic().plant(address, len, term, word);
        Ok(())
    }
}
