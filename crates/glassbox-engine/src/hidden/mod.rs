//! Hidden state: memory outside the structures that outlives a run.
//!
//! Every run starts from the same memory, so a run never sees a value that another run left in a static. In a real
//! program it would. That is harmless if no code reads it. If some code does, the result of a check depends on earlier
//! calls, which no set of states describes. So bytes that some run leaves changed and some run reads before it writes
//! them are hidden state, and the verdict is `Unknown`.
//!
//! *Outside* are statics, thread-locals (which are statics here), and blocks of the heap that were allocated before the
//! first run and belong to no structure: blocks that statics point to. *Changed* is a byte whose value at the end of a
//! run differs from that at its start, or depends on the state. Reads by invariants count as well.
//!
//! Usually nothing is changed, which shows in the pages that were written. Only if something is, the search restarts
//! and records reads: `search/precautions.rs`.
//!
//! | file | holds |
//! |---|---|
//! | `outside.rs` | memory outside the structures |
//! | `start.rs` | what it holds at the start of runs |
//! | `changes.rs` | bytes there that one run changes |
//! | `traffic.rs` | bytes there that runs change and read |

mod changes;
mod outside;
mod start;
mod traffic;

pub(crate) use changes::Changes;
pub use outside::Outside;
pub use start::Start;
pub(crate) use traffic::{Traffic, hidden_state};
