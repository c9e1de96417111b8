//! One block of the heap.

use crate::memory::GuestAddr;
use crate::stop::{Accused, BlockLayout, Trace};

/// Bytes between two blocks that belong to neither.
pub const RED_ZONE: u32 = 32;

/// Number of a block: the how-manieth allocation it was.
pub type BlockId = u32;

/// One allocation.
#[derive(Clone, Debug)]
pub struct Block {
    /// Where it begins.
    pub address: u32,
    /// Bytes that were asked for.
    pub size: u32,
    /// Alignment that was asked for.
    pub align: u32,
    /// Where it was allocated.
    pub allocated: Trace,
    /// Where it was freed, if it was.
    pub freed: Option<Trace>,
}

impl Block {
    /// What an error says about it.
    pub fn accused(&self) -> Accused {
        Accused {
            address: GuestAddr(self.address),
            size: self.size,
            allocated: self.allocated.clone(),
            freed: self.freed.clone(),
        }
    }

    /// Size and alignment that were asked for.
    pub fn layout(&self) -> BlockLayout {
        BlockLayout { size: self.size, align: self.align }
    }
}
