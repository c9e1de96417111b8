//! Execution: instances of a module, the dispatch loop, and host functions.
//!
//! [`Machine`] is an instance: memory, globals, tables, heap. `instantiate.rs` makes one, `invoke.rs` calls into it,
//! `dispatch.rs` is the interpreter loop, `meeting.rs` goes both ways of a branch, `endless.rs` finds loops without end, `configuration.rs` notes what the rest of a run depends on, `throw.rs` unwinds, and `host_call.rs` calls from the guest into a [`Host`]. A run ends when its
//! function returns, or with a [`Stop`]: a trap, a panic of the guest, a memory error, a refusal of the host.

mod bulk;
mod configuration;
mod dispatch;
mod endless;
mod exception;
mod guest;
mod host;
mod host_call;
mod instantiate;
mod invoke;
mod machine;
mod meeting;
mod named;
mod next;
mod notes;
mod packed;
mod printable;
mod registers;
mod repetition;
mod runtime;
mod snapshot;
mod stack;
mod symbolic;
mod table;
mod throw;

pub use guest::Guest;
pub use host::{Host, NoHost};
pub use instantiate::InstantiateError;
pub use machine::Machine;
pub use notes::{Configuration, NoteAt};
pub use packed::{Packed, Packer};
pub use printable::printable;
pub use runtime::Runtime;
pub use snapshot::Snapshot;

pub use crate::isa::Trap;
pub use crate::module::Limits;
pub use crate::stop::{Blame, Panic, Record, Refusal, RunKind, Service, Stop, Stopped};
