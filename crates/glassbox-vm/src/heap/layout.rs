//! Where blocks lie: one behind the other, or, to see whether that matters, one before the other.

use super::block::BlockId;

/// Where the heap puts blocks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Layout {
    /// One behind the other, in the order of allocation.
    #[default]
    Upward,
    /// One before the other, with other gaps: what a run does should not depend on which of two addresses is greater.
    ///
    /// LIMIT (misses bugs): what an address is modulo 16 is the same in both layouts, so that code may look at alignment.
    /// Whatever depends on these bits alone is not seen. Shown by `the_lowest_bits_are_those_of_the_other_layout`.
    Downward,
}

/// Free memory that is used from its end.
#[derive(Clone, Debug, Default)]
pub(super) struct Downward {
    /// Where it begins.
    pub(super) start: u32,
    /// Where what is free ends.
    pub(super) end: u32,
    /// Numbers of all blocks, in the order of their addresses.
    pub(super) by_address: Vec<BlockId>,
}

/// Addresses keep what they are modulo this.
const ALIGNMENT: u32 = 16;

impl Downward {
    /// The address of the next block, if there is room for it. `like`: where it would be in the other layout.
    pub(super) fn place(&self, size: u32, align: u32, like: u32, gap: u32) -> Option<u32> {
        let modulus = align.max(ALIGNMENT);
        let highest =
            self.end.checked_sub(size.max(1))?.checked_sub(gap + ALIGNMENT * (self.by_address.len() % 5) as u32)?;
        let address = highest.checked_sub((highest % modulus + modulus - like % modulus) % modulus)?;
        (address >= self.start.checked_add(gap)?).then_some(address)
    }
}
