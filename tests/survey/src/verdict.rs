//! Runs `cargo glassbox` in a package and reads the verdict.

use std::path::Path;
use std::process::Command;
use std::time::Duration;

use crate::limited::{Ended, run_limited};

/// Result of an exploration.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Explored {
    /// The worst verdict, if there are several.
    pub verdict: Verdict,
    /// The bounds and counts behind the verdict: `operations <= 3, 14 states`.
    pub coverage: String,
    /// The first line of the message, if there is one.
    pub message: Option<String>,
    /// The whole text of a failure, with its history.
    pub failure: Option<String>,
    /// Seconds of the search, without the build.
    pub seconds: f64,
}

/// Verdict on a type.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Verdict {
    /// It holds.
    Pass,
    /// It fails.
    Fail,
    /// It is not known.
    Unknown,
    /// There is none: the harness does not build, or the command stopped with an error.
    #[default]
    Error,
}

/// Runs `cargo glassbox` with these further arguments.
pub fn explore(
    command: &Path,
    package: &Path,
    target: &Path,
    budget: Duration,
    further: &[&str],
) -> Result<Explored, String> {
    let mut command = Command::new(command);
    let seconds = format!("{}s", budget.as_secs());
    command.args(["glassbox", "--color=never", "--budget", &seconds]).args(further).env("CARGO_TARGET_DIR", target);
    let Ended { status, stdout, stderr } = run_limited(&mut command, package, 2 * budget + Duration::from_mins(1))?;
    Ok(parse(&stdout).unwrap_or_else(|| {
        let errors = stderr.lines().filter(|line| line.starts_with("error"));
        let message = errors.take(3).collect::<Vec<_>>().join("; ");
        let message = if status.is_none() { "it did not stop when its time was over".to_owned() } else { message };
        Explored { verdict: Verdict::Error, message: Some(message), ..Explored::default() }
    }))
}

/// Parses the output. Of several explorations, the worst verdict counts; their times are added.
fn parse(text: &str) -> Option<Explored> {
    let lines: Vec<&str> = text.lines().map(str::trim).collect();
    let all: Vec<Explored> = (0..lines.len()).filter_map(|at| parse_at(&lines[at..])).collect();
    let seconds = all.iter().map(|it| it.seconds).sum();
    let rank =
        |it: &Explored| [Verdict::Pass, Verdict::Unknown, Verdict::Fail].iter().position(|word| *word == it.verdict);
    // Of equal ones, the first.
    let worst = all.into_iter().rev().max_by_key(rank)?;
    Some(Explored { seconds, ..worst })
}

/// Parses the verdict in the first line.
fn parse_at(lines: &[&str]) -> Option<Explored> {
    let (word, verdict) = verdict_in(lines[0])?;
    let (time, rest) = lines[0].strip_prefix(word)?.split_once(']')?;
    let seconds = time.trim().trim_end_matches('s').parse().ok()?;
    let coverage = rest.trim().split_once(' ').map_or("", |(_, coverage)| coverage).to_owned();
    let message = lines[1..].iter().find(|line| !line.is_empty() && !line.starts_with("Summary"));
    let message = message.filter(|_| verdict != Verdict::Pass).map(|line| (*line).to_owned());
    let is_next = |line: &&&str| line.starts_with("Summary") || verdict_in(line).is_some();
    let failure = lines[1..].iter().take_while(|line| !is_next(line)).copied().collect::<Vec<_>>().join("\n");
    let failure = (verdict == Verdict::Fail).then(|| failure.trim().to_owned());
    Some(Explored { verdict, coverage, message, failure, seconds })
}

/// The verdict that a line begins with.
fn verdict_in(line: &str) -> Option<(&'static str, Verdict)> {
    let words = [("PASS [", Verdict::Pass), ("FAIL [", Verdict::Fail), ("UNKNOWN [", Verdict::Unknown)];
    words.into_iter().find(|(word, _)| line.starts_with(word))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_verdict_has_bounds_and_a_message() {
        let failed =
            "   FAIL [   0.013s] x::boxes operations <= 1, 40 states\n\n  double free\n\n1. pop\n\nSummary [ 0.1s] 1\n";
        let expected = Explored {
            verdict: Verdict::Fail,
            coverage: "operations <= 1, 40 states".to_owned(),
            message: Some("double free".to_owned()),
            failure: Some("double free\n\n1. pop".to_owned()),
            seconds: 0.013,
        };
        assert_eq!(parse(failed), Some(expected));
        let passed =
            parse("   PASS [   1.5s] x::boxes operations <= 1\n   note a\nSummary [ 0.1s] 1\n").expect("a verdict");
        let both = parse("PASS [ 1.5s] x a\nUNKNOWN [ 2.0s] y b\n\n  stopped\n").expect("a verdict");
        assert_eq!((both.verdict, both.message.as_deref(), both.seconds), (Verdict::Unknown, Some("stopped"), 3.5));
        assert_eq!((passed.verdict, passed.message, passed.seconds), (Verdict::Pass, None, 1.5));
        assert_eq!(parse("error: it does not build"), None);
    }
}
