//! The valid states of the subjects and the search over them, each held against something else.
//!
//! `cargo xtask states` counts the valid states; the tests hold them against known numbers and against running the same
//! invariants natively on every state. `cargo xtask soundness` compares the search with running every state, and
//! `cargo xtask paper` counts the runs that it needs.
//!
//! | file | holds |
//! |---|---|
//! | `subjects.rs` | which structures there are, and how many valid states they have |
//! | `build.rs`, `mutants.rs` | building them, with and without a bug planted |
//! | `cases.rs` | up to which bounds every state of a check can be run |
//! | `compare.rs` | the search against the oracle |
//! | `timed.rs` | how long a diagram takes |
//! | `json.rs` | results for machines |

mod build;
mod cases;
mod compare;
mod json;
mod mutants;
mod subjects;
mod timed;

pub use build::{Builder, module};
pub use cases::{CASES, Case, EXPLORED, Size, UNDECIDED};
pub use compare::{Compared, Oracle, Question, compare};
pub use json::Json;
pub use mutants::mutants;
pub use subjects::{SUBJECTS, Subject, check_path};
pub use timed::{Timed, timed};

/// Success if all is well; an error is told.
pub fn exit_code(is_well: Result<bool, String>) -> std::process::ExitCode {
    match is_well {
        Ok(true) => std::process::ExitCode::SUCCESS,
        Ok(false) => std::process::ExitCode::FAILURE,
        Err(error) => {
            eprintln!("error: {error}");
            std::process::ExitCode::FAILURE
        }
    }
}
