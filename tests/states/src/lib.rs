//! Tests of the valid states of the subjects and of the search over them.
//!
//! `cargo xtask states` counts the valid states; tests compare them with known numbers and with running the same
//! invariants natively on every state. `cargo xtask soundness` compares the search with running every state, and `cargo
//! xtask paper` counts the runs that it needs.
//!
//! | file | holds |
//! |---|---|
//! | `subjects.rs` | the structures, and their numbers of valid states |
//! | `build.rs`, `mutants.rs` | builds them, with and without planted bugs |
//! | `cases.rs` | bounds up to which every state of a check can be run |
//! | `compare.rs` | compares the search with the oracle |
//! | `native.rs` | runs checks natively, under an allocator that counts |
//! | `round_trip.rs` | lays out states, reads them back, and damages them |
//! | `verdicts.rs` | checks and explorations that only one rule keeps from a wrong verdict |
//! | `fixpoints.rs` | compares explorations with others that merge fewer states |
//! | `command.rs`, `emitted_test.rs` | builds `cargo glassbox`, and runs the tests that it writes |
//! | `miri.rs` | runs programs in Miri |
//! | `campaign` | workers, parts and results of long campaigns |
//! | `timed.rs` | measures the time of a diagram |
//! | `json.rs` | JSON output |

mod build;
mod campaign;
mod cases;
mod command;
mod compare;
mod emitted_test;
mod fixpoints;
mod json;
mod miri;
mod mutants;
mod native;
mod round_trip;
mod subjects;
mod timed;
mod verdicts;

pub use build::{Builder, module, module_in};
pub use campaign::{Named, Shard, append_entry, attempt, in_parallel, merged_entries, read_entries, resumed};
pub use cases::{CASES, Case, EXPLORED, Size, UNDECIDED};
pub use command::{command_or_built, folder_of_executable, repository};
pub use compare::{Compared, Judged, Oracle, Question, compare};
pub use emitted_test::EmittedTest;
pub use fixpoints::{Fixpoint, FixpointLimits, fixpoints};
pub use json::Json;
pub use miri::{SaidByMiri, has_miri, miri, said_by_miri};
pub use mutants::mutants;
pub use native::{COUNTING_ALLOCATOR, Driver, NativeEnd};
pub use round_trip::{Random, RoundTrips, Structure, structures};
pub use subjects::{SUBJECTS, Subject, check_path};
pub use timed::{Timed, timed};
pub use verdicts::{EXPLORATIONS, GATES, Gate, Kind, verdict};

/// Success if the result is true. Prints an error.
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
