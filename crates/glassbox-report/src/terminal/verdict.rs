//! Verdicts: a line for each check or exploration, and details below it if it does not pass.

use std::collections::BTreeSet;
use std::io::{self, Write};

use glassbox_engine::result::{Assumption, AssumptionCode, Outcome, Reason, StoppedAt, Verdict};

use super::failure::write_failure;
use super::lines::{write_explain_line, write_picture};
use super::style::{CHECK, ERROR, FAINT, GOOD, HELP, UNSURE};
use crate::subject_report::{Detail, Ending, SubjectReport};
use crate::words;

/// Writes the line of a check or an exploration, and the details below it.
pub fn write_verdict(report: &SubjectReport<'_>, out: &mut dyn Write) -> io::Result<()> {
    let (style, word) = match &report.ending {
        Ending::Decided(outcome) => match outcome.verdict() {
            Verdict::Holds => (GOOD, "PASS"),
            Verdict::Fails(_) => (ERROR, "FAIL"),
            Verdict::Unknown(_) if outcome.is_only_a_shard() => (UNSURE, "SHARD"),
            Verdict::Unknown(_) => (UNSURE, "UNKNOWN"),
        },
        Ending::NotRun(_) | Ending::Abandoned(_) => (UNSURE, "UNKNOWN"),
        Ending::Error { .. } => (ERROR, "ERROR"),
    };
    let path = &report.subject.path;
    write!(out, "{style}{word:>7}{style:#} [{:>8.3}s] {CHECK}{path}{CHECK:#}", report.seconds)?;
    match &report.ending {
        Ending::Decided(outcome) => {
            let scope = words::scope(outcome, report.asked);
            if !scope.is_empty() {
                write!(out, " {FAINT}{scope}{FAINT:#}")?;
            }
            if outcome.statistics().is_kept {
                write!(out, " {FAINT}(kept){FAINT:#}")?;
            }
            if outcome.statistics().is_continued {
                write!(out, " {FAINT}(continued){FAINT:#}")?;
            }
            writeln!(out)?;
            // All that there is to say about a shard is in its line.
            if outcome.is_only_a_shard() { Ok(()) } else { write_below(report, outcome, out) }
        }
        Ending::NotRun(cause) => writeln!(out, " {FAINT}was not run: {}{FAINT:#}", words::stop_cause(*cause)),
        Ending::Abandoned(abandoned) => {
            writeln!(out, "\n\n  {}", words::abandoned(abandoned))?;
            let code = Reason::Stopped { at: StoppedAt::FindingStates, cause: Some(abandoned.cause) }.code();
            write_explain_line(code.as_str(), out)?;
            writeln!(out)
        }
        Ending::Error { message, picture, help } => {
            writeln!(out, "\n\n  {message}")?;
            if let Some(picture) = picture {
                write_picture(picture, out)?;
            }
            help.iter().try_for_each(|line| writeln!(out, "  {HELP}help{HELP:#}: {line}"))?;
            writeln!(out)
        }
    }
}

fn write_below(report: &SubjectReport<'_>, outcome: &Outcome, out: &mut dyn Write) -> io::Result<()> {
    let remarks = outcome.assumptions().iter().filter_map(words::remark);
    remarks.into_iter().try_for_each(|remark| write_note(&remark, out))?;
    if report.detail == Detail::Verbose {
        outcome.assumptions().iter().try_for_each(|assumption| write_assumption(assumption, out))?;
    }
    match outcome.verdict() {
        Verdict::Holds => Ok(()),
        Verdict::Fails(failure) => write_failure(report, failure, out),
        Verdict::Unknown(reasons) => {
            writeln!(out)?;
            for reason in reasons {
                writeln!(out, "  {}", words::reason(outcome, reason))?;
            }
            write_explain(reasons, out)?;
            writeln!(out)
        }
    }
}

/// An explain line for each kind of reason.
fn write_explain(reasons: &[Reason], out: &mut dyn Write) -> io::Result<()> {
    let mut codes: Vec<_> = reasons.iter().map(Reason::code).collect();
    codes.dedup();
    codes.into_iter().try_for_each(|code| write_explain_line(code.as_str(), out))
}

/// Writes an assumption of the verdict above, in a line of its own.
fn write_assumption(assumption: &Assumption, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "{FAINT}{:>7} {}{FAINT:#}", "assumes", words::assumption(assumption))
}

/// Writes the assumptions of the passes above in a few words, in one line.
pub fn write_assumptions(codes: &BTreeSet<AssumptionCode>, out: &mut dyn Write) -> io::Result<()> {
    let mut short: Vec<&str> = codes.iter().filter_map(|code| words::short(*code)).collect();
    short.dedup();
    if short.is_empty() {
        return Ok(());
    }
    let mut lines = vec![String::new()];
    for (number, word) in (1..).zip(&short) {
        let end = if number == short.len() { "; `--verbose` says more" } else { "," };
        match lines.last_mut() {
            Some(line) if line.len() + word.len() < WIDTH => line.extend([" ", word, end]),
            _ => lines.push([" ", word, end].concat()),
        }
    }
    let first = std::iter::once("assumes").chain(std::iter::repeat(""));
    first.zip(lines).try_for_each(|(first, line)| writeln!(out, "{FAINT}{first:>7}{line}{FAINT:#}"))
}

/// Width of a list that is broken into lines.
const WIDTH: usize = 90;

/// Writes that a run proves less of a check than a lock says.
pub fn write_less(path: &str, how: &str, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "{ERROR}{:>7}{ERROR:#} {CHECK}{path}{CHECK:#} {how}", "LESS")
}

/// Writes a remark, in a line of its own.
pub fn write_note(remark: &str, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "{UNSURE}{:>7}{UNSURE:#} {remark}", "note")
}
