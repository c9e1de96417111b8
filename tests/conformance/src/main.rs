//! Runs the suite and prints what came out: a line per script, its failures, every skip with its reason, and
//! the sums. Ends with code 1 if anything failed.

use std::process::ExitCode;

fn main() -> ExitCode {
    let report = glassbox_conformance::run_all();
    print!("{report}");
    if report.n_failed() == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
