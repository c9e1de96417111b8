//! How far `cargo glassbox init --explore` gets with published crates.
//!
//! `cargo xtask survey` makes a package that depends on a crate, runs `init --explore` in it and then `cargo glassbox`, both as a
//! maintainer would, without an edit. If the exploration fails, the test that it writes is run natively, and in Miri if it passes
//! there. The result is one entry for each crate: its class, and what led to it. Without `--list` it measures the types of popular
//! crates in `rows.rs`; with `--list` all crates of a file.
//!
//! Entries are appended to a file as JSON lines. A run that was stopped goes on where it ended, and the files of several runs, each
//! with a part of the crates (`--shard`), give one table with `--merge`. `../../../slurm/survey.sbatch` is an array of such runs.
//!
//! | file | holds |
//! |---|---|
//! | `rows.rs` | the crates and types |
//! | `package.rs` | a package for a type |
//! | `entry.rs` | the result of a crate, and its class |
//! | `table.rs` | entries as a table, with totals |

mod entry;
mod package;
mod rows;
mod table;

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{Duration, Instant};

use clap::Parser;
use glassbox_states::{EmittedTest, Shard, append_entry, command_or_built, exit_code, merged_entries, read_entries};
use glassbox_survey::{Verdict, explore, write_harness};

use crate::entry::{Confirmation, Entry, Seconds};
use crate::rows::Row;

/// Writes explorations of published crates, runs them and prints the results.
#[derive(Debug, Parser)]
struct Args {
    /// Crates to measure: a line for each, with its name and version (default: the types of popular crates)
    #[arg(long, value_name = "FILE")]
    list: Option<PathBuf>,
    /// Only rows whose name contains this
    #[arg(long, value_name = "TEXT", default_value = "")]
    only: String,
    /// Only this part of the rows
    #[arg(long, value_name = "I/N", default_value = "1/1")]
    shard: Shard,
    /// Seconds for `init --explore`, and again for the exploration, each without its first build
    #[arg(long, value_name = "SECONDS", default_value_t = 60)]
    budget_per_crate: u64,
    /// Append the entries to this file, and skip the crates that it has (default: do not keep them)
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Print the table of the entries in these files, and measure nothing
    #[arg(long, value_name = "FILE", num_args = 1.., conflicts_with_all = ["list", "out", "only"])]
    merge: Vec<PathBuf>,
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
    if !args.merge.is_empty() {
        let entries = merged_entries::<Entry>(&args.merge)?;
        print!("{}", table::table(&entries, args.reasons));
        return Ok(!entries.is_empty());
    }
    let rows = match &args.list {
        Some(list) => rows::listed(list)?,
        None => rows::popular(),
    };
    let command = command_or_built(args.command.as_deref())?;
    let folder = args.folder.clone().map_or_else(package::default_folder, Ok)?;
    let mut entries: Vec<Entry> = args.out.as_deref().map_or_else(|| Ok(Vec::new()), read_entries)?;
    for row in args.shard.of(rows).into_iter().filter(|row| row.name.contains(&args.only)) {
        if entries.iter().any(|entry| entry.name == row.name) {
            continue;
        }
        let survey = Survey { command: &command, folder: &folder, budget: Duration::from_secs(args.budget_per_crate) };
        let entry = survey.measure(&row)?;
        println!("{}", table::line(&entry, args.reasons));
        if let Some(file) = &args.out {
            append_entry(file, &entry)?;
        }
        entries.push(entry);
    }
    println!("{}", table::totals(&entries));
    Ok(!entries.is_empty())
}

/// What all rows have in common.
struct Survey<'a> {
    /// `cargo-glassbox`.
    command: &'a Path,
    /// Folder of the packages.
    folder: &'a Path,
    budget: Duration,
}

impl Survey<'_> {
    fn measure(&self, row: &Row) -> Result<Entry, String> {
        let package = package::make(row, self.folder)?;
        let target = self.folder.join("target");
        let mut entry = Entry::new(row);
        if let Err(message) = package::fetch(&package) {
            entry.not_fetched(message);
            return Ok(entry);
        }
        entry.version = package::version(row, &package)?;
        let (harness, init) = timed(|| write_harness(self.command, &package, &row.explored, &target, self.budget));
        entry.add_harness(harness?);
        let mut seconds = Seconds { init, ..Seconds::default() };
        if entry.has_harness() {
            let (explored, run) = timed(|| explore(self.command, &package, &target, self.budget, &["--emit-tests"]));
            let explored = explored?;
            let fails = explored.verdict == Verdict::Fail;
            (seconds.run, seconds.search) = (run, explored.seconds);
            entry.add_verdict(explored);
            if fails {
                let (confirmation, confirm) = timed(|| confirm(&package, &target));
                seconds.confirm = confirm;
                entry.confirmation = Some(confirmation?);
            }
        }
        entry.seconds = seconds;
        package::remove_large_target(&target)?;
        Ok(entry)
    }
}

/// Runs the emitted test natively, and in Miri if it passes.
fn confirm(package: &Path, target: &Path) -> Result<Confirmation, String> {
    Ok(match EmittedTest::run(package, target)? {
        EmittedTest::Fails(message) => Confirmation::Natively(message),
        EmittedTest::Error(message) => Confirmation::NoTest(entry::short(&message)),
        EmittedTest::Passes => match EmittedTest::run_in_miri(package, target)? {
            EmittedTest::Fails(message) => Confirmation::InMiri(message),
            EmittedTest::Passes => Confirmation::Passes,
            EmittedTest::Error(message) => Confirmation::PassesNatively(entry::short(&message)),
        },
    })
}

#[expect(clippy::disallowed_methods, reason = "this program measures time")]
fn timed<T>(work: impl FnOnce() -> T) -> (T, f64) {
    let started = Instant::now();
    let result = work();
    (result, (started.elapsed().as_secs_f64() * 10.0).round() / 10.0)
}
