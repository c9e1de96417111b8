//! Runs `cargo glassbox init --explore` in a package and reads the harness.

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::package::repository;
use crate::rows::Row;

/// A harness that `init --explore` wrote.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Harness {
    /// Number of public methods with `&mut self` that it calls.
    pub(crate) n_called: usize,
    /// Number of public methods with `&mut self`, without those that are `unsafe`, deprecated or hidden.
    pub(crate) n_methods: usize,
    /// All methods that it does not call.
    pub(crate) left_out: Vec<LeftOut>,
}

/// A method that a harness does not call.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct LeftOut {
    pub(crate) signature: String,
    pub(crate) reason: String,
}

/// Runs `init --explore`. The inner error is its message if there is no harness.
pub(crate) fn write(
    command: &Path,
    package: &Path,
    row: &Row,
    target: &Path,
) -> Result<Result<Harness, String>, String> {
    let mut command = Command::new(command);
    command.args(["glassbox", "init", "--color=never", "--explore", row.type_path, "--path"]);
    command.arg(repository().join("guest/glassbox")).current_dir(package).env("CARGO_TARGET_DIR", target);
    command.env_remove("CARGO_ENCODED_RUSTFLAGS").env_remove("RUSTFLAGS");
    let output = command.output().map_err(|error| format!("cargo-glassbox does not run: {error}"))?;
    if !output.status.success() {
        let message = String::from_utf8_lossy(&output.stderr);
        return Ok(Err(message.trim().to_owned()));
    }
    let file = package.join("src/explorations.rs");
    let text = fs::read_to_string(&file).map_err(|error| format!("{}: {error}", file.display()))?;
    Ok(Ok(parse(&String::from_utf8_lossy(&output.stdout), &text)))
}

/// Reads the output of `init` and the text of the harness.
fn parse(output: &str, text: &str) -> Harness {
    let (n_called, n_methods) = counts(output).unwrap_or_default();
    let mut entries: Vec<String> = Vec::new();
    for line in text.lines().map(str::trim).skip_while(|line| *line != "// Left out:").skip(1) {
        match (line.strip_prefix("// - "), line.strip_prefix("//"), entries.last_mut()) {
            (Some(start), _, _) => entries.push(start.to_owned()),
            (None, Some(more), Some(entry)) => *entry = format!("{entry} {}", more.trim()),
            _ => break,
        }
    }
    Harness { n_called, n_methods, left_out: entries.iter().filter_map(|entry| left_out(entry)).collect() }
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
        assert_eq!(parse(output, text), Harness { n_called: 3, n_methods: 4, left_out });
        assert_eq!(parse("", ""), Harness::default());
    }
}
