//! How families of structures are described, and what `cargo glassbox init` makes of them alone.
//!
//! `cargo xtask families` runs the checks of each subject in the table, and again with each of its two planted bugs. Then it takes
//! everything of glassbox out of the source, as if it were a crate that never heard of it, runs `init` and `init --explore` there,
//! and runs what they wrote: without a bug, and with each of the two.
//!
//! | file | holds |
//! |---|---|
//! | `rows.rs` | the families and their bugs |
//! | `plain_source.rs` | the source of a subject without glassbox |
//! | `plain_package.rs` | a package with that source |
//! | `result.rs` | what was found, and the table |

mod plain_package;
mod plain_source;
mod result;
mod rows;

use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::time::Duration;

use clap::Parser;
use glassbox_states::{command_or_built, exit_code, folder_of_executable, repository};
use glassbox_survey::{Ended, Explored, Init, Verdict, explore, run_limited, write_harness};

use crate::result::{Alone, Described, FamilyResult, Report};
use crate::rows::{FAMILIES, Family};

/// Time for a check or an exploration.
const BUDGET: Duration = Duration::from_mins(1);

/// Checks the families, with and without bugs, and what `init` writes for them.
#[derive(Debug, Parser)]
struct Args {
    /// Only families whose name contains this
    #[arg(long, value_name = "TEXT", default_value = "")]
    only: String,
    /// Only the checks of the subjects, without `init`
    #[arg(long)]
    described: bool,
    /// Use this command instead of the one of the workspace
    #[arg(long, value_name = "PATH")]
    command: Option<PathBuf>,
}

fn main() -> ExitCode {
    exit_code(run(&Args::parse()))
}

/// Whether all subjects hold, and all their bugs are found.
fn run(args: &Args) -> Result<bool, String> {
    let command = command_or_built(args.command.as_deref())?;
    let folder = folder_of_executable()?.join("families");
    let mut report = Report::default();
    for family in FAMILIES.iter().filter(|family| family.package.contains(&args.only)) {
        let described = described(family, &command, &folder)?;
        let alone = if args.described { None } else { Some(alone(family, &command, &folder)?) };
        let result = FamilyResult { family, described, alone };
        println!("{}", result.text());
        report.results.push(result);
    }
    println!("{}", report.summary());
    Ok(report.is_as_it_should_be())
}

/// Runs the checks of a subject.
fn described(family: &'static Family, command: &Path, folder: &Path) -> Result<Described, String> {
    let (package, target) = (repository().join("subjects").join(family.package), folder.join("target"));
    let run = |further: &[&str]| {
        // Outputs go to a folder of their own: the repository stays as it is.
        let place = folder.join("runs").join(family.package);
        std::fs::create_dir_all(&place).map_err(|error| format!("{}: {error}", place.display()))?;
        let manifest = package.join("Cargo.toml");
        let manifest = manifest.to_str().ok_or("a path that is not Unicode")?;
        explore(command, &place, &target, BUDGET, &[&["--manifest-path", manifest], further].concat())
    };
    let verdict = run(&[])?;
    let bugs = family.bugs.iter().map(|bug| run(&["--features", bug])).collect::<Result<Vec<Explored>, _>>()?;
    Ok(Described { verdict, bugs })
}

/// Runs `init` and `init --explore` on the source without glassbox, and what they wrote.
fn alone(family: &'static Family, command: &Path, folder: &Path) -> Result<Alone, String> {
    let target = folder.join("target");
    let mut alone = Alone { checks: None, exploration: None };
    let package = plain_package::make(family, &folder.join("checks"))?;
    if init(command, &package, family, &target)? {
        alone.checks = Some(with_bugs(family, command, &package, &target)?);
    }
    let package = plain_package::make(family, &folder.join("explorations"))?;
    if let Init::Written(_) = write_harness(command, &package, family.type_name, &target, BUDGET)? {
        alone.exploration = Some(with_bugs(family, command, &package, &target)?);
    }
    Ok(alone)
}

/// Runs `init` for the type; says whether it wrote checks.
fn init(command: &Path, package: &Path, family: &Family, target: &Path) -> Result<bool, String> {
    let mut command = Command::new(command);
    command.args(["glassbox", "init", "--color=never", family.type_name, "--path"]);
    command.arg(repository().join("guest/glassbox")).env("CARGO_TARGET_DIR", target);
    let Ended { status, .. } = run_limited(&mut command, package, 10 * BUDGET)?;
    Ok(status.is_some_and(|status| status.success()))
}

fn with_bugs(family: &Family, command: &Path, package: &Path, target: &Path) -> Result<Described, String> {
    let verdict = explore(command, package, target, BUDGET, &[])?;
    let bug = |bug: &&str| explore(command, package, target, BUDGET, &["--features", bug]);
    let bugs = family.bugs.iter().map(bug).collect::<Result<Vec<Explored>, _>>()?;
    Ok(Described { verdict, bugs })
}

/// Whether a run with a planted bug fails.
fn is_found(explored: &Explored) -> bool {
    explored.verdict == Verdict::Fail
}
