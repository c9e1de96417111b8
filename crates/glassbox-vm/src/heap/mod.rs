//! The guest's heap: the host allocates and frees its blocks.
//!
//! The guest's global allocator asks the host for memory. Blocks lie one after the other, in one of two layouts, with red
//! zones between them. The heap never reuses the address of a freed block by itself, so an address identifies a block for the
//! rest of the run. Between runs the host can say which freed blocks no pointer leads to ([`Heap::reclaim`]): their memory
//! is used again once there is no other. The heap checks frees; [`crate::track::Sanitizer`] checks accesses.

mod allocator;
mod block;
mod layout;
mod packed;
mod placement;
mod reclaim;

pub use allocator::{Heap, HeapSnapshot};
pub use block::{Block, BlockId, RED_ZONE};
pub use layout::Layout;
pub(crate) use packed::{PackedHeap, Traces};

pub use crate::stop::{Access, Accused, BlockLayout, MemoryError, MemoryErrorKind, Trace};
