//! The instruction set: WebAssembly's operators and the internal code they are translated to.
//!
//! `table.rs` is the source of facts; `semantics.rs` has the meaning of each computing instruction as a function on slots;
//! `op.rs` has the internal instructions; `decision.rs` the ways in which an operand decides how a run goes on, and
//! `trap.rs` the ways in which an instruction fails.

mod decision;
mod op;
pub mod semantics;
mod table;
mod trap;

pub use decision::Decision;
pub(crate) use op::Slot;
pub use op::{Op, OpFacts};
pub(crate) use table::instruction_table;
pub use trap::Trap;
