//! An allocator over a fixed arena of bytes: first fit, a free list in the order of offsets, coalescing.
//!
//! A block begins with a byte that has its size, itself included. A free block has a second byte: the offset of the next
//! free block, or `N`. So a block has at least two bytes.

#[cfg(any(test, glassbox))]
mod checks;
#[cfg(test)]
mod tests;

/// Bytes of a used block before its contents.
const HEADER: usize = 1;
/// A free block needs a header and a link.
const MIN_BLOCK: usize = 2;

/// An arena of `N` bytes, at most 255.
#[cfg_attr(any(test, glassbox), derive(glassbox::Structure))]
#[cfg_attr(any(test, glassbox), glassbox(domain(u8 = 0..9)))]
pub struct Heap<const N: usize> {
    bytes: [u8; N],
    /// The first free block, or `N`.
    free: u8,
}

/// An allocated block. It is not `Clone`, so that it is freed only once.
#[derive(Debug, PartialEq, Eq)]
pub struct Block {
    offset: u8,
}

impl<const N: usize> Default for Heap<N> {
    fn default() -> Self {
        const { assert!(MIN_BLOCK <= N && N <= u8::MAX as usize) };
        let mut heap = Self { bytes: [0; N], free: 0 };
        heap.set_size(0, N);
        heap.set_next(0, N);
        heap
    }
}

impl<const N: usize> Heap<N> {
    /// Makes a heap with one free block.
    pub fn new() -> Self {
        Self::default()
    }

    /// Allocates `size` bytes, in the first free block that is large enough.
    pub fn alloc(&mut self, size: usize) -> Option<Block> {
        let needed = (HEADER + size).max(MIN_BLOCK);
        let (mut prev, mut at) = (None, usize::from(self.free));
        while at < N && self.size(at) < needed {
            (prev, at) = (Some(at), self.next(at));
        }
        if at >= N {
            return None;
        }
        let (rest, mut next) = (self.size(at) - needed, self.next(at));
        let least = if cfg!(feature = "bug-sliver") { HEADER } else { MIN_BLOCK };
        if rest >= least {
            self.set_size(at, needed);
            self.set_size(at + needed, rest);
            self.set_next(at + needed, next);
            next = at + needed;
        }
        self.link(prev, next);
        Some(Block { offset: at as u8 })
    }

    /// Frees a block of this heap, and merges it with the free blocks beside it.
    pub fn free(&mut self, block: Block) {
        let at = usize::from(block.offset);
        let (mut prev, mut next) = (None, usize::from(self.free));
        while next < at {
            (prev, next) = (Some(next), self.next(next));
        }
        let touches_next = at + self.size(at) == next;
        if touches_next && next < N {
            self.set_size(at, self.size(at) + self.size(next));
            if !cfg!(feature = "bug-merge-keeps-next") {
                next = self.next(next);
            }
        }
        let skip = cfg!(feature = "bug-missed-coalescing") && touches_next;
        match prev {
            Some(before) if before + self.size(before) == at && !skip => {
                self.set_size(before, self.size(before) + self.size(at));
                self.set_next(before, next);
            }
            _ => {
                self.set_next(at, next);
                self.link(prev, at);
            }
        }
    }

    /// The contents of a block of this heap.
    pub fn bytes(&mut self, block: &Block) -> &mut [u8] {
        let at = usize::from(block.offset);
        let end = at + self.size(at);
        &mut self.bytes[at + HEADER..end]
    }

    /// The size of the largest block that can be allocated.
    pub fn largest(&self) -> usize {
        self.free_blocks().map(|at| self.size(at) - HEADER).max().unwrap_or(0)
    }

    fn free_blocks(&self) -> impl Iterator<Item = usize> {
        let block = |at: usize| (at < N).then_some(at);
        std::iter::successors(block(self.free.into()), move |at| block(self.next(*at)))
    }

    fn size(&self, at: usize) -> usize {
        self.bytes[at].into()
    }

    fn set_size(&mut self, at: usize, size: usize) {
        self.bytes[at] = size as u8;
    }

    fn next(&self, at: usize) -> usize {
        self.bytes[at + 1].into()
    }

    fn set_next(&mut self, at: usize, next: usize) {
        self.bytes[at + 1] = next as u8;
    }

    /// Sets the link that leads on from a free block, or the first link.
    fn link(&mut self, prev: Option<usize>, next: usize) {
        match prev {
            Some(prev) => self.set_next(prev, next),
            None => self.free = next as u8,
        }
    }
}
