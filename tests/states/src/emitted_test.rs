//! Runs the test that `cargo glassbox --emit-tests` writes with `cargo test`: natively or in Miri, without glassbox.

use std::fmt;
use std::path::Path;
use std::process::Command;

use crate::miri::miri;

/// Result of an emitted test.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EmittedTest {
    /// It fails, as it should, with this message.
    Fails(String),
    /// It passes although there is a bug.
    Passes,
    /// It could not be run, for this reason.
    Error(String),
}

impl fmt::Display for EmittedTest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Fails(message) => write!(f, "fails: {message}"),
            Self::Passes => f.write_str("passes"),
            Self::Error(message) => write!(f, "error: {message}"),
        }
    }
}

impl EmittedTest {
    /// Runs the tests of a package natively.
    pub fn run(package: &Path, target: &Path) -> Result<Self, String> {
        let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
        command.args(["test", "--color=never", "--test=*"]).env("CARGO_TARGET_DIR", target.join("native"));
        of(command, package)
    }

    /// Runs the tests of a package in Miri, without its rules about references: glassbox does not check these. It is an
    /// [`Self::Error`] if there is no Miri.
    pub fn run_in_miri(package: &Path, target: &Path) -> Result<Self, String> {
        let mut command = miri();
        command.args(["test", "--color=never", "--test=*"]).env("CARGO_TARGET_DIR", target.join("miri"));
        of(command, package)
    }
}

fn of(mut command: Command, package: &Path) -> Result<EmittedTest, String> {
    command.current_dir(package).env("RUST_BACKTRACE", "0");
    command.env_remove("CARGO_ENCODED_RUSTFLAGS").env_remove("RUSTFLAGS");
    let output = command.output().map_err(|error| format!("cargo does not run: {error}"))?;
    let (stdout, stderr) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    Ok(parse(&stdout, &stderr, output.status.success()))
}

fn parse(stdout: &str, stderr: &str, is_success: bool) -> EmittedTest {
    let ran = stdout.lines().any(|line| line == "running 1 test");
    match message(stdout, stderr) {
        _ if !ran => EmittedTest::Error(stderr.to_owned()),
        _ if is_success => EmittedTest::Passes,
        Some(message) => EmittedTest::Fails(message),
        None => EmittedTest::Error(format!("{stdout}{stderr}")),
    }
}

/// The message of the panic; if the process was aborted, its last output, or the signal.
fn message(stdout: &str, stderr: &str) -> Option<String> {
    let of_miri =
        stderr.lines().find_map(|line| line.strip_prefix("error: ").filter(|it| !it.starts_with("test failed")));
    let after_panic = stdout.lines().skip_while(|line| !line.contains(" panicked at ")).nth(1);
    let before_error = || {
        let said = stderr.lines().take_while(|line| !line.starts_with("error: test failed")).last();
        said.filter(|line| !line.trim_start().starts_with("Running ")).or_else(|| signal(stderr))
    };
    after_panic.or(of_miri).or_else(before_error).map(|line| line.trim().to_owned())
}

fn signal(stderr: &str) -> Option<&str> {
    stderr.rsplit_once("(signal: ").and_then(|(_, rest)| rest.split(')').next())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_has_a_message() {
        let stdout =
            "running 1 test\ntest a ... FAILED\n\nthread 'a' (1) panicked at tests/a.rs:49:5:\nassertion failed: b\n";
        let failed = EmittedTest::Fails("assertion failed: b".to_owned());
        assert_eq!(parse(stdout, "error: test failed\n", false), failed);
        assert_eq!(failed.to_string(), "fails: assertion failed: b");
    }

    #[test]
    fn an_abort_has_a_message_or_a_signal() {
        let aborted = |said: &str| {
            let stderr = format!(
                "     Running tests/a.rs (x)\n{said}error: test failed, to rerun\n\nexit (signal: 6, SIGABRT)\n"
            );
            parse("running 1 test\n", &stderr, false)
        };
        assert_eq!(aborted("free(): double free\n"), EmittedTest::Fails("free(): double free".to_owned()));
        assert_eq!(aborted(""), EmittedTest::Fails("6, SIGABRT".to_owned()));
    }

    #[test]
    fn miri_has_a_message() {
        let stderr = "error: Undefined Behavior: memory access failed\n  --> a.rs\n\nerror: test failed, to rerun\n";
        let failed = EmittedTest::Fails("Undefined Behavior: memory access failed".to_owned());
        assert_eq!(parse("running 1 test\n", stderr, false), failed);
    }

    #[test]
    fn what_does_not_build_does_not_fail() {
        assert_eq!(parse("", "error: a\n", false), EmittedTest::Error("error: a\n".to_owned()));
        assert_eq!(parse("running 0 tests\n", "", true), EmittedTest::Error(String::new()));
        assert_eq!(parse("running 1 test\n", "", true), EmittedTest::Passes);
    }
}
