//! Writes the first checks of a type (`cargo glassbox init`), or an exploration harness (`cargo glassbox init --explore`).
//!
//! [`first_checks`] and [`Exploration::scaffold`] return a [`Scaffold`]: the new contents of all files, and notes for the user.
//! [`Scaffold::write`] then writes all files or none, and [`WrittenFiles::undo`] restores them.
//!
//! | file | purpose |
//! |---|---|
//! | `project.rs` | the user's package and the result |
//! | `checks/` | checks of a type |
//! | `harness/` | an exploration harness for a type |
//! | `manifest.rs` | edits of Cargo.toml |
//! | `new_module.rs` | a new module and its declaration |
//! | `insertion.rs` | insertions into existing files |
//! | `file_change.rs` | new contents of files, written all or none |
//! | `substitute.rs` | concrete types for type parameters |
//! | `naming.rs` | names in generated code |
//! | `note.rs` | assumptions and omissions that the user should know about |
//! | `error.rs` | reasons why nothing is written |

mod checks;
mod error;
mod file_change;
mod harness;
mod insertion;
mod manifest;
mod naming;
mod new_module;
mod note;
mod project;
mod substitute;

pub use checks::{Learned, first_checks};
pub use error::ScaffoldError;
pub use file_change::{Edit, FileChange, WrittenFiles};
pub use harness::{CandidateModel, Exploration, HarnessSettings, Models, Rejected, n_left_out};
pub use note::Note;
pub use project::{ProjectQuery, Scaffold};
