//! Checks of every heap of 8 bytes, and an exploration of a larger heap that looks at the contents of all blocks.

use glassbox::{Broken, Children, Invariant, ensure};

use crate::{Block, Heap, MIN_BLOCK};

const N: usize = 8;

impl Invariant for Heap<N> {
    type Summary = ();

    fn check(&self, _: &Children) -> Result<(), Broken> {
        let (mut at, mut free) = (0, usize::from(self.free));
        let mut was_free = false;
        while at < N {
            ensure(self.size(at) >= MIN_BLOCK, "a block is too small")?;
            ensure(at + self.size(at) <= N, "a block leads out of the arena")?;
            let is_free = at == free;
            ensure(!(is_free && was_free), "two free blocks touch each other")?;
            if is_free {
                free = self.next(at);
            }
            (at, was_free) = (at + self.size(at), is_free);
        }
        ensure(free == N, "the free list leads to something that is not a block")
    }
}

/// The new block was free before, is large enough, and is not free afterwards. There is one if there was room.
#[glassbox::check]
fn alloc(heap: &mut Heap<N>, #[glassbox(values = 0..8)] size: usize, #[glassbox(values = 0..8)] other: usize) -> bool {
    let had_room = heap.free != N as u8 && heap.largest() >= size;
    let was_used = is_used(heap, other);
    let Some(block) = heap.alloc(size) else { return !had_room && is_used(heap, other) == was_used };
    let is_new = other == usize::from(block.offset);
    had_room
        && heap.bytes(&block).len() >= size
        && is_used(heap, other) == (was_used || is_new)
        && !(was_used && is_new)
}

/// The block is free afterwards, and every other one is as before.
#[glassbox::check]
fn free(heap: &mut Heap<N>, #[glassbox(values = 0..8)] at: usize, #[glassbox(values = 0..8)] other: usize) -> bool {
    if !is_used(heap, at) {
        return true;
    }
    let was = contents(heap, other);
    heap.free(Block { offset: at as u8 });
    contents(heap, other) == was.filter(|_| other != at)
}

fn contents(heap: &mut Heap<N>, at: usize) -> Option<Vec<u8>> {
    is_used(heap, at).then(|| heap.bytes(&Block { offset: at as u8 }).to_vec())
}

/// Whether a used block begins there.
fn is_used(heap: &Heap<N>, at: usize) -> bool {
    let mut block = 0;
    while block < at {
        block += heap.size(block);
    }
    block == at && heap.free_blocks().all(|free| free != at)
}

/// What is written into a block stays there, and without blocks the whole arena is free again.
#[cfg(glassbox)]
#[glassbox::explore(operations = 6)]
mod contents_stay {
    use crate::{Block, Heap};

    pub struct Both {
        heap: Heap<12>,
        /// All blocks, with the byte that fills each of them.
        blocks: Vec<(Block, u8)>,
    }

    pub fn new() -> Both {
        Both { heap: Heap::new(), blocks: Vec::new() }
    }

    pub fn alloc(both: &mut Both, #[glassbox(values = [1, 2, 4])] size: usize) {
        let fill = (100..).find(|fill| both.blocks.iter().all(|(_, other)| other != fill)).unwrap();
        if let Some(block) = both.heap.alloc(size) {
            both.heap.bytes(&block).fill(fill);
            both.blocks.push((block, fill));
        }
    }

    pub fn free(both: &mut Both, #[glassbox(values = 0..both.blocks.len())] number: usize) {
        let (block, fill) = both.blocks.remove(number);
        assert!(both.heap.bytes(&block).iter().all(|byte| *byte == fill));
        both.heap.free(block);
    }

    pub fn all_is_free(both: &Both) -> bool {
        !both.blocks.is_empty() || both.heap.largest() == 11
    }
}
