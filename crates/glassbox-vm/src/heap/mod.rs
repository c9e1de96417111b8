//! The guest's heap on the host's side: blocks, and the errors that can be made with them.
//!
//! The guest's global allocator asks the host for memory. Blocks lie one after the other, in one of two layouts, with red
//! zones between them, and a freed address is never used again, so an address says for the rest of the run which
//! block was meant. The heap itself only keeps the books; [`crate::track::Sanitizer`] holds every access
//! against them.

mod allocator;
mod block;
mod layout;
mod placement;

pub use allocator::{Heap, HeapSnapshot};
pub use block::{Block, BlockId, RED_ZONE};
pub use layout::Layout;

pub use crate::stop::{Access, Accused, BlockLayout, MemoryError, MemoryErrorKind, Trace};
