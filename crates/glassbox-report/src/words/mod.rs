//! Words for typed results. Only this folder makes text; every format uses it.
//!
//! | file | has the words for |
//! |---|---|
//! | `finding.rs` | bugs |
//! | `reason.rs` | reasons for an unknown verdict |
//! | `assumption.rs` | assumptions that are worth a line |
//! | `coverage.rs` | bounds and counts of a verdict |
//! | `note.rs` | annotations of nodes in pictures |

mod assumption;
mod coverage;
mod finding;
mod note;
mod reason;

pub use assumption::{condition, not_reached, remark};
pub use coverage::{bounds, scope};
pub use finding::finding;
pub use note::note;
pub use reason::{reason, reasons, stop_cause};
