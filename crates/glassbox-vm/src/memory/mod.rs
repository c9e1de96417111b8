//! Linear memory, and arrays of bytes with cheap snapshots.
//!
//! [`Paged`] is a flat array of bytes that knows which of its pages were written since its last snapshot or restore.
//! [`Memory`] is WebAssembly's linear memory on top of it. [`GuestAddr`] is an address in it.

mod address;
mod linear;
mod paged;

pub use address::GuestAddr;
pub use linear::{Memory, WASM_PAGE};
pub use paged::{PAGE, Paged, PagedSnapshot};
