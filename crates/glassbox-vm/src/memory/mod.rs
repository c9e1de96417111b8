//! Linear memory, and arrays of bytes with cheap snapshots.
//!
//! [`Paged`] is a flat array of bytes that knows which of its pages were written since its last snapshot or restore.
//! [`Memory`] is WebAssembly's linear memory on top of it. [`GuestAddr`] is an address in it.

mod address;
mod differences;
mod linear;
mod paged;
mod zeros;

pub use address::GuestAddr;
pub(crate) use differences::{Differences, KeptDifferences, put, take};
pub use linear::{Memory, WASM_PAGE};
pub use paged::{PAGE, Paged, PagedSnapshot};
pub(crate) use zeros::n_zeros;
