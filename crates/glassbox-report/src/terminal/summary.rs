//! The closing line, and lines for slow checks.

use std::io::{self, Write};

use glassbox_engine::result::ReasonCode;

use super::lines::write_explain_line;
use super::style::{CHECK, ERROR, FAINT, GOOD, HELP, UNSURE};

/// Number of verdicts of each kind.
#[derive(Clone, Copy, Debug, Default)]
pub struct Summary<'a> {
    /// Time that all checks took.
    pub seconds: f64,
    /// Checks that hold.
    pub holding: usize,
    /// Checks that fail.
    pub failing: usize,
    /// Checks with an unknown verdict.
    pub unknown: usize,
    /// Checks of a shard in which nothing is wrong.
    pub shards: usize,
    /// Checks that were not started.
    pub not_run: usize,
    /// Whether those were not run because there was no memory.
    pub is_out_of_memory: bool,
    /// Checks that could not be run.
    pub errors: usize,
    /// Number of slow checks among all of them.
    pub slow: usize,
    /// Failures that could be written as tests, and were not.
    pub without_test: usize,
    /// Optimisation level, if it is not the default.
    pub opt_level: Option<&'a str>,
}

/// A slow check.
#[derive(Debug)]
pub struct SlowReport {
    /// Its path.
    pub check: String,
    /// Time after which it is slow.
    pub seconds: f64,
    /// Its progress.
    pub position: String,
}

/// Writes the closing line.
pub fn write_summary(summary: &Summary<'_>, out: &mut dyn Write) -> io::Result<()> {
    let Summary { seconds, holding, failing, unknown, shards, not_run, .. } = *summary;
    let Summary { is_out_of_memory, errors, slow, without_test, opt_level, .. } = *summary;
    let n_checks = holding + failing + unknown + shards + not_run + errors;
    if not_run > 0 {
        let code = if is_out_of_memory { ReasonCode::OutOfMemory } else { ReasonCode::Budget };
        write_explain_line(code.as_str(), out)?;
    }
    let style = match (failing + errors, unknown + not_run) {
        (0, 0) => GOOD,
        (0, _) => UNSURE,
        _ => ERROR,
    };
    let checks = if n_checks == 1 { "check" } else { "checks" };
    let verb = |n: usize, one: &str, several: &str| format!("{n} {}", if n == 1 { one } else { several });
    let parts = [
        (holding, verb(holding, "holds", "hold")),
        (failing, verb(failing, "fails", "fail")),
        (unknown, format!("{unknown} unknown")),
        (shards, format!("nothing wrong in the shard of {shards}")),
        (not_run, verb(not_run, "was not run", "were not run")),
        (errors, format!("{errors} could not be run")),
    ];
    let parts: Vec<String> = parts.into_iter().filter(|(n, _)| *n > 0).map(|(_, text)| text).collect();
    let slow = if slow > 0 { format!(" ({slow} slow)") } else { String::new() };
    write!(out, "{style}Summary{style:#} [{seconds:>8.3}s] {n_checks} {checks}{slow}: {}", parts.join(", "))?;
    if let Some(level) = opt_level {
        write!(out, "; built with --release-opt {level}")?;
    }
    writeln!(out)?;
    if without_test > 0 {
        let failures = if without_test == 1 { "the failure as a test" } else { "the failures as tests" };
        writeln!(out, "   {HELP}next{HELP:#}: cargo glassbox --emit-tests writes {failures}")?;
    }
    Ok(())
}

/// Writes that a check is slow. This is not a verdict.
pub fn write_slow(report: &SlowReport, out: &mut dyn Write) -> io::Result<()> {
    let SlowReport { check, seconds, position } = report;
    writeln!(
        out,
        "{UNSURE}{:>7}{UNSURE:#} [>{seconds:>7.3}s] {CHECK}{check}{CHECK:#} {FAINT}{position}{FAINT:#}",
        "SLOW"
    )
}
