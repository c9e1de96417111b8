//! Everything that a run of the command found, as plain data for programs.
//!
//! JSON is this document as it is; the other formats for programs are made from it. `model.rs` has the types, `entry.rs` makes the entry of a check from
//! its report.

mod entry;
mod model;

pub use entry::{entry, picture};
pub use model::{
    Calls, CheckKind, Coded, Counts, Document, Entry, FORMAT, Failure, Frame, Growth, Mark, Node, Picture, Problem,
    Step, Totals, VerdictWord,
};
