//! Measures glassbox beside other tools: `cargo xtask compare`.
//!
//! Each tool looks for the same bugs with the same operations, arguments and laws, which are generated from the harness of an exploration. A
//! tool has a minute of CPU time for a bug. The table shows who finds it, how long that takes, and how long the counterexample is.
//!
//! | file | holds |
//! |---|---|
//! | `bug.rs`, `../mutants.tsv` | the bugs |
//! | `harness.rs`, `operations.rs` | from an exploration to `Op`, `start`, `apply` and `laws` |
//! | `tool.rs`, `../adapters` | the tools, and what a user writes for each; `natively.rs.txt` runs and counts cases for all |
//! | `../natively` | functions of harnesses that a native program needs otherwise |
//! | `lines.rs` | lines of a harness |
//! | `package.rs` | packages of a bug |
//! | `outcome.rs`, `miri.rs` | runs a tool, and parses its output |
//! | `choose.rs` | chooses mutants |
//! | `entry.rs`, `report.rs` | results |

mod bug;
mod choose;
mod command;
#[path = "../../wrong-pass/src/damage.rs"]
mod damage;
mod entry;
mod harness;
mod lines;
mod miri;
#[path = "../../wrong-pass/src/mutant.rs"]
mod mutant;
mod operations;
mod outcome;
mod package;
mod report;
#[expect(dead_code, reason = "the expected results are for `cargo xtask corpus`")]
#[path = "../../corpus/src/rows.rs"]
mod rows;
#[path = "../../wrong-pass/src/specification.rs"]
mod specification;
mod tool;

use std::path::PathBuf;
use std::process::ExitCode;

use clap::Parser;

use crate::bug::{Bug, Origin};
use crate::entry::Entry;
use crate::outcome::Outcome;
use crate::package::Package;
use crate::report::Report;
use crate::tool::Tool;

/// Bugs of `--quick`.
const QUICK: [&str; 2] = ["stable-vec", "lru"];

/// Runs each tool on each bug, and prints a table.
#[derive(Debug, Parser)]
struct Args {
    /// Only bugs whose name contains this
    #[arg(long, value_name = "TEXT", default_value = "")]
    only: String,
    /// Only this tool (may be repeated)
    #[arg(long, value_name = "NAME")]
    tool: Vec<Tool>,
    /// Limit of CPU time for a tool and a bug
    #[arg(long, value_name = "N", default_value_t = 60)]
    seconds: u64,
    /// Two bugs, ten seconds, without Miri
    #[arg(long)]
    quick: bool,
    /// Only every N-th bug, from the I-th
    #[arg(long, value_name = "I/N", default_value = "1/1", value_parser = part)]
    part: (usize, usize),
    /// Run native programs without the allocator that notices leaks and wrong frees
    #[arg(long)]
    plain_allocator: bool,
    /// Run the fixed versions of the published crates, in which nothing should be found
    #[arg(long)]
    fixed: bool,
    /// Append the results to this file, and skip what it has, except what was not found within a lower limit
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Print the report of the results in these files, and run nothing
    #[arg(long, value_name = "FILE", num_args = 1.., conflicts_with = "out")]
    merge: Vec<PathBuf>,
    /// Write all results to this file
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
    /// Write the tables to this file, as Markdown
    #[arg(long, value_name = "FILE")]
    markdown: Option<PathBuf>,
    /// Use this command instead of the one of the workspace
    #[arg(long, value_name = "PATH")]
    command: Option<PathBuf>,
    /// Print lines for `mutants.tsv` until it has so many mutants, and measure nothing
    #[arg(long, value_name = "N")]
    choose_mutants: Option<usize>,
}

impl Args {
    /// Limit of CPU time, in seconds.
    fn limit(&self) -> u64 {
        if self.quick { self.seconds.min(10) } else { self.seconds }
    }
}

/// A part of the bugs: its number from 1, and the number of parts.
fn part(text: &str) -> Result<(usize, usize), String> {
    let numbers = text.split_once('/').and_then(|(part, n)| Some((part.parse().ok()?, n.parse().ok()?)));
    numbers.filter(|(part, n)| (1..=*n).contains(part)).ok_or_else(|| format!("`{text}` is not like 1/2"))
}

fn main() -> ExitCode {
    match run(&Args::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

fn run(args: &Args) -> Result<(), String> {
    if !args.merge.is_empty() {
        let mut entries = Vec::new();
        for path in &args.merge {
            entry::read_all(path)?.into_iter().for_each(|entry| entry::put(&mut entries, entry));
        }
        return report(args, &entries);
    }
    let folder = command::folder_of_executable()?.join("compare");
    let workspace =
        Workspace { glassbox: command::glassbox(args.command.as_deref())?, target: folder.join("target"), folder };
    if let Some(n) = args.choose_mutants {
        return choose::choose(n, args.seconds, &workspace);
    }
    let mut entries = args.out.as_deref().map(entry::read_all).transpose()?.unwrap_or_default();
    let bugs = if args.fixed { bug::fixed() } else { bug::bugs()? };
    let wanted = bugs.iter().filter(|bug| bug.name.contains(&args.only));
    let wanted = wanted.filter(|bug| !args.quick || QUICK.contains(&bug.name.as_str()));
    for bug in wanted.skip(args.part.0 - 1).step_by(args.part.1) {
        for tool in Tool::ALL {
            let is_wanted = args.tool.contains(&tool) || (args.tool.is_empty() && !(args.quick && tool == Tool::Miri));
            // With a higher limit, only what was not found is run again.
            let is_known = |entry: &Entry| {
                (&entry.bug, entry.tool, entry.is_plain) == (&bug.name, tool, args.plain_allocator)
                    && (entry.outcome.end.is_found() || entry.limit >= args.limit())
            };
            if !is_wanted || !tool.runs(bug) || entries.iter().any(is_known) {
                continue;
            }
            let entry = workspace.measure(bug, tool, args)?;
            println!("{}", entry.line());
            if let Some(out) = &args.out {
                entry::append(out, &entry)?;
            }
            entry::put(&mut entries, entry);
        }
    }
    report(args, &entries)
}

fn report(args: &Args, entries: &[Entry]) -> Result<(), String> {
    let report = Report { entries, is_plain: args.plain_allocator };
    println!("\n{}", report.text());
    if let Some(path) = &args.json {
        let text = serde_json::to_string_pretty(&report.json()).map_err(|error| error.to_string())?;
        package::write(path, &(text + "\n"))?;
    }
    if let Some(path) = &args.markdown {
        package::write(path, &report.markdown())?;
    }
    Ok(())
}

/// Where packages are written and built.
#[derive(Debug)]
struct Workspace {
    /// The command `cargo-glassbox`.
    glassbox: PathBuf,
    folder: PathBuf,
    target: PathBuf,
}

impl Workspace {
    fn measure(&self, bug: &Bug, tool: Tool, args: &Args) -> Result<Entry, String> {
        let limit = args.limit();
        let package = Package::new(bug, &self.folder)?;
        // What does not build is in the table, too.
        let outcome = self.outcome(bug, &package, tool, limit, args.plain_allocator).unwrap_or_else(Outcome::error);
        Ok(Entry {
            bug: bug.name.clone(),
            is_mutant: matches!(bug.origin, Origin::Mutant(_)),
            tool,
            is_plain: args.plain_allocator,
            limit,
            lines: package.lines(tool)?,
            outcome,
        })
    }

    fn outcome(
        &self,
        bug: &Bug,
        package: &Package<'_>,
        tool: Tool,
        limit: u64,
        is_plain: bool,
    ) -> Result<Outcome, String> {
        match tool {
            Tool::Glassbox => {
                let target = self.folder.join("target-glassbox");
                outcome::glassbox(&self.glassbox, bug, &package.for_glassbox()?, &target, limit)
            }
            Tool::Miri => miri::outcome(bug, &self.folder, limit),
            _ => outcome::natively(&package.program(&self.target)?, tool, limit, is_plain),
        }
    }
}

impl Tool {
    /// Whether the tool can look for a bug: Miri needs the tests of a published crate.
    fn runs(self, bug: &Bug) -> bool {
        self != Self::Miri || matches!(bug.origin, Origin::Published(..))
    }
}
