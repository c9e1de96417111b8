//! Runs `cargo glassbox init --explore` in a package and reads the harness.

use std::fs;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

use glassbox_states::repository;
use serde::{Deserialize, Serialize};

use crate::limited::{Ended, run_limited};

/// A harness that `init --explore` wrote.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Harness {
    /// The explored type, if `init` chose it.
    pub chosen: Option<String>,
    /// Number of public methods with `&mut self` that it calls.
    pub n_called: usize,
    /// Number of public methods with `&mut self`, without those that are `unsafe`, deprecated or hidden.
    pub n_methods: usize,
    /// All methods that it does not call.
    pub left_out: Vec<LeftOut>,
}

/// A method that a harness does not call.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LeftOut {
    /// As in the source.
    pub signature: String,
    /// Why not.
    pub reason: String,
}

/// Result of `init --explore`.
#[derive(Debug, PartialEq, Eq)]
pub enum Init {
    /// The new file.
    Written(Harness),
    /// The crate, or the harness without any function, does not compile; the first message of the compiler.
    NoBuild(String),
    /// There is no harness, for this reason.
    NoHarness(String),
    /// The time was over.
    TooSlow,
}

/// Runs `init --explore` for a type, or for the main type of a crate.
pub fn write_harness(
    command: &Path,
    package: &Path,
    explored: &str,
    target: &Path,
    budget: Duration,
) -> Result<Init, String> {
    let mut command = Command::new(command);
    command.args(["glassbox", "init", "--color=never", "--explore", explored, "--path"]);
    command.arg(repository().join("guest/glassbox")).env("CARGO_TARGET_DIR", target);
    // The first build of the dependencies and several short runs are part of it.
    let Ended { status, stdout, stderr } = run_limited(&mut command, package, 3 * budget + Duration::from_mins(1))?;
    let Some(status) = status else { return Ok(Init::TooSlow) };
    if !status.success() {
        return Ok(without_harness(&stderr));
    }
    let file = package.join("src/explorations.rs");
    let text = fs::read_to_string(&file).map_err(|error| format!("{}: {error}", file.display()))?;
    Ok(Init::Written(parse(&stdout, &text)))
}

/// The reason in the messages of `init`.
fn without_harness(stderr: &str) -> Init {
    let errors: Vec<&str> = stderr.lines().filter(|line| line.starts_with("error")).collect();
    let last = errors.last().copied().unwrap_or_default();
    if last.contains(" did not build for ") {
        return Init::NoBuild(errors.first().copied().unwrap_or_default().to_owned());
    }
    let message = stderr.lines().skip_while(|line| *line != last).take_while(|line| !line.starts_with("help"));
    let message = message.map(str::trim).collect::<Vec<_>>().join(" ");
    Init::NoHarness(message.trim().trim_start_matches("error: ").to_owned())
}

/// Reads the output of `init` and the text of the harness.
fn parse(output: &str, text: &str) -> Harness {
    let (n_called, n_methods) = counts(output).unwrap_or_default();
    let mut entries: Vec<String> = Vec::new();
    // What a model lacks says nothing about the harness; its module is the last.
    let own = text.lines().map(str::trim).take_while(|line| !(line.starts_with("mod ") && line.contains("_like_a")));
    for line in own.skip_while(|line| *line != "// Left out:").skip(1) {
        match (line.strip_prefix("// - "), line.strip_prefix("//"), entries.last_mut()) {
            (Some(start), _, _) => entries.push(start.to_owned()),
            (None, Some(more), Some(entry)) => *entry = format!("{entry} {}", more.trim()),
            _ => break,
        }
    }
    let chosen = output.lines().find_map(|line| line.trim().strip_prefix("note explores `")?.split('`').next());
    let chosen = chosen.map(str::to_owned);
    Harness { chosen, n_called, n_methods, left_out: entries.iter().filter_map(|entry| left_out(entry)).collect() }
}

/// The numbers in `calls 3 of 4 methods`.
fn counts(output: &str) -> Option<(usize, usize)> {
    let line = output.lines().find_map(|line| line.trim().strip_prefix("note calls "))?;
    let (called, rest) = line.split_once(" of ")?;
    Some((called.parse().ok()?, rest.split(' ').next()?.parse().ok()?))
}

fn left_out(entry: &str) -> Option<LeftOut> {
    let (signature, reason) = entry.strip_prefix('`')?.split_once("`: ")?;
    Some(LeftOut { signature: signature.to_owned(), reason: reason.to_owned() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn methods_are_counted_and_reasons_may_take_several_lines() {
        let output = " created src/explorations.rs: an exploration\n    note calls 3 of 4 methods with `&mut self`\n";
        let text = "mod a {\n    // Left out:\n    // - `fn b(&mut self)`: it is\n    //   `unsafe`\n    // - `fn c()`: d\n}\n";
        let entry = |signature: &str, reason: &str| LeftOut { signature: signature.into(), reason: reason.into() };
        let left_out = vec![entry("fn b(&mut self)", "it is `unsafe`"), entry("fn c()", "d")];
        assert_eq!(parse(output, text), Harness { chosen: None, n_called: 3, n_methods: 4, left_out });
        let chosen = parse("    note explores `a::B`; others\n", "").chosen;
        assert_eq!(chosen.as_deref(), Some("a::B"));
        assert_eq!(parse("", ""), Harness::default());
        let model =
            "mod a_like_a_map {\n    // Left out:\n    // - `fn b(&mut self)`: the model has no such operation\n}\n";
        assert_eq!(parse("", model).left_out, []);
    }

    #[test]
    fn a_crate_that_does_not_build_is_not_one_without_a_harness() {
        let stderr = "error[E0432]: unresolved import\n --> a\nerror: package `a` did not build for wasm32\nhelp: b\n";
        assert_eq!(without_harness(stderr), Init::NoBuild("error[E0432]: unresolved import".to_owned()));
        let stderr = "error: `A` cannot be explored:\n  no public function makes an `A`\nhelp: b\n";
        let message = "`A` cannot be explored: no public function makes an `A`";
        assert_eq!(without_harness(stderr), Init::NoHarness(message.to_owned()));
    }
}
