//! Running: instances of a module, the dispatch loop, and how runs end.
//!
//! [`Machine`] is an instance: memory, globals, tables, heap. `dispatch.rs` is the loop. A run ends by
//! returning or with a [`Stop`]: a trap, a panic of the guest, a memory error that the tracker saw.

mod bulk;
mod dispatch;
mod guest;
mod host;
mod host_call;
mod instantiate;
mod invoke;
mod machine;
mod next;
mod registers;
mod runtime;
mod snapshot;
mod stack;
mod symbolic;
mod table;

pub use guest::Guest;
pub use host::{Host, NoHost};
pub use instantiate::{InstantiateError, Limits};
pub use machine::Machine;
pub use runtime::Runtime;
pub use snapshot::Snapshot;

pub use crate::isa::Trap;
pub use crate::stop::{Blame, Panic, Record, Refusal, RunKind, Stop, Stopped};
