//! The guest's heap on the host's side: blocks, and the errors that can be made with them.
//!
//! The guest's global allocator asks the host for memory. Blocks lie one after the other, in one of two layouts, with red
//! zones between them, and a freed address is never used again, so an address says for the rest of the run which
//! block was meant. The heap itself only keeps the books; [`crate::track::Sanitizer`] holds every access
//! against them.

mod block;
mod error;
mod layout;

pub use block::{Block, BlockId, Heap, HeapSnapshot, RED_ZONE, Trace};
pub use error::{Access, Accused, BlockLayout, MemoryError, MemoryErrorKind};
pub use layout::Layout;
