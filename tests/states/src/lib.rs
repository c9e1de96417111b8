//! The valid states of the subjects: builds each for the machine, has it lay out its states, and finds the valid ones.
//!
//! `cargo xtask states` prints what it found; the tests hold it against known numbers and against running the same
//! invariants natively on every state.

mod build;
mod soundness;
mod subjects;

pub use build::module;
pub use soundness::{Compared, compare};
pub use subjects::{SUBJECTS, Subject, check_path};
