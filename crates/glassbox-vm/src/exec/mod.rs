//! Running: instances of a module, the dispatch loop, and how runs end.
//!
//! [`Machine`] is an instance: memory, globals, tables, heap. `dispatch.rs` is the loop. A run ends by
//! returning or with a [`Stop`]: a trap, a panic of the guest, a memory error that the tracker saw.

mod bulk;
mod dispatch;
mod host;
mod machine;
mod refusal;
mod runtime;
mod snapshot;
mod stack;
mod stop;
mod symbolic;
mod table;
mod trap;

pub use host::{Guest, Host, NoHost};
pub use machine::{InstantiateError, Limits, Machine};
pub use refusal::{Blame, Record, Refusal, RunKind};
pub use runtime::Runtime;
pub use snapshot::Snapshot;
pub(crate) use stack::Stack;
pub use stop::{Panic, Stop, Stopped};
pub use trap::Trap;
