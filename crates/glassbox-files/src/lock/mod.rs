//! `glassbox.lock` beside the workspace's Cargo.toml: what was proved, so that a later run cannot prove less unnoticed.
//!
//! | file | holds |
//! |---|---|
//! | `model.rs` | the contents: what is proved of each check, and the operations of each type |
//! | `assumption.rs` | an assumption, and whether one is weaker than another |
//! | `proof.rs` | an outcome of the engine as an entry |
//! | `print.rs`, `parse.rs` | contents to text, and back |
//! | `problem.rs` | reasons why a file is refused |
//! | `compare.rs` | what a run proves less, and more |

mod assumption;
mod compare;
mod model;
mod parse;
mod print;
mod problem;
mod proof;

pub use assumption::LockedAssumption;
pub use compare::{Comparison, Less, compare};
pub use model::{CheckName, Lock, NAME, Operations, Proof, Reach};
pub use parse::parse;
pub use print::print;
pub use problem::LockProblem;
pub use proof::{Ended, Ran};
