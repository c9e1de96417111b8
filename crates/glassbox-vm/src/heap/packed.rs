//! A heap in few bytes: the blocks that a snapshot has not, and those of the snapshot that are freed or not as they were there.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;

use super::allocator::{Heap, HeapSnapshot};
use super::block::{Block, BlockId};
use crate::memory::{put, take};
use crate::stop::Trace;

/// Traces by their numbers. A program allocates and frees in few places.
#[derive(Debug, Default)]
pub(crate) struct Traces {
    all: Vec<Trace>,
    numbers: BTreeMap<Trace, usize>,
}

impl Traces {
    fn number(&mut self, trace: &Trace) -> usize {
        if let Some(number) = self.numbers.get(trace) {
            return *number;
        }
        self.all.push(trace.clone());
        self.numbers.insert(trace.clone(), self.all.len() - 1);
        self.all.len() - 1
    }

    /// 0 for none, or a number from 1.
    fn optional(&mut self, trace: Option<&Trace>) -> usize {
        trace.map_or(0, |trace| self.number(trace) + 1)
    }

    fn get(&self, number: usize) -> Trace {
        self.all[number].clone()
    }

    fn get_optional(&self, number: usize) -> Option<Trace> {
        number.checked_sub(1).map(|number| self.get(number))
    }
}

/// A heap, as far as it differs from a snapshot.
#[derive(Debug)]
pub(crate) struct PackedHeap {
    blocks: Box<[u8]>,
    next: u32,
    reserved: u32,
    free: Range<u32>,
    by_address: Option<Arc<Vec<BlockId>>>,
    reclaimed: Arc<Vec<Range<u32>>>,
}

impl Heap {
    /// What the heap has that a snapshot has not; none if freed blocks are used again in the order of freeing, or blocks of the snapshot are gone.
    pub(crate) fn pack(&self, start: &HeapSnapshot, traces: &mut Traces, bytes: &mut Vec<u8>) -> Option<PackedHeap> {
        let n_old = start.n_blocks();
        if self.to_reuse.is_some() || self.blocks.len() < n_old {
            return None;
        }
        let (old, new) = self.blocks.split_at(n_old);
        let changed = (0..).zip(old).filter(|(id, block)| start.freed(*id) != block.freed.as_ref());
        bytes.clear();
        put(bytes, changed.clone().count());
        for (id, block) in changed {
            put(bytes, id as usize);
            put(bytes, traces.optional(block.freed.as_ref()));
        }
        let mut before = 0;
        for Block { address, size, align, allocated, freed } in new {
            // The distance to the block before, with its sign in the lowest bit.
            let distance = address.wrapping_sub(before) as i32;
            put(bytes, (distance << 1 ^ distance >> 31) as u32 as usize);
            put(bytes, *size as usize);
            put(bytes, *align as usize);
            put(bytes, traces.number(allocated));
            put(bytes, traces.optional(freed.as_ref()));
            before = *address;
        }
        Some(PackedHeap {
            blocks: bytes.as_slice().into(),
            next: self.next,
            reserved: self.reserved,
            free: self.free_memory(),
            by_address: self.by_address.clone(),
            reclaimed: self.reclaimed.clone(),
        })
    }

    /// Restores a heap that was packed beside this snapshot.
    pub(crate) fn unpack(&mut self, start: &HeapSnapshot, packed: &PackedHeap, traces: &Traces) {
        self.restore(start);
        let mut left = &*packed.blocks;
        for _ in 0..take(&mut left) {
            let id = take(&mut left);
            self.set_freed(id, traces.get_optional(take(&mut left)));
        }
        let mut before = 0_u32;
        while !left.is_empty() {
            let mut next = || take(&mut left) as u32;
            let distance = next();
            let address = before.wrapping_add((distance >> 1) ^ (distance & 1).wrapping_neg());
            let (size, align) = (next(), next());
            before = address;
            let allocated = traces.get(take(&mut left));
            let freed = traces.get_optional(take(&mut left));
            self.blocks.push(Block { address, size, align, allocated, freed });
        }
        (self.next, self.reserved) = (packed.next, packed.reserved);
        self.by_address.clone_from(&packed.by_address);
        self.reclaimed.clone_from(&packed.reclaimed);
        self.set_free_memory(&packed.free);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::heap::Layout;
    use crate::memory::Memory;
    use crate::track::Concrete;

    /// A packed heap is what was there, and goes on in the same way.
    #[test]
    fn heaps_are_unpacked_as_they_were() {
        for layout in [Layout::Upward, Layout::Downward, Layout::Scattered, Layout::Aligned(4)] {
            let mut heap = Heap::default();
            heap.set_base(1000);
            heap.set_layout(layout);
            let mut memory = Memory::new(1, 200);
            let trace = |number: usize| -> Trace { [number as u32 % 5, 7].into() };
            let mut allocate = |heap: &mut Heap, number: usize| {
                let (size, align) = (1 + number as u32 * 37 % 300, 1 << (number % 5));
                heap.allocate(&mut memory, &mut Concrete, size, align, trace(number)).expect("there is room")
            };
            for number in 0..4 {
                allocate(&mut heap, number);
            }
            let start = heap.snapshot();
            let mut random = 1_u64;
            let mut next = |n: usize| {
                random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                (random >> 33) as usize % n
            };
            let mut traces = Traces::default();
            let mut kept: Vec<(PackedHeap, String)> = Vec::new();
            for number in 0..1000 {
                let at = next(heap.blocks().len());
                let Block { address, size, align, .. } = heap.blocks()[at];
                match next(8) {
                    0..3 if heap.blocks().len() < 20 => _ = allocate(&mut heap, number),
                    3 | 4 => _ = heap.free(address, size, align, trace(number)),
                    5 => _ = heap.unfree(address),
                    6 if !kept.is_empty() => {
                        let (packed, expected) = &kept[next(kept.len())];
                        heap.unpack(&start, packed, &traces);
                        assert_eq!(&format!("{:?}", heap.snapshot()), expected, "{layout:?}");
                    }
                    _ => {
                        let packed = heap.pack(&start, &mut traces, &mut Vec::new()).expect("it is possible");
                        heap.unpack(&start, &packed, &traces);
                        kept.push((packed, format!("{:?}", heap.snapshot())));
                    }
                }
            }
            assert!(kept.len() > 50);
        }
    }
}
