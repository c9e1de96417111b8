//! The reasons for which a run ends before its function returns.
//!
//! [`Stop`] is one of them: a [`Trap`](crate::isa::Trap), a [`Panic`] of the guest, a [`MemoryError`] that the tracker or
//! the heap saw, or a [`Refusal`] of the host. [`Stopped`] adds where the guest was.

mod memory_error;
mod reason;
mod refusal;
mod service;

pub use memory_error::{Access, Accused, BlockLayout, MemoryError, MemoryErrorKind, Trace};
pub use reason::{Panic, Stop, Stopped};
pub use refusal::{Blame, Record, Refusal, RunKind};
pub use service::Service;
