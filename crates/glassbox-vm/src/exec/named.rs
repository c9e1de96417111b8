//! Access of the host to a machine that knows the origins of bytes: it writes bytes and blocks between runs.

use std::ops::Range;
use std::sync::Arc;

use super::machine::Machine;
use super::snapshot::Snapshot;
use crate::heap::MemoryError;
use crate::memory::PAGE;
use crate::track::{Kind, LowBits, NamedByte, Provenance, Tracked, Tracker as _};

impl Machine<Provenance> {
    /// The byte at an address, which must be in bounds, with all that is known of it.
    pub fn named_byte(&self, address: u32) -> NamedByte {
        NamedByte {
            value: self.memory.bytes()[address as usize],
            undefined: self.tracker.undefined(address),
            origin: self.tracker.origin(address),
            of: self.tracker.part_of(address),
        }
    }

    /// Writes a byte to an address, which must be in bounds. It does not matter whether the guest may access it.
    pub fn set_named_byte(&mut self, address: u32, byte: NamedByte) {
        self.memory.get_mut(address, 1).expect("the host writes inside the memory").fill(byte.value);
        self.tracker.set_byte(address, byte.undefined, byte.origin, byte.of);
    }

    /// An address, to hand to the guest: in the block that it lies in or at the end of, if any.
    pub fn address(&self, address: u32) -> Tracked<Kind> {
        let block = self.heap.block_at_or_before(address).filter(|block| address - block.address <= block.size);
        let shadow = block.map_or_else(Kind::default, |block| self.tracker.address(block.address));
        Tracked { value: u64::from(address), shadow }
    }

    /// Number of low bits of addresses that runs have looked at since the last call, and that the alignments of their blocks leave
    /// open: elsewhere they may be others.
    pub fn take_alignment_questions(&mut self) -> u64 {
        let low_bits = self.tracker.take_low_bits();
        // Low bits are the same wherever a block is, if it is aligned to more than them.
        let is_same = |low_bits: &LowBits| {
            let block = low_bits.address.and_then(|address| self.heap.block_at_or_before(address));
            block.is_some_and(|block| block.align > low_bits.mask)
        };
        low_bits.iter().filter(|low_bits| !is_same(low_bits)).count() as u64
    }

    /// Addresses of the bytes in a range whose values differ from those of the last snapshot or restore.
    pub fn rewritten(&self, range: std::ops::Range<u32>) -> Vec<u32> {
        let parts = self.memory.bytes.written(range.start as usize..range.end as usize);
        let changed = parts.flat_map(|part| {
            let changed = (0..part.new.len()).filter(|offset| part.differs(*offset)).collect::<Vec<_>>();
            changed.into_iter().map(move |offset| (part.at + offset) as u32)
        });
        changed.collect()
    }

    /// Whether bytes in a range, or what is known of them, differ from the last snapshot or restore.
    pub fn is_rewritten(&self, range: std::ops::Range<u32>) -> bool {
        let range = range.start as usize..range.end as usize;
        self.memory.bytes.written(range.clone()).any(|part| !part.is_same()) || self.tracker.is_rewritten(range)
    }

    /// Whether bytes in a range, and what is known of them, are known to be those of a snapshot of this machine. The cost depends
    /// on the number of pages in the range.
    pub fn shares(&self, snapshot: &Snapshot<Provenance>, range: std::ops::Range<u32>) -> bool {
        let range = range.start as usize..range.end as usize;
        self.memory.bytes.shares(&snapshot.memory, range.clone()) && self.tracker.shares(&snapshot.tracker, range)
    }

    /// Ranges of bytes that may differ, or of which something else may be known, since the last snapshot or restore: in order, and
    /// apart.
    pub fn touched(&self) -> Vec<Range<u32>> {
        let mut pages: Vec<u32> = self.memory.bytes.dirty_indices().collect();
        pages.extend(self.tracker.dirty_indices());
        pages.sort_unstable();
        pages.dedup();
        pages.into_iter().map(|page| page * PAGE as u32..(page + 1) * PAGE as u32).collect()
    }

    /// Adds the pages of a range in which a byte may differ, or something else may be known of one, since the last snapshot or
    /// restore: by their numbers, in no order, and perhaps several times. The cost depends on the number of pages written.
    pub fn touched_pages(&self, range: &Range<u32>, pages: &mut Vec<u32>) {
        let within = range.start / PAGE as u32..range.end.div_ceil(PAGE as u32);
        let touched = self.memory.bytes.dirty_indices().chain(self.tracker.dirty_indices());
        pages.extend(touched.filter(|page| within.contains(page)));
    }

    /// Allocates a block between runs; none if there is no room. `align` must be a power of two.
    pub fn make_block(&mut self, size: u32, align: u32) -> Option<u32> {
        self.heap.allocate(&mut self.memory, &mut self.tracker, size, align, Arc::default())
    }

    /// Frees the block at an address between runs.
    pub fn free_block(&mut self, address: u32) -> Result<(), MemoryError> {
        let block = self.heap.block_at_or_before(address);
        let layout = block.map_or_else(Default::default, |block| (block.size, block.align));
        self.heap.free(address, layout.0, layout.1, Arc::default())?;
        self.tracker.heap_freed(address, layout.0);
        Ok(())
    }

    /// Takes back between runs that the block at an address was freed. Its bytes are undefined then. Nothing happens if it was not.
    pub fn unfree_block(&mut self, address: u32) {
        if let Some(size) = self.heap.unfree(address) {
            self.tracker.heap_allocated(address, size);
        }
    }
}
