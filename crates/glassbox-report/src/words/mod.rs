//! Words for typed results. Only this folder makes text; every format uses it.
//!
//! | file | has the words for |
//! |---|---|
//! | `abandoned.rs` | checks that did not stop when they should |
//! | `finding.rs` | bugs |
//! | `reason.rs` | reasons for an unknown verdict |
//! | `assumption.rs` | assumptions of a verdict |
//! | `bounds.rs` | bounds |
//! | `coverage.rs` | scope and counts of a verdict |
//! | `note.rs` | annotations of nodes in pictures |
//! | `number.rs` | counts |

mod abandoned;
mod assumption;
mod bounds;
mod coverage;
mod finding;
mod note;
mod number;
mod reason;

pub use abandoned::abandoned;
pub use assumption::{assumption, condition, not_reached, remark, short};
pub use bounds::bounds;
pub use coverage::scope;
pub use finding::finding;
pub use note::note;
pub use number::number;
pub use reason::{reason, reasons, stop_cause};
