//! Writes: set the terms of bytes, end constant memory, and remember overwritten bytes.

use super::bytes::ByteOf;
use super::constants::Constants;
use super::shadow::ByteImage;
use super::state::Concolic;
use super::term::TermId;
use crate::memory::Memory;
use crate::stop::Stop;
use crate::track::word::Word;

impl Concolic {
    /// Declares data segments constant memory until a run writes to them. `segments` are their ranges.
    pub(crate) fn seal(&mut self, memory: &Memory, segments: impl Iterator<Item = std::ops::Range<u32>>) {
        self.constants = Constants::default();
        for range in segments {
            let plain = range.clone().all(|address| self.bytes.get(address).is_plain());
            if plain && self.sanitizer.is_defined(range.clone()) {
                let bytes = &memory.bytes()[range.start as usize..range.end as usize];
                self.constants.add(range.clone(), self.terms.table(range.start, bytes));
            }
        }
    }

    /// The data segments that no run has written to, so that loads from them make terms.
    pub fn constants(&self) -> Vec<std::ops::Range<u32>> {
        self.constants.ranges().cloned().collect()
    }

    /// Data segments with bytes in `range` are no longer constant, as if a run had written to them.
    pub fn forget_constants(&mut self, range: std::ops::Range<u32>) {
        self.constants.written(range.start, range.end - range.start);
    }

    /// Sets the term of `len` bytes at `address`: they are the first bytes of `term`, whose value in this state is `word`. The
    /// host has written the bits.
    pub(crate) fn plant(&mut self, address: u32, len: u32, term: TermId, word: Word) {
        self.constants.written(address, len);
        self.sanitizer.plant(address, len, word.undefined());
        self.set_bytes(address, len, term);
    }

    /// Says which byte of its term a byte is.
    pub(crate) fn plant_index(&mut self, address: u32, index: u8) {
        let term = self.bytes.get(address).term();
        if term.is_some() {
            self.bytes.set(address, ByteOf::new(term, index));
        }
    }

    /// Sets the undefined bits of bytes whose terms stay the same; their value in this state is `word`. The host has written
    /// the bits.
    pub(crate) fn revalue(&mut self, address: u32, len: u32, word: Word) {
        self.sanitizer.plant(address, len, word.undefined());
    }

    /// Remembers the bytes of a range before they are first written, until the run is over.
    pub fn watch_writes(&mut self, range: std::ops::Range<u32>) {
        self.watched = range;
        self.overwritten.clear();
    }

    /// The watched bytes that were written, as they were before, in the order of their addresses and each one once. A later
    /// write may have restored the old value.
    pub fn overwritten(&mut self) -> &[(u32, ByteImage)] {
        // The first image of a byte is the one from before all writes; sorting keeps it first.
        self.overwritten.sort_by_key(|(address, _)| *address);
        self.overwritten.dedup_by_key(|(address, _)| *address);
        &self.overwritten
    }

    /// The run or the host is about to write bytes, which are in bounds.
    #[inline(always)]
    pub(crate) fn writing(&mut self, memory: &Memory, address: u32, len: u32) {
        if address < self.watched.end && address + len > self.watched.start {
            self.remember(memory, address.max(self.watched.start)..(address + len).min(self.watched.end));
        }
    }

    #[cold]
    fn remember(&mut self, memory: &Memory, range: std::ops::Range<u32>) {
        for address in range {
            self.overwritten.push((address, self.byte_image(memory, address)));
        }
    }

    /// The run is about to write.
    #[inline(always)]
    pub(super) fn note_write(&mut self, memory: &Memory, address: u32, len: u32) -> Result<(), Stop> {
        self.writing(memory, address, len);
        self.constants.written(address, len);
        if let Some(words) = &mut self.words {
            words.add(address, len);
        }
        match &mut self.outside {
            None => Ok(()),
            Some(outside) => outside.writes(address..address + len),
        }
    }

    /// Sets the terms of `len` bytes at `address` to the low bytes of `term`; bytes that are zero in all states are plain.
    pub(super) fn set_bytes(&mut self, address: u32, len: u32, term: TermId) {
        let term_len = u32::from(self.terms.len(term));
        for index in 0..len {
            let byte = if index < term_len { ByteOf::new(term, index as u8) } else { ByteOf::PLAIN };
            self.bytes.set(address + index, byte);
        }
    }
}
