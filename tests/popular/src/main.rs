//! How far `cargo glassbox init --explore` gets with the newest versions of popular crates.
//!
//! `cargo xtask popular` makes a package that depends on the crate, runs `init --explore` in it and then `cargo glassbox`,
//! both as a maintainer would, without an edit. It prints a line for each type: whether there is a harness, how many methods
//! it calls, and the verdict. The crates come from the registry, and the packages are in a folder outside the repository.
//!
//! | file | holds |
//! |---|---|
//! | `rows.rs` | the crates and types |
//! | `package.rs` | a package for a type |
//! | `harness.rs` | the result of `init --explore` |
//! | `verdict.rs` | the result of `cargo glassbox` |
//! | `report.rs` | results as text and as JSON |

mod harness;
mod package;
mod report;
mod rows;
mod verdict;

use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::time::Instant;

use clap::Parser;
use glassbox_states::exit_code;

use crate::report::{Measured, Report};
use crate::rows::{ROWS, Row};

/// Writes explorations of popular crates, runs them and prints the results.
#[derive(Debug, Parser)]
struct Args {
    /// Print JSON
    #[arg(long)]
    json: bool,
    /// Only rows whose name contains this
    #[arg(long, value_name = "TEXT", default_value = "")]
    only: String,
    /// Time limit for an exploration
    #[arg(long, value_name = "TIME", default_value = "60s")]
    budget: String,
    /// Print the methods that are left out, with the reasons
    #[arg(long)]
    reasons: bool,
    /// Folder of the packages (default: a folder in the user's cache)
    #[arg(long, value_name = "PATH")]
    folder: Option<PathBuf>,
    /// Use this command instead of the one of the workspace
    #[arg(long, value_name = "PATH")]
    command: Option<PathBuf>,
}

fn main() -> ExitCode {
    exit_code(run(&Args::parse()))
}

/// Measures all rows. True if there were any.
fn run(args: &Args) -> Result<bool, String> {
    let command = args.command.clone().map_or_else(build_command, Ok)?;
    let folder = args.folder.clone().map_or_else(package::default_folder, Ok)?;
    let mut report = Report::default();
    for row in ROWS.iter().filter(|row| row.name.contains(&args.only)) {
        let measured = measure(row, args, &command, &folder)?;
        if !args.json {
            println!("{}", measured.text(args.reasons));
        }
        report.results.push(measured);
    }
    println!("{}", if args.json { report.json().to_string() } else { report.summary() });
    Ok(!report.results.is_empty())
}

#[expect(clippy::disallowed_methods, reason = "this program measures time")]
fn measure(row: &'static Row, args: &Args, command: &Path, folder: &Path) -> Result<Measured, String> {
    let package = package::make(row, folder)?;
    let target = folder.join("target");
    let started = Instant::now();
    let harness = harness::write(command, &package, row, &target)?;
    let init_seconds = started.elapsed().as_secs_f64();
    let explored = harness.is_ok().then(|| verdict::of(command, &package, &target, &args.budget)).transpose()?;
    Ok(Measured { row, harness, init_seconds, explored })
}

/// Builds `cargo glassbox` with the profile of this program, into the same folder.
fn build_command() -> Result<PathBuf, String> {
    let executable = std::env::current_exe().map_err(|error| error.to_string())?;
    let folder = executable.parent().ok_or("the executable has no folder")?;
    let profile = folder.file_name().and_then(|name| name.to_str()).ok_or("the executable has no folder")?;
    let profile = if profile == "debug" { "dev" } else { profile };
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.args(["build", "--quiet", "--package", "cargo-glassbox", "--profile", profile]);
    let status = command.current_dir(package::repository()).status().map_err(|error| error.to_string())?;
    let executable = folder.join(format!("cargo-glassbox{}", std::env::consts::EXE_SUFFIX));
    if status.success() { Ok(executable) } else { Err("cargo-glassbox does not build".to_owned()) }
}
