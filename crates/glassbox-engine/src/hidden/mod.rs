//! Hidden state: memory outside the structures that outlives a run.
//!
//! Every run starts from the same memory, so a run never sees what another one left in a static. In a real program it
//! would. That is harmless if nobody reads it; and if somebody does, then what a check does depends on what was called
//! before, which no set of states says anything about. So: bytes that some run leaves changed and some run reads before it
//! writes them are hidden state, and the verdict is `Unknown`.
//!
//! *Outside* are statics, thread-locals (which are statics here), and blocks of the heap that were there before the first
//! run and belong to no structure: what a static leads to. *Changed* is a byte whose value at the end of a run is not what
//! it was, or depends on the state. What the invariants read counts as well.
//!
//! In the usual case nothing is changed, which is seen from the pages that were written. Only when something is, the search
//! begins anew and watches what is read: `search/precautions.rs`.
//!
//! | file | holds |
//! |---|---|
//! | `outside.rs` | where memory outside the structures is |
//! | `traffic.rs` | bytes there that runs change and read |

mod outside;
mod traffic;

pub use outside::Outside;
pub(crate) use traffic::{Traffic, hidden_state};
