//! The allocator: hands out blocks, takes them back, and remembers all of them.

use std::ops::Range;
use std::sync::Arc;

use super::block::{Block, BlockId, RED_ZONE};
use super::layout::Downward;
use crate::memory::{GuestAddr, Memory, WASM_PAGE, put};
use crate::stop::{BlockLayout, MemoryError, MemoryErrorKind, Stop, Trace};
use crate::track::Tracker;

/// So many pages are enough for many small blocks. More would make the lists of pages in each snapshot longer.
const PREPARED_PAGES: u32 = 4;

/// The heap of a guest, with all blocks that were ever allocated.
#[derive(Clone, Debug, Default)]
pub struct Heap {
    pub(super) blocks: Vec<Block>,
    /// The free memory of the downward layout; none in the upward layout. With it, `next` is the address that the next block
    /// would have in the upward layout.
    pub(super) downward: Option<Downward>,
    /// Numbers of the blocks in the order of their addresses, without those whose memory belongs to a newer block. None as
    /// long as this is the order of allocation.
    pub(super) by_address: Option<Arc<Vec<BlockId>>>,
    /// Ranges of freed blocks that later blocks may use, in order and apart.
    pub(super) reclaimed: Arc<Vec<Range<u32>>>,
    /// Freed blocks in the order of freeing, if they are used again.
    pub(super) to_reuse: Option<Vec<BlockId>>,
    /// First address after all blocks.
    pub(super) next: u32,
    /// First address of the heap; 0 if the guest has none.
    base: u32,
    /// End of the memory that belongs to the heap; 0 before the first allocation.
    pub(super) reserved: u32,
    /// The snapshot that was last taken or restored.
    kept: Option<HeapSnapshot>,
    /// Blocks of `kept` that have been freed since, or of which that was taken back.
    changed_since: Vec<BlockId>,
}

/// A snapshot of the heap. Clones share everything.
#[derive(Clone, Debug)]
pub struct HeapSnapshot {
    /// All blocks, as they were at some snapshot; those of `changed` differ from it in whether they are freed.
    blocks: Arc<[Block]>,
    /// Blocks and the calls that freed them, if they are freed, in the order of their numbers. A few changes need no copy of all blocks.
    changed: Arc<[(BlockId, Option<Trace>)]>,
    next: u32,
    reserved: u32,
    /// The free memory of the downward layout.
    pub(super) free: Range<u32>,
    by_address: Option<Arc<Vec<BlockId>>>,
    reclaimed: Arc<Vec<Range<u32>>>,
}

impl HeapSnapshot {
    /// Number of blocks.
    pub(super) fn n_blocks(&self) -> usize {
        self.blocks.len()
    }

    /// The calls that had freed a block.
    pub(super) fn freed(&self, block: BlockId) -> Option<&Trace> {
        let changed = self.changed.binary_search_by_key(&block, |(changed, _)| *changed);
        changed.map_or_else(|_| &self.blocks[block as usize].freed, |place| &self.changed[place].1).as_ref()
    }
}

impl Heap {
    pub(crate) fn set_base(&mut self, base: u32) {
        self.base = base;
        self.next = base;
    }

    /// The addresses of the heap, from its start to the end of the last block.
    pub fn range(&self) -> Range<u32> {
        self.base..self.next
    }

    /// All blocks, in order of allocation. Blocks whose memory was [reclaimed](Self::reclaim) and used again are among them:
    /// a newer block has the same addresses.
    pub fn blocks(&self) -> &[Block] {
        &self.blocks
    }

    /// Blocks that have not been freed.
    pub fn live(&self) -> impl Iterator<Item = &Block> {
        self.blocks.iter().filter(|block| block.freed.is_none())
    }

    /// Live blocks with bytes in a range, in the order of their addresses.
    pub fn live_in(&self, range: Range<u32>) -> impl Iterator<Item = &Block> {
        let places = self.n_until(range.start).saturating_sub(1)..;
        let blocks =
            places.map_while(|place| self.by_address(place)).take_while(move |block| block.address < range.end);
        blocks.filter(move |block| block.freed.is_none() && block.address + block.size > range.start)
    }

    /// The last block that begins at or before `address`: the address is in it or after it.
    pub fn block_at_or_before(&self, address: u32) -> Option<&Block> {
        self.by_address(self.n_until(address).checked_sub(1)?)
    }

    /// The block that contains `address`, or the nearest one.
    pub fn nearest(&self, address: u32) -> Option<&Block> {
        let after = self.n_until(address);
        let (before, after) = (after.checked_sub(1).and_then(|place| self.by_address(place)), self.by_address(after));
        let behind = |block: &Block| address.saturating_sub(block.address + block.size.saturating_sub(1));
        match (before, after) {
            (Some(before), Some(after)) if behind(before) > after.address - address => Some(after),
            (before, after) => before.or(after),
        }
    }

    /// Allocates a block, and grows the memory if necessary; returns its address, or none if there is no room.
    ///
    /// `align` must be a power of two.
    pub fn allocate<T: Tracker>(
        &mut self,
        memory: &mut Memory,
        tracker: &mut T,
        size: u32,
        align: u32,
        trace: Trace,
    ) -> Option<u32> {
        if let Some(address) = self.reuse(tracker, BlockLayout { size, align }, &trace) {
            return Some(address);
        }
        let fresh = self.place(memory, tracker, size, align);
        let fresh = match (fresh, self.downward.is_some()) {
            (Some(like), true) => self.place_downward(memory, tracker, size, align, like),
            (fresh, _) => fresh,
        };
        let address = match fresh {
            Some(address) => address,
            None => self.place_reclaimed(tracker, size, align)?,
        };
        self.index(address);
        tracker.heap_allocated(address, size);
        self.blocks.push(Block { address, size, align, allocated: trace, freed: None });
        Some(address)
    }

    /// The address of the next block in the upward layout: after all others.
    fn place<T: Tracker>(&mut self, memory: &mut Memory, tracker: &mut T, size: u32, align: u32) -> Option<u32> {
        self.claim(memory, tracker)?;
        let start = self.next.checked_add(RED_ZONE)?;
        let address = start.checked_add(align - 1)? & !(align - 1);
        // Even a block of size 0 gets an address of its own.
        let end = address.checked_add(size.max(1))?.checked_add(RED_ZONE)?;
        if end > self.reserved {
            // By more than needed: each growth costs calls to the tracker.
            let missing = ((end - self.reserved) as usize).div_ceil(WASM_PAGE) as u32;
            self.reserve(memory, tracker, 16, missing)?;
        }
        self.next = end - RED_ZONE;
        Some(address)
    }

    /// Makes room for small blocks now, so that not every run from here on grows the memory by itself.
    pub(crate) fn prepare<T: Tracker>(&mut self, memory: &mut Memory, tracker: &mut T) -> Option<()> {
        if self.base == 0 {
            return None;
        }
        self.claim(memory, tracker)?;
        self.reserve(memory, tracker, PREPARED_PAGES, PREPARED_PAGES)?;
        if self.downward.is_some() { self.prepare_downward(memory, tracker) } else { Some(()) }
    }

    /// Takes the memory behind the statics.
    fn claim<T: Tracker>(&mut self, memory: &Memory, tracker: &mut T) -> Option<()> {
        let have = u32::try_from(memory.bytes().len()).ok()?;
        if self.reserved == 0 {
            tracker.heap_reserved(self.base..have);
        }
        debug_assert!(
            self.reserved == 0 || self.reserved == have,
            "only the heap grows the memory of a guest that has one"
        );
        self.reserved = have;
        Some(())
    }

    /// Grows the memory by `pages`, or at least by those that are `missing`.
    fn reserve<T: Tracker>(&mut self, memory: &mut Memory, tracker: &mut T, pages: u32, missing: u32) -> Option<()> {
        let have = self.reserved;
        memory.grow(pages.max(missing)).or_else(|| memory.grow(missing))?;
        self.reserved = u32::try_from(memory.bytes().len()).unwrap_or(u32::MAX);
        tracker.grown(memory.bytes().len());
        tracker.heap_reserved(have..self.reserved);
        Some(())
    }

    /// Frees a block, or returns the memory error if that is wrong.
    pub fn free(&mut self, address: u32, size: u32, align: u32, trace: Trace) -> Result<(), MemoryError> {
        let index = self.find(address)?;
        let block = &mut self.blocks[index];
        if block.freed.is_some() {
            let kind = MemoryErrorKind::DoubleFree { address: GuestAddr(address) };
            return Err(MemoryError { kind, block: Some(block.accused()) });
        }
        let (allocated, freed) = (block.layout(), BlockLayout { size, align });
        if freed != allocated {
            let kind = MemoryErrorKind::WrongLayout { address: GuestAddr(address), allocated, freed };
            return Err(MemoryError { kind, block: Some(block.accused()) });
        }
        block.freed = Some(trace);
        self.note_change(index);
        if let Some(to_reuse) = &mut self.to_reuse {
            to_reuse.push(index as BlockId);
        }
        Ok(())
    }

    /// Takes back that a block was freed; its size, or none if it was not freed. The host knows that its memory was not used again.
    pub(crate) fn unfree(&mut self, address: u32) -> Option<u32> {
        let index = self.find(address).ok()?;
        self.blocks[index].freed.take()?;
        self.note_change(index);
        Some(self.blocks[index].size)
    }

    /// Sets the calls that have freed a block.
    pub(super) fn set_freed(&mut self, index: usize, freed: Option<Trace>) {
        self.blocks[index].freed = freed;
        self.note_change(index);
    }

    /// The free memory of the downward layout.
    pub(super) fn free_memory(&self) -> Range<u32> {
        self.downward.as_ref().map_or(0..0, |downward| downward.start..downward.end)
    }

    pub(super) fn set_free_memory(&mut self, free: &Range<u32>) {
        if let Some(downward) = &mut self.downward {
            (downward.start, downward.end) = (free.start, free.end);
        }
    }

    fn note_change(&mut self, index: usize) {
        if self.kept.as_ref().is_some_and(|kept| index < kept.blocks.len()) {
            self.changed_since.push(index as BlockId);
        }
    }

    /// Index of the block that begins at `address`.
    fn find(&self, address: u32) -> Result<usize, MemoryError> {
        let index = self.n_until(address).checked_sub(1).and_then(|place| self.index_of(place));
        index.filter(|index| self.blocks[*index].address == address).ok_or_else(|| MemoryError {
            kind: MemoryErrorKind::InvalidFree { address: GuestAddr(address) },
            block: self.block_at_or_before(address).map(Block::accused),
        })
    }

    /// Blocks that existed at the last snapshot or restore and have been freed since.
    pub fn freed_since_kept(&self) -> impl Iterator<Item = &Block> {
        self.changed_since.iter().map(|&block| &self.blocks[block as usize]).filter(|block| block.freed.is_some())
    }

    /// Number of times that blocks of the last snapshot or restore were freed since.
    pub(crate) fn n_changed(&self) -> usize {
        self.changed_since.len()
    }

    /// Addresses of the blocks of the last snapshot or restore that were freed since, in the order in which they were.
    pub fn changed(&self) -> impl ExactSizeIterator<Item = u32> + '_ {
        self.changed_since.iter().map(|&block| self.blocks[block as usize].address)
    }

    /// Whether an address is in a block that was freed.
    pub(crate) fn is_freed_at(&self, address: u32) -> bool {
        address >= self.base
            && self
                .block_at_or_before(address)
                .is_some_and(|block| block.freed.is_some() && address - block.address < block.size)
    }

    /// Adds the blocks that were allocated since the last snapshot or restore to a configuration, and where the next one will be.
    pub(crate) fn describe_new(&self, to: &mut Vec<u8>) {
        let kept = self.kept.as_ref().map_or(0, |kept| kept.blocks.len());
        put(to, self.next as usize);
        put(to, self.blocks.len() - kept);
        for block in &self.blocks[kept..] {
            put(to, block.address as usize);
            put(to, block.size as usize);
            put(to, block.align as usize);
            to.push(block.freed.is_some().into());
        }
    }

    /// Live blocks that were allocated since the last snapshot or restore.
    pub fn new_blocks(&self) -> impl Iterator<Item = &Block> {
        let kept = self.kept.as_ref().map_or(0, |kept| kept.blocks.len());
        self.blocks[kept..].iter().filter(|block| block.freed.is_none())
    }

    /// A memory error that reports the [new blocks](Self::new_blocks) as leaked, if there are any.
    pub fn leaks(&self) -> Option<MemoryError> {
        let leaked: Vec<&Block> = self.new_blocks().collect();
        let first = leaked.first()?;
        let bytes = leaked.iter().map(|block| u64::from(block.size)).sum();
        let kind = MemoryErrorKind::Leak { blocks: leaked.len(), bytes };
        Some(MemoryError { kind, block: Some(first.accused()) })
    }

    /// Adds the block to an error about an access outside the live blocks: the one that contains the address, or the nearest.
    pub(crate) fn accuse(&self, stop: &mut Stop) {
        let Stop::Memory(error) = stop else { return };
        if let MemoryErrorKind::OutsideItsBlock { start, .. } = error.kind {
            let block = self.block_at_or_before(start.0).filter(|block| block.address == start.0);
            error.block = block.map(Block::accused);
            return;
        }
        let (MemoryErrorKind::OutOfBounds { address, .. } | MemoryErrorKind::UseAfterFree { address, .. }) = error.kind
        else {
            return;
        };
        error.block = self.nearest(address.0).map(Block::accused);
    }

    /// Takes a snapshot.
    pub fn snapshot(&mut self) -> HeapSnapshot {
        let kept = self.kept.as_ref().filter(|kept| kept.blocks.len() == self.blocks.len());
        let snapshot = HeapSnapshot {
            blocks: kept.map_or_else(|| self.blocks.clone().into(), |kept| kept.blocks.clone()),
            changed: kept.map_or_else(Arc::default, |kept| self.changed_from(kept)),
            next: self.next,
            reserved: self.reserved,
            free: self.free_memory(),
            by_address: self.by_address.clone(),
            reclaimed: self.reclaimed.clone(),
        };
        self.changed_since.clear();
        self.kept = Some(snapshot.clone());
        snapshot
    }

    /// Blocks that are freed now and were not in the copy of `kept`, or the other way round.
    fn changed_from(&self, kept: &HeapSnapshot) -> Arc<[(BlockId, Option<Trace>)]> {
        if self.changed_since.is_empty() {
            return kept.changed.clone();
        }
        let mut changed: Vec<BlockId> = kept.changed.iter().map(|(block, _)| *block).collect();
        changed.extend(&self.changed_since);
        changed.sort_unstable();
        changed.dedup();
        let now = |block: BlockId| self.blocks[block as usize].freed.clone();
        let is_changed = |block: &BlockId| {
            self.blocks[*block as usize].freed.is_some() || kept.blocks[*block as usize].freed.is_some()
        };
        changed.into_iter().filter(is_changed).map(|block| (block, now(block))).collect()
    }

    /// Restores a snapshot. If it is the last one that was taken or restored, the cost depends on the changes only.
    pub fn restore(&mut self, snapshot: &HeapSnapshot) {
        let kept = self.kept.take().filter(|kept| Arc::ptr_eq(&kept.blocks, &snapshot.blocks));
        let is_last = kept.as_ref().is_some_and(|kept| Arc::ptr_eq(&kept.changed, &snapshot.changed));
        if let Some(kept) = &kept {
            self.blocks.truncate(snapshot.blocks.len());
            let lists = [&kept.changed, &snapshot.changed].into_iter().filter(|_| !is_last);
            let others = lists.flat_map(|changed| changed.iter()).map(|(block, _)| *block);
            for block in self.changed_since.iter().copied().chain(others) {
                self.blocks[block as usize].freed = snapshot.freed(block).cloned();
            }
        } else {
            self.blocks.clear();
            self.blocks.extend_from_slice(&snapshot.blocks);
            for (block, freed) in snapshot.changed.iter() {
                self.blocks[*block as usize].freed.clone_from(freed);
            }
        }
        self.next = snapshot.next;
        self.reserved = snapshot.reserved;
        self.by_address.clone_from(&snapshot.by_address);
        if !Arc::ptr_eq(&self.reclaimed, &snapshot.reclaimed) {
            self.reclaimed.clone_from(&snapshot.reclaimed);
        }
        self.set_free_memory(&snapshot.free);
        // Blocks that were freed before the snapshot are not used again, which an allocator may do.
        self.to_reuse.iter_mut().for_each(Vec::clear);
        self.changed_since.clear();
        // Only its blocks matter, and which of them are freed.
        self.kept = kept.filter(|_| is_last).or_else(|| Some(snapshot.clone()));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::track::Concrete;

    fn allocate(heap: &mut Heap, memory: &mut Memory, size: u32, align: u32) -> u32 {
        heap.allocate(memory, &mut Concrete, size, align, Trace::default()).expect("there is room")
    }

    fn kind(result: Result<(), MemoryError>) -> MemoryErrorKind {
        result.expect_err("it is wrong").kind
    }

    fn heap_and_memory() -> (Heap, Memory) {
        let mut heap = Heap::default();
        heap.set_base(1000);
        (heap, Memory::new(1, 200))
    }

    #[test]
    fn blocks_are_aligned_apart_and_never_reused() {
        let (mut heap, mut memory) = heap_and_memory();
        let mut end = 1000;
        for (size, align) in [(1, 1), (7, 8), (100, 64), (0, 1), (3, 4096), (70_000, 16), (1, 1)] {
            let address = allocate(&mut heap, &mut memory, size, align);
            assert_eq!(address % align, 0);
            assert!(address >= end + RED_ZONE, "{address:#x} is too near to {end:#x}");
            assert!((address + size + RED_ZONE) as usize <= memory.bytes().len());
            end = address + size;
            heap.free(address, size, align, Trace::default()).unwrap();
        }
    }

    #[test]
    fn wrong_frees_are_told_apart() {
        let (mut heap, mut memory) = heap_and_memory();
        let address = allocate(&mut heap, &mut memory, 24, 8);
        let mut free = |address, size, align| heap.free(address, size, align, Trace::default());
        assert_eq!(kind(free(address + 8, 24, 8)), MemoryErrorKind::InvalidFree { address: GuestAddr(address + 8) });
        let (allocated, freed) = (BlockLayout { size: 24, align: 8 }, BlockLayout { size: 24, align: 4 });
        let wrong = MemoryErrorKind::WrongLayout { address: GuestAddr(address), allocated, freed };
        assert_eq!(kind(free(address, 24, 4)), wrong);
        free(address, 24, 8).unwrap();
        assert_eq!(kind(free(address, 24, 8)), MemoryErrorKind::DoubleFree { address: GuestAddr(address) });
    }

    #[test]
    fn restoring_undoes_allocations_and_frees() {
        let (mut heap, mut memory) = heap_and_memory();
        let first = allocate(&mut heap, &mut memory, 8, 8);
        let kept = heap.snapshot();
        for _ in 0..2 {
            heap.free(first, 8, 8, Trace::default()).unwrap();
            let second = allocate(&mut heap, &mut memory, 8, 8);
            assert!(heap.leaks().is_some());
            heap.free(second, 8, 8, Trace::default()).unwrap();
            assert!(heap.leaks().is_none());
            let other = heap.snapshot();
            heap.restore(&kept);
            assert_eq!(heap.live().map(|block| block.address).collect::<Vec<_>>(), [first]);
            heap.restore(&other);
            assert_eq!(heap.live().count(), 0);
            heap.restore(&kept);
        }
    }

    /// Snapshots share what did not change, so each is compared with a plain copy.
    #[test]
    fn snapshots_are_what_was_there() {
        let (mut heap, mut memory) = heap_and_memory();
        let freed = |heap: &Heap| -> Vec<(u32, bool)> {
            heap.blocks().iter().map(|block| (block.address, block.freed.is_some())).collect()
        };
        let mut kept: Vec<(HeapSnapshot, Vec<(u32, bool)>)> = Vec::new();
        let mut random = 1u64;
        let mut next = |n: usize| {
            random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (random >> 33) as usize % n
        };
        for _ in 0..4000 {
            let place = next(heap.blocks().len().max(1));
            match (next(8), heap.blocks().get(place).map(|block| block.address)) {
                (0 | 1, _) if heap.blocks().len() < 12 => drop(allocate(&mut heap, &mut memory, 8, 8)),
                (2 | 3, Some(address)) => drop(heap.free(address, 8, 8, Trace::default())),
                (4 | 5, Some(address)) => drop(heap.unfree(address)),
                (6, _) => {
                    let snapshot = heap.snapshot();
                    kept.push((snapshot, freed(&heap)));
                }
                (7, _) if !kept.is_empty() => {
                    let (snapshot, expected) = &kept[next(kept.len())];
                    heap.restore(snapshot);
                    assert_eq!(&freed(&heap), expected);
                }
                _ => {}
            }
        }
        assert!(kept.len() > 100, "there were snapshots");
    }
}
