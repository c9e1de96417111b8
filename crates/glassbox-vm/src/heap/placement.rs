//! Placement: blocks in the order of their addresses, and the next address in the downward layout.

use std::sync::Arc;

use super::allocator::Heap;
use super::block::{Block, BlockId, RED_ZONE};
use super::layout::{ALIGNMENT, Downward, Layout, PARTS};
use crate::memory::{Memory, WASM_PAGE};
use crate::stop::{BlockLayout, Trace};
use crate::track::Tracker;

/// Number of WebAssembly pages by which the downward layout grows the memory.
const DOWNWARD_PAGES: u32 = 16;

impl Heap {
    /// Chooses the layout. Call it before the first allocation.
    pub(crate) fn set_layout(&mut self, layout: Layout) {
        assert!(self.blocks.is_empty(), "blocks do not move");
        let downward = |no_better_than| Downward { no_better_than, ..Downward::default() };
        self.downward = match layout {
            Layout::Downward => Some(downward(None)),
            Layout::Aligned(align) => Some(downward(Some(align))),
            Layout::Scattered => Some(Downward { is_scattered: true, ..downward(None) }),
            Layout::Upward | Layout::Reusing => None,
        };
        self.by_address = self.downward.is_some().then(Arc::default);
        self.to_reuse = (layout == Layout::Reusing).then(Vec::new);
    }

    /// Takes the last freed block of this layout, to use it again.
    pub(super) fn reuse<T: Tracker>(&mut self, tracker: &mut T, layout: BlockLayout, trace: &Trace) -> Option<u32> {
        let freed = self.to_reuse.as_mut()?;
        let last = freed.iter().rposition(|id| self.blocks[*id as usize].layout() == layout)?;
        let block = &mut self.blocks[freed.remove(last) as usize];
        (block.allocated, block.freed) = (trace.clone(), None);
        tracker.heap_allocated(block.address, block.size);
        Some(block.address)
    }

    /// Number of blocks that begin at `address` or before.
    pub(super) fn n_until(&self, address: u32) -> usize {
        match &self.by_address {
            None => self.blocks.partition_point(|block| block.address <= address),
            Some(order) => order.partition_point(|id| self.blocks[*id as usize].address <= address),
        }
    }

    /// The block at this place in the order of addresses.
    pub(super) fn by_address(&self, place: usize) -> Option<&Block> {
        self.blocks.get(self.index_of(place)?)
    }

    pub(super) fn index_of(&self, place: usize) -> Option<usize> {
        match &self.by_address {
            None => Some(place),
            Some(order) => order.get(place).map(|id| *id as usize),
        }
    }

    /// Puts the next block, which will be at `address`, into the order of addresses.
    pub(super) fn index(&mut self, address: u32) {
        let (id, place) = (self.blocks.len() as BlockId, self.n_until(address));
        if let Some(order) = &mut self.by_address {
            Arc::make_mut(order).insert(place, id);
        }
    }

    /// The address of the next block before all others; `like` is its address in the upward layout.
    pub(super) fn place_downward<T: Tracker>(
        &mut self,
        memory: &mut Memory,
        tracker: &mut T,
        size: u32,
        align: u32,
        like: u32,
    ) -> Option<u32> {
        if self.downward.as_ref()?.is_scattered {
            return self.place_scattered(memory, tracker, size, align, like);
        }
        let n_blocks = self.blocks.len();
        let downward = self.downward.as_mut()?;
        downward.n_blocks = n_blocks;
        let place = |downward: &Downward| downward.place(size, align, like, RED_ZONE);
        let address = if let Some(address) = place(downward) {
            address
        } else {
            let needed = (size as usize + align as usize).div_ceil(WASM_PAGE) as u32 + 1;
            self.grow_free(memory, tracker, needed)?;
            place(self.downward.as_ref()?)?
        };
        self.downward.as_mut()?.end = address;
        Some(address)
    }

    /// Makes room for small blocks.
    pub(super) fn prepare_downward<T: Tracker>(&mut self, memory: &mut Memory, tracker: &mut T) -> Option<()> {
        self.grow_free(memory, tracker, DOWNWARD_PAGES)
    }

    /// Grows the memory by at least so many pages, which are the free memory from now on.
    fn grow_free<T: Tracker>(&mut self, memory: &mut Memory, tracker: &mut T, needed: u32) -> Option<()> {
        let have = u32::try_from(memory.bytes().len()).ok()?;
        memory.grow(needed.max(DOWNWARD_PAGES)).or_else(|| memory.grow(needed))?;
        self.reserved = u32::try_from(memory.bytes().len()).unwrap_or(u32::MAX);
        tracker.grown(memory.bytes().len());
        tracker.heap_reserved(have..self.reserved);
        let downward = self.downward.as_mut()?;
        (downward.start, downward.end) = (have, self.reserved);
        Some(())
    }

    /// The address of the next block in a part of the free memory, behind the blocks that are there. If it does not fit, the
    /// memory grows, and that is the free memory from now on.
    fn place_scattered<T: Tracker>(
        &mut self,
        memory: &mut Memory,
        tracker: &mut T,
        size: u32,
        align: u32,
        like: u32,
    ) -> Option<u32> {
        let modulus = align.max(ALIGNMENT);
        for is_grown in [false, true] {
            let downward = self.downward.as_ref()?;
            let part = downward.part(u32::try_from(self.blocks.len()).ok()?);
            let last = self.block_at_or_before(part.end).filter(|block| block.address >= part.start);
            let start = last.map_or(part.start, |block| block.address + block.size.max(1)).checked_add(RED_ZONE)?;
            let address = start.checked_add((like % modulus + modulus - start % modulus) % modulus)?;
            let end = address.checked_add(size.max(1))?.checked_add(RED_ZONE)?;
            if end <= part.end {
                return Some(address);
            }
            if !is_grown {
                // Each part has room for the block, its red zones and its alignment.
                let bytes = size as usize + 2 * modulus as usize + 2 * RED_ZONE as usize;
                let needed = bytes.checked_mul(PARTS as usize)?.div_ceil(WASM_PAGE) as u32;
                self.grow_free(memory, tracker, needed)?;
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::memory::GuestAddr;
    use crate::stop::MemoryErrorKind;
    use crate::track::Concrete;

    fn heap_and_memory(layout: Layout) -> (Heap, Memory) {
        let mut heap = Heap::default();
        heap.set_base(1000);
        heap.set_layout(layout);
        (heap, Memory::new(1, 200))
    }

    fn allocate(heap: &mut Heap, memory: &mut Memory, size: u32, align: u32) -> u32 {
        heap.allocate(memory, &mut Concrete, size, align, Trace::default()).expect("there is room")
    }

    #[test]
    fn a_prepared_heap_does_not_grow_for_small_blocks_and_places_them_apart() {
        for layout in [Layout::Upward, Layout::Reusing, Layout::Downward, Layout::Scattered, Layout::Aligned(8)] {
            let (mut heap, mut memory) = heap_and_memory(layout);
            heap.prepare(&mut memory, &mut Concrete).unwrap();
            let prepared = memory.bytes().len();
            let mut blocks: Vec<u32> =
                (0..500).map(|_| heap.allocate(&mut memory, &mut Concrete, 24, 8, Trace::default()).unwrap()).collect();
            assert_eq!(memory.bytes().len(), prepared, "{layout:?}");
            blocks.sort_unstable();
            assert!(blocks[0] >= 1000 && blocks[499] as usize + 24 <= prepared, "{layout:?}");
            assert!(blocks.windows(2).all(|pair| pair[1] - pair[0] >= 24 + RED_ZONE), "{layout:?}");
        }
    }

    #[test]
    fn blocks_can_be_put_one_before_the_other() {
        let (mut heap, mut memory) = heap_and_memory(Layout::Downward);
        let mut blocks: Vec<(u32, u32)> = Vec::new();
        for (size, align) in [(1, 1), (7, 8), (100, 64), (0, 1), (3, 4096), (5_000_000, 16), (1, 1), (20, 4)] {
            let address = allocate(&mut heap, &mut memory, size, align);
            assert_eq!(address % align, 0);
            assert!(address as usize + size as usize <= memory.bytes().len());
            let apart = |&(other, len): &(u32, u32)| {
                address + size.max(1) + RED_ZONE <= other || other + len.max(1) + RED_ZONE <= address
            };
            assert!(blocks.iter().all(apart), "{blocks:x?} and {address:#x}");
            blocks.push((address, size));
        }
        assert!(blocks[1].0 < blocks[0].0 && blocks[2].0 < blocks[1].0);
        for &(address, size) in &blocks {
            assert_eq!(heap.block_at_or_before(address + size).map(|block| block.address), Some(address));
            assert_eq!(heap.nearest(address).map(|block| block.address), Some(address));
        }
        let kept = heap.snapshot();
        let next = allocate(&mut heap, &mut memory, 8, 8);
        heap.free(blocks[7].0, 20, 4, Trace::default()).unwrap();
        heap.free(next, 8, 8, Trace::default()).unwrap();
        let error = heap.free(next + 8, 8, 8, Trace::default()).expect_err("there is no such block");
        assert_eq!(error.kind, MemoryErrorKind::InvalidFree { address: GuestAddr(next + 8) });
        heap.restore(&kept);
        assert_eq!(heap.live().count(), blocks.len());
        assert_eq!(allocate(&mut heap, &mut memory, 8, 8), next, "the same again");
    }

    #[test]
    fn blocks_can_be_aligned_no_better_than_requested() {
        for least in [1, 2, 4, 8] {
            let (mut heap, mut memory) = heap_and_memory(Layout::Aligned(least));
            let mut last = u32::MAX;
            for (size, align) in [(1, 1), (7, 8), (100, 64), (0, 1), (3, 2), (9, 1), (5_000_000, 4096), (20, 4)] {
                let address = allocate(&mut heap, &mut memory, size, align);
                let exact = align.max(least);
                assert_eq!(address % (2 * exact), exact);
                assert!(size > 1_000_000 || address < last, "one before the other, as far as there is room");
                last = if size > 1_000_000 { u32::MAX } else { address };
            }
        }
    }

    #[test]
    fn scattered_blocks_lie_between_others() {
        let (mut heap, mut memory) = heap_and_memory(Layout::Scattered);
        let mut blocks: Vec<(u32, u32)> = Vec::new();
        let mut has_between = false;
        for (size, align) in [(1, 1), (7, 8), (100, 64), (0, 1), (3, 4096), (50_000, 16), (1, 1), (20, 4)] {
            let address = allocate(&mut heap, &mut memory, size, align);
            assert_eq!(address % align, 0);
            let apart = |&(other, len): &(u32, u32)| {
                address + size.max(1) + RED_ZONE <= other || other + len.max(1) + RED_ZONE <= address
            };
            assert!(blocks.iter().all(apart), "{blocks:x?} and {address:#x}");
            let n_before = blocks.iter().filter(|(other, _)| *other < address).count();
            has_between |= n_before > 0 && n_before < blocks.len();
            blocks.push((address, size));
            assert_eq!(heap.block_at_or_before(address + size).map(|block| block.address), Some(address));
        }
        assert!(has_between);
        let kept = heap.snapshot();
        let next = allocate(&mut heap, &mut memory, 8, 8);
        heap.restore(&kept);
        assert_eq!(allocate(&mut heap, &mut memory, 8, 8), next, "the same again");
    }

    #[test]
    fn freed_blocks_can_be_used_again() {
        let (mut heap, mut memory) = heap_and_memory(Layout::Reusing);
        let blocks = [8, 8, 16].map(|size| allocate(&mut heap, &mut memory, size, 8));
        let kept = heap.snapshot();
        for _ in 0..2 {
            for (address, size) in [(blocks[2], 16), (blocks[1], 8), (blocks[0], 8)] {
                heap.free(address, size, 8, Trace::default()).unwrap();
            }
            let again = [8, 8, 8, 16].map(|size| allocate(&mut heap, &mut memory, size, 8));
            assert_eq!([again[0], again[1], again[3]], [blocks[0], blocks[1], blocks[2]], "the last one first");
            assert!(!blocks.contains(&again[2]));
            assert!(heap.free(blocks[0], 16, 8, Trace::default()).is_err());
            heap.restore(&kept);
            assert_eq!(heap.live().count(), 3);
        }
    }

    #[test]
    fn the_lowest_bits_are_those_of_the_other_layout() {
        let (mut upward, mut memory) = heap_and_memory(Layout::Upward);
        let (mut downward, mut other_memory) = heap_and_memory(Layout::Downward);
        for (size, align) in [(1, 1), (7, 8), (100, 64), (0, 1), (3, 2), (9, 1), (1, 1), (20, 4)] {
            let address = allocate(&mut upward, &mut memory, size, align);
            assert_eq!(address % 16, allocate(&mut downward, &mut other_memory, size, align) % 16);
        }
    }
}
