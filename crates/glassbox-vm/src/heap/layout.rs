//! Layouts of the heap: each block after the last one, or, to see whether addresses matter, somewhere else.

/// The order of blocks in memory.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Layout {
    /// Each block after the last one.
    #[default]
    Upward,
    /// Each block before the last one, with other gaps: a run should not depend on which of two addresses is greater.
    ///
    /// LIMIT (misses bugs): addresses modulo 16 are the same in both layouts, so that code may look at alignment. Comparing
    /// the layouts cannot find code that depends on these bits alone. Shown by `the_lowest_bits_are_those_of_the_other_layout`.
    Downward,
    /// As downward, but each address is an odd multiple of this power of two, or of the requested alignment if that is more: it
    /// is aligned no better.
    Aligned(u32),
    /// Blocks in an order that neither rises nor falls: a new block may lie between two others.
    Scattered,
    /// Each block after the last one, but a freed block of the same size and alignment is used again, the last one first.
    Reusing,
}

/// Free memory of the downward layout, allocated from its end.
#[derive(Clone, Debug, Default)]
pub(super) struct Downward {
    /// Its first address.
    pub(super) start: u32,
    /// Its end: the first address of the last block.
    pub(super) end: u32,
    /// Number of blocks so far.
    pub(super) n_blocks: usize,
    /// Addresses are aligned no better than this, or than requested.
    pub(super) no_better_than: Option<u32>,
    /// Whether blocks are scattered over the free memory.
    pub(super) is_scattered: bool,
}

/// Scattered blocks lie in so many parts of the free memory.
pub(super) const PARTS: u32 = 64;

/// Addresses of both layouts are equal modulo this.
pub(super) const ALIGNMENT: u32 = 16;

impl Downward {
    /// The address of the next block, if there is room for it. `like` is its address in the upward layout.
    pub(super) fn place(&self, size: u32, align: u32, like: u32, gap: u32) -> Option<u32> {
        // An alignment of half the memory has no multiples that are odd.
        let exact = self.no_better_than.and_then(|least| Some((least.max(align).checked_mul(2)?, least.max(align))));
        let (modulus, like) = exact.unwrap_or((align.max(ALIGNMENT), like));
        let highest = self.end.checked_sub(size.max(1))?.checked_sub(gap + ALIGNMENT * (self.n_blocks % 5) as u32)?;
        let address = highest.checked_sub((highest % modulus + modulus - like % modulus) % modulus)?;
        (address >= self.start.checked_add(gap)?).then_some(address)
    }

    /// The range of addresses for scattered block number `number`: a part of the free memory. Numbers whose bits are reversed
    /// neither rise nor fall: 0, 32, 16, 48, 8 and so on.
    pub(super) fn part(&self, number: u32) -> std::ops::Range<u32> {
        let len = (self.end - self.start) / PARTS;
        let part = (number % PARTS).reverse_bits() >> (PARTS.leading_zeros() + 1);
        self.start + part * len..self.start + (part + 1) * len
    }
}
