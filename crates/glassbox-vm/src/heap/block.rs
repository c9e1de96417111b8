//! One block of the heap.

use crate::memory::GuestAddr;
use crate::stop::{Accused, BlockLayout, Trace};

/// Number of bytes between two blocks that belong to neither.
pub const RED_ZONE: u32 = 32;

/// Number of a block, in the order of allocation from 0.
pub type BlockId = u32;

/// One allocation.
#[derive(Clone, Debug)]
pub struct Block {
    /// Address of its first byte.
    pub address: u32,
    /// Requested size in bytes.
    pub size: u32,
    /// Requested alignment.
    pub align: u32,
    /// The calls that allocated it.
    pub allocated: Trace,
    /// The calls that freed it, if it was freed.
    pub freed: Option<Trace>,
}

impl Block {
    /// The description of the block in a memory error.
    pub fn accused(&self) -> Accused {
        Accused {
            address: GuestAddr(self.address),
            size: self.size,
            allocated: self.allocated.clone(),
            freed: self.freed.clone(),
        }
    }

    /// Requested size and alignment.
    pub fn layout(&self) -> BlockLayout {
        BlockLayout { size: self.size, align: self.align }
    }
}
