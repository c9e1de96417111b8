//! Tests for checks that failed: which failures become tests, and the lines that say where the tests are.

use std::io::{self, Write};

use glassbox_report::draw;
use glassbox_report::terminal::{CheckOutcome, HELP};
use glassbox_source::emit::{EmittedTest, Failure, FailureCase};

use super::Job;

/// The failure that a test can be written for; none if the check did not fail.
pub(super) fn failure(job: &Job, outcome: &CheckOutcome) -> Option<Failure> {
    let (what, natively, case) = match outcome {
        CheckOutcome::Fails(failure) => {
            let case = FailureCase::State { state: failure.state.clone(), picture: draw::text(&failure.picture) };
            (&failure.what, failure.natively, case)
        }
        CheckOutcome::FailsAfter(failure) => {
            (&failure.what, failure.natively, FailureCase::Calls(failure.history.clone()))
        }
        _ => return None,
    };
    let location = &job.check.location;
    Some(Failure {
        path: job.check.path.clone(),
        file: location.file.clone(),
        line: location.line,
        root: job.root.clone(),
        package: job.package.clone(),
        message: what.clone(),
        natively,
        case,
    })
}

/// Writes where the tests are.
pub(super) fn write(tests: &[EmittedTest], out: &mut dyn Write) -> io::Result<()> {
    for test in tests {
        match test {
            EmittedTest::Added { name, file } => {
                writeln!(out, "{HELP}   test{HELP:#} {name} is in {file} now: `cargo test {name}`")?;
            }
            EmittedTest::Incomplete { name, file } => {
                writeln!(
                    out,
                    "{HELP}   test{HELP:#} {name} is in {file} now; its head says what to do before it compiles"
                )?;
            }
            EmittedTest::Known { check, file } => {
                writeln!(out, "{HELP}   test{HELP:#} {file} has the one for `{check}` already")?;
            }
            EmittedTest::Unplaced { check, source } => {
                writeln!(out, "{HELP}   test{HELP:#} `{check}` is not to be found in its file; put this beside it:\n")?;
                source.lines().try_for_each(|line| writeln!(out, "    {line}"))?;
                writeln!(out)?;
            }
        }
    }
    Ok(())
}
