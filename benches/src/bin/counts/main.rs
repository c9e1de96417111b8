//! Instructions of the processor that some works take, compared with recorded ones.
//!
//! Times differ from run to run on a busy computer; the number of instructions hardly does. `cargo xtask counts` runs each work once under
//! Valgrind's `callgrind`, which counts them, and fails if one takes 5 % more than `benches/counts.tsv` says. `--write` records the numbers of
//! now: commit them with the change that they come from. Numbers belong to one compiler, which the file names; with another one they are printed and not compared.
//!
//! What is counted runs in `counted`, and nothing else: not the building of modules, and not the start of the program.

mod works;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use clap::Parser;
use glassbox_states::{exit_code, repository};

use crate::works::WORKS;

/// Counts instructions and compares them with the recorded numbers.
#[derive(Debug, Parser)]
struct Args {
    /// Record the numbers of now
    #[arg(long)]
    write: bool,
    /// Only works whose name contains this
    #[arg(long, value_name = "TEXT", default_value = "")]
    only: String,
    /// Do this work and nothing else: what Valgrind runs
    #[arg(long, value_name = "NAME", hide = true)]
    work: Option<String>,
}

/// A work may take so many percent more than recorded.
const MOST_MORE: u64 = 5;

fn main() -> ExitCode {
    exit_code(run(&Args::parse()))
}

fn run(args: &Args) -> Result<bool, String> {
    if let Some(name) = &args.work {
        let (_, work) = WORKS.iter().find(|(known, _)| known == name).ok_or("there is no such work")?;
        return work().map(|()| true);
    }
    if Command::new("valgrind").arg("--version").output().is_err() {
        println!("instructions: skipped, valgrind is not installed");
        return Ok(true);
    }
    let recorded = Recorded::read(&repository().join("benches/counts.tsv"))?;
    let compiler = compiler()?;
    let is_comparable = recorded.compiler == compiler;
    if !is_comparable && !args.write {
        println!(
            "instructions: not compared, they were recorded with {:?}, and this is {compiler:?}",
            recorded.compiler
        );
    }
    println!("{:12} {:>15} {:>15} {:>8}", "work", "recorded", "now", "change");
    let (mut is_well, mut counts) = (true, Vec::new());
    for (name, _) in WORKS.iter().filter(|(name, _)| name.contains(&args.only)) {
        let now = count(name)?;
        let before = recorded.count(name);
        let is_more = before.is_some_and(|before| now > before + before * MOST_MORE / 100);
        let (before, change) = match before {
            Some(before) => (before.to_string(), percent(before, now)),
            None => ("-".to_owned(), "new".to_owned()),
        };
        println!("{name:12} {before:>15} {now:>15} {change:>8}{}", if is_more { "  too many" } else { "" });
        is_well &= !(is_more && is_comparable);
        counts.push((*name, now));
    }
    if args.write {
        let lines = counts.iter().map(|(name, count)| format!("{name}\t{count}\n"));
        let text = format!("compiler\t{compiler}\n{}", lines.collect::<String>());
        fs::write(&recorded.path, text).map_err(|error| error.to_string())?;
        return Ok(true);
    }
    if !is_well {
        println!(
            "a work takes over {MOST_MORE} % more instructions: find out why, or record them with `cargo xtask counts --write`"
        );
    }
    Ok(is_well)
}

/// The change in percent, with a sign.
fn percent(before: u64, now: u64) -> String {
    let tenths = |part: u64| part * 1000 / before.max(1);
    let (sign, change) = if now >= before { ('+', tenths(now - before)) } else { ('-', tenths(before - now)) };
    format!("{sign}{}.{} %", change / 10, change % 10)
}

/// Number of instructions of a work.
fn count(name: &str) -> Result<u64, String> {
    let executable = std::env::current_exe().map_err(|error| error.to_string())?;
    let out = executable.with_file_name(format!("counts-{name}.out"));
    let mut command = Command::new("valgrind");
    command.args(["--tool=callgrind", "--collect-atstart=no", "--toggle-collect=*counted*"]);
    command.arg(format!("--callgrind-out-file={}", out.display())).arg(&executable).args(["--work", name]);
    let done = command.output().map_err(|error| error.to_string())?;
    if !done.status.success() {
        return Err(format!("{name}: {}", String::from_utf8_lossy(&done.stderr)));
    }
    let text = fs::read_to_string(&out).map_err(|error| error.to_string())?;
    let total = text.lines().find_map(|line| line.strip_prefix("totals: ").or_else(|| line.strip_prefix("summary: ")));
    let total = total.and_then(|total| total.trim().parse().ok()).filter(|total| *total > 0);
    total.ok_or_else(|| format!("{name}: nothing was counted"))
}

fn compiler() -> Result<String, String> {
    let output = Command::new("rustc").arg("--version").output().map_err(|error| error.to_string())?;
    Ok(String::from_utf8_lossy(&output.stdout).trim().to_owned())
}

/// Recorded numbers.
#[derive(Debug)]
struct Recorded {
    path: PathBuf,
    compiler: String,
    counts: Vec<(String, u64)>,
}

impl Recorded {
    fn read(path: &Path) -> Result<Self, String> {
        let text = fs::read_to_string(path).unwrap_or_default();
        let mut recorded = Self { path: path.to_owned(), compiler: String::new(), counts: Vec::new() };
        for line in text.lines() {
            match line.split_once('\t') {
                Some(("compiler", compiler)) => compiler.clone_into(&mut recorded.compiler),
                Some((name, count)) => {
                    let count = count.parse().map_err(|_| format!("`{line}` is no number of instructions"))?;
                    recorded.counts.push((name.to_owned(), count));
                }
                None => return Err(format!("`{line}` has no tab")),
            }
        }
        Ok(recorded)
    }

    fn count(&self, name: &str) -> Option<u64> {
        self.counts.iter().find(|(known, _)| known == name).map(|(_, count)| *count)
    }
}
