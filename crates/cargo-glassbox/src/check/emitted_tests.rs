//! Tests for failed checks: the failures, and the lines that name the written tests.

use std::io::{self, Write};

use glassbox_engine::result::{self, Evidence};
use glassbox_report::terminal::HELP;
use glassbox_report::{draw, words};
use glassbox_source::emit::{EmittedTest, Failure, FailureCase};

use super::job::Job;

/// A failure as the source of a test.
pub(super) fn failure(job: &Job, failure: &result::Failure) -> Failure {
    let case = match &failure.evidence {
        Evidence::State(state) => {
            FailureCase::State { state: failure.replay.clone(), picture: draw::text(&state.before) }
        }
        Evidence::History(history) => FailureCase::Calls(history.calls.clone()),
    };
    let location = &job.subject.location;
    Failure {
        path: job.subject.path.clone(),
        file: location.file.clone(),
        line: location.line,
        root: job.root.clone(),
        package: job.package.clone(),
        message: words::finding(&failure.finding),
        natively: failure.finding.natively(),
        case,
    }
}

/// Writes a line for each test.
pub(super) fn write(tests: &[EmittedTest], out: &mut dyn Write) -> io::Result<()> {
    for test in tests {
        match test {
            EmittedTest::Added { name, file } => {
                writeln!(out, "{HELP}   test{HELP:#} wrote {name} to {file}: `cargo test {name}`")?;
            }
            EmittedTest::Incomplete { name, file } => {
                writeln!(
                    out,
                    "{HELP}   test{HELP:#} wrote {name} to {file}; its first lines say how to make it compile"
                )?;
            }
            EmittedTest::Known { check, file } => {
                writeln!(out, "{HELP}   test{HELP:#} {file} already has a test for `{check}`")?;
            }
            EmittedTest::Unplaced { check, source } => {
                writeln!(
                    out,
                    "{HELP}   test{HELP:#} could not find `{check}` in its file; put this test next to it:\n"
                )?;
                source.lines().try_for_each(|line| writeln!(out, "    {line}"))?;
                writeln!(out)?;
            }
        }
    }
    Ok(())
}
