//! Linear memory, and bytes that can be kept and restored.
//!
//! [`Paged`] is a flat array of bytes that knows which of its pages were written since it was last kept or
//! restored. [`Memory`] is WebAssembly's linear memory on top of it.

mod address;
mod linear;
mod paged;

pub use address::GuestAddr;
pub use linear::{Memory, WASM_PAGE};
pub use paged::{PAGE, Paged, PagedSnapshot};
