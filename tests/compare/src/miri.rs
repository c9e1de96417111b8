//! Miri on the tests of a crate, in its published source.
//!
//! Miri finds undefined behaviour and leaks in what the tests run. An error that the fixed version has as well is not this bug. Rules about
//! references are off, because the other tools do not check them.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::bug::{Bug, Origin, read};
use crate::command::cargo;
use crate::outcome::{End, Outcome, limited};
use crate::package::{lock_file, write};
use crate::rows::Row;

/// Limit of CPU time for each process of a build, in seconds.
const BUILD_SECONDS: u64 = 300;

/// Runs the tests of the crate in Miri.
pub(crate) fn outcome(bug: &Bug, folder: &Path, limit: u64) -> Result<Outcome, String> {
    let Origin::Published(row, _) = &bug.origin else { return Err("only published crates have tests".to_owned()) };
    let mut outcome = tested(row, row.buggy, folder, limit)?;
    if outcome.end == End::Found && tested(row, row.fixed, folder, limit)?.text == outcome.text {
        outcome.end = End::Nothing;
        outcome.text = format!("{} has the same error: {}", row.fixed, outcome.text);
    }
    Ok(outcome)
}

fn tested(row: &Row, version: &str, folder: &Path, limit: u64) -> Result<Outcome, String> {
    let package = source(row, version, &folder.join("miri"))?;
    let target = folder.join("target-miri");
    let built = limited(&miri(&package, &target, true), BUILD_SECONDS, "unlimited")?;
    if !built.output.status.success() {
        return Err(format!("the tests do not build: {}", first_error(&built.output.stderr)));
    }
    let measured = limited(&miri(&package, &target, false), limit, "unlimited")?;
    let (text, seconds) = (first_error(&measured.output.stderr), measured.seconds);
    let is_failed = String::from_utf8_lossy(&measured.output.stdout).contains("test result: FAILED");
    let (end, text) = match text {
        text if is_rejected(&text) => (End::Found, text),
        // It would fail without Miri, too: old tests expect what older versions of std print.
        _ if is_failed => (End::Nothing, "a test fails".to_owned()),
        text if text.starts_with("error: test failed") => (End::Nothing, "the limit is reached".to_owned()),
        text if measured.output.status.success() => (End::Nothing, text),
        text => (End::Error, text),
    };
    Ok(Outcome { end, seconds, ..Outcome::error(text) })
}

/// `cargo miri test` without documentation, benchmarks and examples.
fn miri(package: &Path, target: &Path, only_build: bool) -> Command {
    let mut command = Command::new("cargo");
    command.args(["+nightly", "miri", "test", "--lib", "--tests", "--target-dir"]).arg(target);
    if only_build {
        command.arg("--no-run");
    }
    command.env("MIRIFLAGS", "-Zmiri-disable-stacked-borrows").current_dir(package);
    for variable in ["CARGO", "RUSTC", "RUSTUP_TOOLCHAIN", "CARGO_ENCODED_RUSTFLAGS"] {
        command.env_remove(variable);
    }
    // Old crates do what newer compilers refuse.
    command.env("RUSTFLAGS", "--cap-lints=warn");
    command
}

fn first_error(stderr: &[u8]) -> String {
    let text = String::from_utf8_lossy(stderr);
    let error = text.lines().find(|line| line.starts_with("error"));
    error.unwrap_or("the tests pass").to_owned()
}

fn is_rejected(error: &str) -> bool {
    ["error: Undefined Behavior", "error: memory leaked"].iter().any(|start| error.starts_with(start))
}

/// A copy of the published source of a version.
fn source(row: &Row, version: &str, folder: &Path) -> Result<PathBuf, String> {
    let name = format!("{}-{version}", row.package);
    let copy = folder.join(&name);
    if copy.exists() {
        return Ok(copy);
    }
    // A package that depends on it makes cargo download it.
    let fetch = folder.join(format!("fetch-{name}"));
    let manifest = format!(
        "[package]\nname = \"fetch\"\nversion = \"0.0.0\"\nedition = \"2024\"\n\n[dependencies]\n{} = \"={version}\"\n\n[workspace]\n",
        row.package
    );
    write(&fetch.join("Cargo.toml"), &manifest)?;
    write(&fetch.join("src/lib.rs"), "")?;
    write(&fetch.join("Cargo.lock"), &lock_file(row.package, version))?;
    let output = cargo().arg("fetch").current_dir(&fetch).output().map_err(|error| error.to_string())?;
    if !output.status.success() {
        return Err(format!("{name}: {}", String::from_utf8_lossy(&output.stderr)));
    }
    copy_folder(&downloaded(&name)?, &copy)?;
    // Cargo must not look for a workspace above it.
    let manifest = copy.join("Cargo.toml");
    let text = read(&manifest)?;
    write(&manifest, &if text.contains("[workspace]") { text } else { format!("{text}\n[workspace]\n") })?;
    Ok(copy)
}

/// Where cargo keeps the source of a crate.
fn downloaded(name: &str) -> Result<PathBuf, String> {
    let home = std::env::var_os("CARGO_HOME").map(PathBuf::from);
    let home = home.or_else(|| Some(std::env::home_dir()?.join(".cargo"))).ok_or("there is no home folder")?;
    let registries = fs::read_dir(home.join("registry/src")).map_err(|error| error.to_string())?;
    let mut candidates = registries.filter_map(|entry| Some(entry.ok()?.path().join(name)));
    candidates.find(|path| path.exists()).ok_or_else(|| format!("cargo has no source of {name}"))
}

fn copy_folder(from: &Path, to: &Path) -> Result<(), String> {
    fs::create_dir_all(to).map_err(|error| format!("{}: {error}", to.display()))?;
    for entry in fs::read_dir(from).map_err(|error| format!("{}: {error}", from.display()))? {
        let entry = entry.map_err(|error| error.to_string())?;
        let (path, copy) = (entry.path(), to.join(entry.file_name()));
        if path.is_dir() {
            copy_folder(&path, &copy)?;
        } else {
            fs::copy(&path, &copy).map_err(|error| format!("{}: {error}", path.display()))?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn undefined_behaviour_and_leaks_are_rejected() {
        let error = first_error(b"thread panicked\nerror: Undefined Behavior: a\nerror: b\n");
        assert_eq!(error, "error: Undefined Behavior: a");
        assert!(is_rejected(&error) && is_rejected("error: memory leaked: c"));
        assert!(!is_rejected("error: could not compile") && !is_rejected(&first_error(b"")));
    }
}
