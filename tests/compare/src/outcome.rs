//! Runs a tool with a limit of CPU time, and parses its output.

use std::path::Path;
use std::process::{Command, Output};

use serde::{Deserialize, Serialize};

use crate::bug::{Bug, Origin};
use crate::tool::Tool;

/// Memory that a native program may use, in kilobytes.
const MEMORY: &str = "8000000";

/// Operations of a history when glassbox decides a mutant. The search goes by length, so that the limit of time ends it.
const OPERATIONS: &str = "operations=12";

/// Result of a tool for a bug.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Outcome {
    pub(crate) end: End,
    /// CPU time until the counterexample that the tool shows, or until it gives up.
    pub(crate) seconds: f64,
    /// CPU time until the first failing case, if it is known.
    pub(crate) seconds_to_first: Option<f64>,
    /// Operations of the counterexample.
    pub(crate) operations: Option<u64>,
    /// Cases that were run until one failed.
    pub(crate) cases: Option<u64>,
    /// The counterexample, or the reason why there is none.
    pub(crate) text: String,
}

/// How a tool ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum End {
    /// It shows a counterexample.
    Found,
    /// The process crashed in a case, which was not made smaller.
    Crash,
    /// A call did not end, and the case was not made smaller.
    Hang,
    /// Nothing was found within the limit.
    Nothing,
    /// It could not be run.
    Error,
}

impl End {
    /// Whether the user knows about the bug.
    pub(crate) fn is_found(self) -> bool {
        matches!(self, Self::Found | Self::Crash | Self::Hang)
    }
}

impl Outcome {
    pub(crate) fn error(text: String) -> Self {
        Self { end: End::Error, seconds: 0.0, seconds_to_first: None, operations: None, cases: None, text }
    }
}

/// Output of a process, and its CPU time with that of its children.
#[derive(Debug)]
pub(crate) struct Measured {
    pub(crate) output: Output,
    pub(crate) seconds: f64,
}

/// Runs a command with a limit of CPU time in seconds.
pub(crate) fn limited(command: &Command, seconds: u64, memory: &str) -> Result<Measured, String> {
    // The soft limit sends a signal that programs can handle. The limit of real time is for what sleeps.
    const SCRIPT: &str = "s=$1; m=$2; shift 2
        (ulimit -v $m; ulimit -St $s; ulimit -Ht $((s + 5)); exec timeout -k 5 $((s * 10)) \"$@\")
        code=$?; times >&2; exit $code";
    let mut shell = Command::new("bash");
    shell.args(["-c", SCRIPT, "bash", &seconds.to_string(), memory]);
    shell.arg(command.get_program()).args(command.get_args());
    for (name, value) in command.get_envs() {
        match value {
            Some(value) => shell.env(name, value),
            None => shell.env_remove(name),
        };
    }
    if let Some(folder) = command.get_current_dir() {
        shell.current_dir(folder);
    }
    let output = shell.output().map_err(|error| format!("bash does not run: {error}"))?;
    let seconds = cpu_seconds(&String::from_utf8_lossy(&output.stderr)).ok_or("bash measured no time")?;
    Ok(Measured { output, seconds })
}

/// User and system time of the children, from the last line that `times` prints: `0m1.250s 0m0.500s`.
fn cpu_seconds(text: &str) -> Option<f64> {
    let seconds = |word: &str| {
        let (minutes, seconds) = word.strip_suffix('s')?.split_once('m')?;
        Some(minutes.parse::<f64>().ok()? * 60.0 + seconds.parse::<f64>().ok()?)
    };
    text.lines().next_back()?.split(' ').map(seconds).sum()
}

/// Runs a tool of the native program.
pub(crate) fn natively(program: &Path, tool: Tool, seconds: u64, is_plain: bool) -> Result<Outcome, String> {
    let mut command = Command::new(program);
    command.arg(tool.to_string());
    if is_plain {
        command.arg("--plain-allocator");
    }
    let measured = limited(&command, seconds, MEMORY)?;
    let text = String::from_utf8_lossy(&measured.output.stdout);
    Ok(native_outcome(&text, measured.seconds, seconds))
}

/// Parses what the native program prints.
fn native_outcome(text: &str, seconds: f64, limit: u64) -> Outcome {
    let line = |word: &str| text.lines().find_map(|line| line.strip_prefix(word)?.strip_prefix('\t'));
    let case = line("case").unwrap_or_default().to_owned();
    let fields: Vec<&str> = line("result").map(|line| line.split('\t').collect()).unwrap_or_default();
    let number = |at: usize| fields.get(at).and_then(|field| field.parse::<u64>().ok());
    let is_found = number(1) == Some(1);
    #[expect(clippy::cast_precision_loss, reason = "milliseconds of a minute")]
    let first = number(4).map(|milliseconds| milliseconds as f64 / 1000.0);
    let (end, text) = match (fields.first().copied(), is_found) {
        // The limit came while the case was made smaller.
        (Some("found" | "limit" | "memory"), true) => (End::Found, case),
        (Some("crash"), _) => (End::Crash, "it crashes".to_owned()),
        (Some("hang"), _) => (End::Hang, "a call does not end".to_owned()),
        (Some("limit"), false) => (End::Nothing, format!("{} cases", number(3).unwrap_or_default())),
        (Some("memory"), false) => (End::Nothing, "out of memory".to_owned()),
        #[expect(clippy::cast_precision_loss, reason = "seconds of a minute")]
        (None, _) if seconds < limit as f64 * 0.9 => (End::Crash, "it crashes".to_owned()),
        (None, _) => (End::Nothing, "stopped at the limit".to_owned()),
        (Some(other), _) => (End::Error, other.to_owned()),
    };
    let is_known = end.is_found() && !fields.is_empty();
    Outcome {
        end,
        seconds,
        seconds_to_first: first.filter(|_| is_known),
        operations: number(2).filter(|_| is_known),
        cases: number(3),
        text,
    }
}

/// Runs `cargo glassbox` in the package of a bug. The build is not measured.
pub(crate) fn glassbox(
    command: &Path,
    bug: &Bug,
    package: &Path,
    target: &Path,
    seconds: u64,
) -> Result<Outcome, String> {
    let mut check = Command::new(command);
    check.args(["glassbox", "check", "--color=never", "--jobs=1", "--budget", &format!("{seconds}s")]);
    check.env("CARGO_TARGET_DIR", target).env_remove("CARGO_ENCODED_RUSTFLAGS").env_remove("RUSTFLAGS");
    check.current_dir(package);
    match &bug.origin {
        Origin::Published(row, _) if !row.debug_assertions => check.arg("--no-debug-assertions"),
        Origin::Published(..) => &mut check,
        Origin::Mutant(_) => check.args(["--bound", OPERATIONS, "beside"]),
    };
    // The first run builds, and ends at once.
    let mut build = Command::new(check.get_program());
    build.args(check.get_args().map(|argument| match argument.to_str() {
        Some(time) if time == format!("{seconds}s") => "1ms".as_ref(),
        _ => argument,
    }));
    for (name, value) in check.get_envs() {
        match value {
            Some(value) => build.env(name, value),
            None => build.env_remove(name),
        };
    }
    build.current_dir(package).output().map_err(|error| format!("cargo-glassbox does not run: {error}"))?;
    let measured = limited(&check, seconds + 5, "unlimited")?;
    let text = String::from_utf8_lossy(&measured.output.stdout);
    let errors = String::from_utf8_lossy(&measured.output.stderr);
    Ok(glassbox_outcome(&text, &errors, measured.output.status.code(), measured.seconds))
}

/// Parses what `cargo glassbox` prints.
fn glassbox_outcome(text: &str, errors: &str, code: Option<i32>, seconds: f64) -> Outcome {
    let nothing = |end: End, text: String| Outcome { end, seconds, ..Outcome::error(text) };
    match code {
        Some(1) => {
            let calls = text.lines().skip_while(|line| line.trim() != "after these calls, the last of which fails:");
            let calls = calls.skip(1).take_while(|line| line.starts_with("    ")).map(str::trim);
            let is_operation =
                |call: &&str| !call.starts_with("let ") && !call.contains("(&subject)") && *call != "drop(subject);";
            let calls: Vec<&str> = calls.filter(is_operation).collect();
            let message = text.lines().skip_while(|line| !line.trim_start().starts_with("FAIL")).skip(1);
            let message = message.map(str::trim).find(|line| !line.is_empty()).unwrap_or_default();
            Outcome {
                operations: Some(calls.len() as u64),
                seconds_to_first: Some(seconds),
                ..nothing(End::Found, format!("{}: {}", without_folder(message), calls.join(" ")))
            }
        }
        Some(0) => nothing(End::Nothing, "it passes".to_owned()),
        Some(3) => {
            let reason = text.lines().skip_while(|line| !line.trim_start().starts_with("UNKNOWN")).skip(1);
            nothing(End::Nothing, reason.map(str::trim).find(|line| !line.is_empty()).unwrap_or_default().to_owned())
        }
        _ => nothing(End::Error, errors.lines().take(5).collect::<Vec<_>>().join(" ")),
    }
}

/// The message with the path of a crate's file, without the folders above the crate.
fn without_folder(message: &str) -> String {
    let Some((before, after)) = message.split_once("/registry/src/") else { return message.to_owned() };
    let before = before.rsplit_once(' ').map_or("", |(before, _)| before);
    format!("{before} {}", after.split_once('/').map_or(after, |(_, after)| after))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_native_result_has_a_case() {
        let outcome = native_outcome("\ncase\tleak: [Put(0), Clear]\n\nresult\tfound\t1\t2\t17\t4\t30\n", 0.05, 60);
        assert_eq!((outcome.end, outcome.operations, outcome.cases), (End::Found, Some(2), Some(17)));
        assert_eq!((outcome.seconds, outcome.seconds_to_first), (0.05, Some(0.004)));
        assert_eq!(outcome.text, "leak: [Put(0), Clear]");
    }

    #[test]
    fn a_process_that_ends_too_early_crashed() {
        let outcome = native_outcome("", 1.0, 60);
        assert_eq!((outcome.end, outcome.operations), (End::Crash, None));
        assert_eq!(native_outcome("", 60.5, 60).end, End::Nothing);
        assert_eq!(native_outcome("result\tcrash\t0\t9\t3\t1\t1", 1.0, 60).operations, Some(9));
        assert_eq!(native_outcome("result\tlimit\t0\t9\t3\t1\t1", 60.0, 60).end, End::Nothing);
        assert_eq!(native_outcome("result\tlimit\t1\t9\t3\t1\t1", 60.0, 60).end, End::Found);
    }

    #[test]
    fn a_history_of_glassbox_has_operations() {
        let text = "   FAIL [   0.013s] x::boxes operations <= 1\n\n  double free of 0x10\n\n  after these calls, the last of which fails:\n    \
                    let mut subject = from_vec();\n    pop(&mut subject);\n    clear(&mut subject);\n    is_right(&subject);\n  at\n";
        let outcome = glassbox_outcome(text, "", Some(1), 0.2);
        assert_eq!((outcome.end, outcome.operations), (End::Found, Some(2)));
        assert_eq!(outcome.text, "double free of 0x10: pop(&mut subject); clear(&mut subject);");
        assert_eq!(glassbox_outcome("", "", Some(0), 0.2).end, End::Nothing);
        assert_eq!(glassbox_outcome("", "error: it does not build", Some(2), 0.2).end, End::Error);
    }

    #[test]
    fn a_message_has_no_folder_of_this_computer() {
        assert_eq!(
            without_folder("panicked at /a/registry/src/b/c-1.0/src/d.rs:5: e"),
            "panicked at c-1.0/src/d.rs:5: e"
        );
        assert_eq!(without_folder("double free"), "double free");
    }

    #[test]
    fn cpu_time_is_user_and_system() {
        assert_eq!(cpu_seconds("x\n0m9.000s 0m9.000s\n1m1.250s 0m0.500s\n"), Some(61.75));
        assert_eq!(cpu_seconds("x\n"), None);
    }

    #[test]
    fn a_process_is_stopped_at_the_limit() {
        let mut command = Command::new("bash");
        command.args(["-c", "while :; do :; done"]);
        let measured = limited(&command, 1, "unlimited").expect("bash runs");
        assert!((0.5..5.0).contains(&measured.seconds) && !measured.output.status.success(), "{measured:?}");
    }
}
