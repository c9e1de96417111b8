//! Real bugs in published crates: whether `cargo glassbox` finds them, and reports nothing in the fixed versions.
//!
//! `cargo xtask corpus` makes a package for each version of each crate in the table, with the harness as its library,
//! and runs `cargo glassbox` in it. A harness lists the operations of a type and knows nothing about the bug. Rows
//! whose names begin with `panic-` run with `--panics`: callbacks panic. The crates come from the registry. If the newest
//! version has the bug, the test that `--emit-tests` writes must fail natively, too: a report to the authors needs it.
//!
//! | file | holds |
//! |---|---|
//! | `rows.rs` | the bugs, and their known results |
//! | `package.rs` | a package for a version |
//! | `outcome.rs` | the result of `cargo glassbox` |
//! | `report.rs` | results as text and as JSON |
//! | `../harnesses` | the operations of each type |

mod outcome;
mod package;
mod report;
mod rows;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::{Parser, ValueEnum};
use glassbox_states::{EmittedTest, command_or_built, exit_code, folder_of_executable};

use crate::outcome::Verdict;
use crate::report::{Report, Tried};
use crate::rows::{ROWS, Row};

/// Explores the crates of the table and compares the results with the known ones.
#[derive(Debug, Parser)]
struct Args {
    /// Print JSON
    #[arg(long)]
    json: bool,
    /// Only bugs whose name contains this
    #[arg(long, value_name = "TEXT", default_value = "")]
    only: String,
    /// Only these versions
    #[arg(long)]
    versions: Option<Version>,
    /// Time limit for an exploration
    #[arg(long, value_name = "TIME", default_value = "60s")]
    budget: String,
    /// Use this command instead of the one of the workspace
    #[arg(long, value_name = "PATH")]
    command: Option<PathBuf>,
}

/// Version of a crate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Version {
    /// With the bug
    Buggy,
    /// Without it
    Fixed,
}

fn main() -> ExitCode {
    exit_code(run(&Args::parse()))
}

/// Whether all results are as the table says.
fn run(args: &Args) -> Result<bool, String> {
    let folder = folder_of_executable()?;
    let command = command_or_built(args.command.as_deref())?;
    let mut report = Report::default();
    for row in ROWS.iter().filter(|row| row.name.contains(&args.only)) {
        for version in [Version::Buggy, Version::Fixed] {
            let is_there = version == Version::Buggy || !row.is_unfixed();
            if is_there && args.versions.is_none_or(|wanted| wanted == version) {
                let result = try_version(row, version, args, &command, &folder)?;
                if !args.json {
                    println!("{}", result.line());
                }
                report.results.push(result);
            }
        }
    }
    println!("{}", if args.json { report.json().to_string() } else { report.summary() });
    Ok(report.is_as_recorded())
}

fn try_version(
    row: &'static Row,
    version: Version,
    args: &Args,
    command: &Path,
    folder: &Path,
) -> Result<Tried, String> {
    let number = if version == Version::Buggy { row.buggy } else { row.fixed };
    let package = package::make(row, number, &folder.join("corpus"))?;
    let target = folder.join("corpus/target");
    let outcome = outcome::of(command, &package, row, &target, &args.budget)?;
    let has_test = row.is_unfixed() && matches!(outcome.verdict, Verdict::Found { .. });
    let native_test = has_test.then(|| EmittedTest::run(&package, &target)).transpose()?;
    Ok(Tried { row, version, outcome, native_test })
}
