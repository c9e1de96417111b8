//! Memory of freed blocks that is used again.
//!
//! An address identifies a block as long as something may lead to it. The host knows when nothing does, and gives such blocks
//! back with [`Heap::reclaim`]. The heap uses their memory only when the rest is used up, so a run that needs little memory
//! has the same addresses with and without it. It takes the lowest range that is large enough: what is used again depends on
//! the history of the heap alone, and a snapshot has all of it.

use std::ops::Range;
use std::sync::Arc;

use super::allocator::Heap;
use super::block::{BlockId, RED_ZONE};
use crate::track::Tracker;

impl Heap {
    /// Lets later blocks use the memory of freed blocks, given by their addresses, once the rest of memory is used up. Call it
    /// between runs, with blocks that no pointer leads to. Addresses at which no freed block begins are left out.
    pub fn reclaim(&mut self, blocks: impl IntoIterator<Item = u32>) {
        let mut ranges = Vec::new();
        for address in blocks {
            let Some(block) = self.block_at_or_before(address) else { continue };
            if block.address == address && block.freed.is_some() && !self.is_reclaimed(address) {
                ranges.push(address..address + block.size.max(1));
            }
        }
        if ranges.is_empty() {
            return;
        }
        ranges.extend(self.reclaimed.iter().cloned());
        ranges.sort_unstable_by_key(|range| range.start);
        ranges.dedup();
        let mut joined: Vec<Range<u32>> = Vec::new();
        for range in ranges {
            match joined.last_mut() {
                Some(last) if self.is_empty_between(last.end, range.start) => last.end = last.end.max(range.end),
                _ => joined.push(range),
            }
        }
        self.reclaimed = Arc::new(joined);
    }

    fn is_reclaimed(&self, address: u32) -> bool {
        let until = self.reclaimed.partition_point(|range| range.start <= address);
        until > 0 && self.reclaimed[until - 1].contains(&address)
    }

    /// Whether two ranges that can be used again are one: no block lies between them, and no memory of the guest's own. Then
    /// what is between them are red zones and padding.
    fn is_empty_between(&self, end: u32, start: u32) -> bool {
        let next = self.by_address(self.n_until(end.saturating_sub(1))).map(|block| block.address);
        next == Some(start) && start - end <= 2 * RED_ZONE
    }

    /// The address of the next block in memory that can be used again. Blocks that were there have no place in the order of
    /// addresses any more.
    pub(super) fn place_reclaimed<T: Tracker>(&mut self, tracker: &mut T, size: u32, align: u32) -> Option<u32> {
        // In a layout whose addresses are aligned no better than some power of two, so are these.
        let least = self.downward.as_ref().and_then(|downward| downward.no_better_than);
        let fit = |range: &Range<u32>| {
            let address = match least.map(|least| least.max(align)) {
                None => range.start.checked_next_multiple_of(align)?,
                Some(exact) => {
                    let address = range.start.checked_next_multiple_of(exact)?;
                    if (address / exact) % 2 == 1 { address } else { address.checked_add(exact)? }
                }
            };
            (address.checked_add(size.max(1))? <= range.end).then_some(address)
        };
        let (at, address) = self.reclaimed.iter().enumerate().find_map(|(at, range)| Some((at, fit(range)?)))?;
        let range = self.reclaimed[at].clone();
        let taken = address..address + size.max(1);
        self.forget(tracker, &range, &taken);
        let before = range.start..taken.start.saturating_sub(RED_ZONE);
        let after = taken.end.saturating_add(RED_ZONE)..range.end;
        let left = [before, after].into_iter().filter(|piece| piece.start < piece.end);
        Arc::make_mut(&mut self.reclaimed).splice(at..=at, left);
        Some(address)
    }

    /// Takes the blocks of a range out of the order of addresses if a new block, or a red zone of it, lies in them. Their
    /// bytes belong to no block then.
    fn forget<T: Tracker>(&mut self, tracker: &mut T, range: &Range<u32>, taken: &Range<u32>) {
        let near = taken.start.saturating_sub(RED_ZONE)..taken.end.saturating_add(RED_ZONE);
        let n_blocks = self.blocks.len() as BlockId;
        let order = self.by_address.get_or_insert_with(|| Arc::new((0..n_blocks).collect()));
        let blocks = &self.blocks;
        Arc::make_mut(order).retain(|id| {
            let block = &blocks[*id as usize];
            let end = block.address + block.size.max(1);
            let is_gone = range.contains(&block.address) && block.address < near.end && near.start < end;
            if is_gone {
                tracker.heap_reserved(block.address..block.address + block.size);
            }
            !is_gone
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::heap::{Access, Layout, MemoryErrorKind, Trace};
    use crate::memory::Memory;
    use crate::stop::Stop;
    use crate::track::{Concrete, Extension, Place, Sanitizer, Tracked};

    /// A heap with little memory: 8 pages.
    fn heap_and_memory(layout: Layout) -> (Heap, Memory) {
        let mut heap = Heap::default();
        heap.set_base(1000);
        heap.set_layout(layout);
        (heap, Memory::new(1, 8))
    }

    fn allocate(heap: &mut Heap, memory: &mut Memory, size: u32) -> Option<u32> {
        heap.allocate(memory, &mut Concrete, size, 8, Trace::default())
    }

    fn free(heap: &mut Heap, address: u32, size: u32) {
        heap.free(address, size, 8, Trace::default()).expect("a live block");
    }

    #[test]
    fn memory_is_used_again_only_when_there_is_no_other() {
        let (mut heap, mut memory) = heap_and_memory(Layout::Upward);
        let first = allocate(&mut heap, &mut memory, 100_000).unwrap();
        free(&mut heap, first, 100_000);
        heap.reclaim([first]);
        let second = allocate(&mut heap, &mut memory, 200_000).unwrap();
        let third = allocate(&mut heap, &mut memory, 210_000).unwrap();
        assert!(second > first && third > second, "there is other memory");
        assert_eq!(allocate(&mut heap, &mut memory, 100_001), None, "it is too small");
        let again = allocate(&mut heap, &mut memory, 60_000).unwrap();
        assert_eq!(again, first);
        let rest = allocate(&mut heap, &mut memory, 30_000).unwrap();
        assert!(rest >= again + 60_000 + RED_ZONE && rest + 30_000 <= first + 100_000, "{rest:#x}");
        assert_eq!(allocate(&mut heap, &mut memory, 30_000), None);
    }

    #[test]
    fn blocks_that_were_not_given_back_keep_their_memory() {
        let (mut heap, mut memory) = heap_and_memory(Layout::Upward);
        let blocks = [0; 5].map(|_| allocate(&mut heap, &mut memory, 100_000).unwrap());
        free(&mut heap, blocks[1], 100_000);
        heap.reclaim([blocks[0], blocks[0] + 8, 3]);
        assert_eq!(allocate(&mut heap, &mut memory, 100_000), None, "one is live, one is freed and may be pointed to");
        heap.reclaim([blocks[1], blocks[1]]);
        assert_eq!(allocate(&mut heap, &mut memory, 100_000), Some(blocks[1]));
        assert_eq!(allocate(&mut heap, &mut memory, 100_000), None);
        heap.reclaim([blocks[1]]);
        assert_eq!(allocate(&mut heap, &mut memory, 100_000), None, "it is live again");
    }

    #[test]
    fn neighbours_are_joined_and_an_address_leads_to_the_newest_block() {
        let (mut heap, mut memory) = heap_and_memory(Layout::Upward);
        let blocks = [0; 4].map(|_| allocate(&mut heap, &mut memory, 100_000).unwrap());
        for block in [blocks[2], blocks[1]] {
            free(&mut heap, block, 100_000);
            heap.reclaim([block]);
        }
        let large = allocate(&mut heap, &mut memory, 200_000).unwrap();
        assert_eq!(large, blocks[1]);
        for address in [large, large + 100_000, blocks[2], large + 199_999] {
            let block = heap.block_at_or_before(address).unwrap();
            assert_eq!((block.address, block.size), (large, 200_000));
            assert_eq!(heap.nearest(address).map(|block| block.size), Some(200_000));
        }
        assert_eq!(heap.block_at_or_before(blocks[3]).map(|block| block.address), Some(blocks[3]));
        assert_eq!(heap.blocks().len(), 5, "the record has all blocks");
        assert_eq!(heap.live().count(), 3);
        free(&mut heap, large, 200_000);
        assert!(heap.free(blocks[2], 100_000, 8, Trace::default()).is_err(), "no block begins there any more");
    }

    #[test]
    fn snapshots_have_what_can_be_used_again() {
        for layout in [Layout::Upward, Layout::Downward, Layout::Aligned(4)] {
            let (mut heap, mut memory) = heap_and_memory(layout);
            let first = allocate(&mut heap, &mut memory, 100_000).unwrap();
            let bytes = memory.bytes.snapshot();
            let kept = heap.snapshot();
            free(&mut heap, first, 100_000);
            let freed = heap.snapshot();
            heap.reclaim([first]);
            let given_back = heap.snapshot();
            // Fills all other memory, then uses the first block's.
            let mut fill = |heap: &mut Heap| {
                let mut all = Vec::new();
                memory.bytes.restore(&bytes);
                while let Some(address) = allocate(heap, &mut memory, 50_000) {
                    all.push(address);
                }
                all
            };
            let inside = |all: &[u32]| all.iter().filter(|&&at| (first..first + 100_000).contains(&at)).count();
            let all = fill(&mut heap);
            assert_eq!(inside(&all), 1, "{layout:?}");
            for _ in 0..2 {
                heap.restore(&freed);
                assert_eq!(inside(&fill(&mut heap)), 0);
                heap.restore(&given_back);
                assert_eq!(fill(&mut heap), all);
                heap.restore(&kept);
                assert_eq!(heap.live().map(|block| block.address).collect::<Vec<_>>(), [first]);
                assert_eq!(heap.block_at_or_before(first + 60_000).map(|block| block.size), Some(100_000));
            }
        }
    }

    #[test]
    fn a_block_that_uses_memory_again_ends_to_the_byte() {
        let (mut heap, mut memory) = heap_and_memory(Layout::Upward);
        let mut sanitizer = Sanitizer::default();
        sanitizer.grown(memory.bytes().len());
        let mut allocate = |heap: &mut Heap, sanitizer: &mut Sanitizer, size| {
            heap.allocate(&mut memory, sanitizer, size, 8, Trace::default())
        };
        let first = allocate(&mut heap, &mut sanitizer, 300_000).unwrap();
        heap.free(first, 300_000, 8, Trace::default()).unwrap();
        sanitizer.heap_freed(first, 300_000);
        heap.reclaim([first]);
        assert_eq!(allocate(&mut heap, &mut sanitizer, 250_000), Some(first));
        let mut read = |address| {
            let base = Tracked { value: u64::from(address), shadow: 0 };
            sanitizer.load(&memory, Place { base, offset: 0, address, len: 1 }, Extension::Zero)
        };
        assert_eq!(read(first + 249_999), Ok(0xff), "never written by this block");
        let Err(Stop::Memory(error)) = read(first + 250_000) else { panic!("it is outside") };
        assert!(matches!(error.kind, MemoryErrorKind::OutOfBounds { access: Access::Read, .. }), "{error}");
    }
}
