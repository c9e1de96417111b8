//! Runs `cargo glassbox` in a package and parses its output.

use std::path::Path;
use std::process::Command;

use crate::rows::Row;

/// Result for a version.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Outcome {
    pub(crate) verdict: Verdict,
    /// Seconds of the search, without the build.
    pub(crate) seconds: f64,
}

/// Verdict on a version.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Verdict {
    /// No bug.
    Clean,
    /// A bug, with a shortest history.
    Found {
        /// The message, in one line.
        message: String,
        /// The calls.
        history: Vec<String>,
    },
    /// Unknown, for this reason.
    Unknown(String),
    /// It could not be run, for this reason.
    Error(String),
}

impl Verdict {
    /// Number of operations of the history, without the constructor, a law and the drop.
    pub(crate) fn n_operations(&self) -> usize {
        let is_operation = |call: &&String| {
            !call.starts_with("let ") && !call.contains("(&subject)") && !call.starts_with("drop(subject);")
        };
        match self {
            Self::Found { history, .. } => history.iter().filter(is_operation).count(),
            Self::Clean | Self::Unknown(_) | Self::Error(_) => 0,
        }
    }
}

/// Runs `cargo glassbox`.
pub(crate) fn of(command: &Path, package: &Path, row: &Row, target: &Path, budget: &str) -> Result<Outcome, String> {
    let mut command = Command::new(command);
    command.args(["glassbox", "--color=never", "--budget", budget]);
    // Only our own flags, so that results do not depend on the environment.
    command.env_remove("CARGO_ENCODED_RUSTFLAGS").env_remove("RUSTFLAGS").current_dir(package);
    if row.is_unfixed() {
        command.arg("--emit-tests");
    }
    command.env("CARGO_TARGET_DIR", target);
    if !row.debug_assertions {
        command.arg("--no-debug-assertions");
    }
    if row.panics {
        command.arg("--panics");
    }
    let output = command.output().map_err(|error| format!("cargo-glassbox does not run: {error}"))?;
    let text = String::from_utf8_lossy(&output.stdout);
    Ok(parse(&text, output.status.code()).unwrap_or_else(|| {
        let verdict = Verdict::Error(format!("{text}{}", String::from_utf8_lossy(&output.stderr)));
        Outcome { verdict, seconds: 0.0 }
    }))
}

/// Parses the output. Of several explorations, the first that fails counts.
fn parse(text: &str, code: Option<i32>) -> Option<Outcome> {
    let lines: Vec<&str> = text.lines().collect();
    let line_of = |word: &str| lines.iter().position(|line| line.trim_start().starts_with(word));
    let seconds = lines[line_of("Summary")?].split(['[', ']']).nth(1)?.trim().trim_end_matches('s').parse().ok()?;
    let verdict = match code? {
        0 => Verdict::Clean,
        1 => found(&lines[line_of("FAIL")? + 1..])?,
        3 => Verdict::Unknown(first_line(&lines[line_of("UNKNOWN")? + 1..])?),
        _ => return None,
    };
    Some(Outcome { verdict, seconds })
}

fn found(lines: &[&str]) -> Option<Verdict> {
    let calls = lines.iter().skip_while(|line| line.trim() != "after these calls, the last of which fails:").skip(1);
    let history: Vec<String> =
        calls.take_while(|line| line.starts_with("    ")).map(|line| line.trim().to_owned()).collect();
    if history.is_empty() { None } else { Some(Verdict::Found { message: first_line(lines)?, history }) }
}

/// The first line of text, after notes about the check.
fn first_line(lines: &[&str]) -> Option<String> {
    let is_text = |line: &&str| !line.is_empty() && !line.starts_with("note ");
    lines.iter().map(|line| line.trim()).find(is_text).map(ToOwned::to_owned)
}

#[cfg(test)]
mod tests {
    use super::*;

    const FAILS: &str = "\
   PASS [   0.014s] corpus_x::other operations <= 3, 14 states, 191 transitions
   FAIL [   0.013s] corpus_x::boxes operations <= 1, 40 states, 127 transitions

  double free of 0x1021d9 (block of 1 bytes at 0x1021d9)

  after these calls, the last of which fails:
    let mut subject = from_vec();
    pop(&mut subject);
    clear(&mut subject);
    is_right(&subject);
  at
    src/lib.rs:59 in clear
  there is no shorter history; the exploration is at src/lib.rs:5

Summary [   0.020s] 2 checks: 1 holds, 1 fails
";

    #[test]
    fn a_failure_has_a_message_and_a_history() {
        let outcome = parse(FAILS, Some(1)).expect("a failure");
        let history =
            ["let mut subject = from_vec();", "pop(&mut subject);", "clear(&mut subject);", "is_right(&subject);"];
        let verdict = Verdict::Found {
            message: "double free of 0x1021d9 (block of 1 bytes at 0x1021d9)".to_owned(),
            history: history.map(ToOwned::to_owned).to_vec(),
        };
        assert_eq!(verdict.n_operations(), 2);
        assert_eq!(outcome, Outcome { verdict, seconds: 0.02 });
    }

    #[test]
    fn a_note_is_not_the_message() {
        let text = FAILS.replace("127 transitions\n", "127 transitions\n   note `elements` has no effect here\n");
        assert_ne!(text, FAILS);
        assert_eq!(parse(&text, Some(1)), parse(FAILS, Some(1)));
    }

    #[test]
    fn a_call_may_have_a_callback_that_panics() {
        let text = FAILS
            .replace("pop(&mut subject);", "pop(&mut subject); // callback 2 panics")
            .replace("is_right(&subject);", "drop(subject); // callback 1 panics");
        let outcome = parse(&text, Some(1)).expect("a failure");
        assert_eq!(outcome.verdict.n_operations(), 2);
    }

    #[test]
    fn what_is_not_known_is_not_clean() {
        let text =
            "UNKNOWN [ 60.0s] x::y operations <= 3\n\n  it was stopped\n\nSummary [  60.001s] 1 check: 1 unknown\n";
        let verdict = Verdict::Unknown("it was stopped".to_owned());
        assert_eq!(parse(text, Some(3)), Some(Outcome { verdict, seconds: 60.001 }));
        assert_eq!(parse("error: it does not build", Some(2)), None);
        assert_eq!(parse(FAILS, None), None);
    }
}
