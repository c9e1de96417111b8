//! Access of the host to a machine that knows the origins of bytes: it writes bytes and blocks between runs.

use std::sync::Arc;

use super::machine::Machine;
use crate::heap::MemoryError;
use crate::track::{NamedByte, Provenance, Tracker as _};

impl Machine<Provenance> {
    /// The byte at an address, which must be in bounds, with all that is known of it.
    pub fn named_byte(&self, address: u32) -> NamedByte {
        NamedByte {
            value: self.memory.bytes()[address as usize],
            undefined: self.tracker.undefined(address),
            origin: self.tracker.origin(address),
        }
    }

    /// Writes a byte to an address, which must be in bounds. It does not matter whether the guest may access it.
    pub fn set_named_byte(&mut self, address: u32, byte: NamedByte) {
        self.memory.get_mut(address, 1).expect("the host writes inside the memory").fill(byte.value);
        self.tracker.set_byte(address, byte.undefined, byte.origin);
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
}
