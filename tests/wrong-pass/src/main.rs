//! Looks for wrong verdicts: `cargo xtask wrong-pass`.
//!
//! Each mutant of a subject is decided in three ways: by the checks of the subject, by an exploration beside a model (`beside/`), and by a native program
//! that runs the same operations in all orders under an allocator that counts. If one of the others fails and all checks pass, that is
//! a wrong PASS. If only a check fails, it is a false alarm, unless somebody can tell why not (`explained.tsv`).
//!
//! | file | holds |
//! |---|---|
//! | `rows.rs` | the subjects |
//! | `mutant.rs` | a mutant |
//! | `cargo_mutants.rs`, `damage.rs` | where mutants come from |
//! | `specification.rs` | what mutants leave as it is |
//! | `package.rs`, `native_program.rs` | a package with a mutant, and its builds |
//! | `structures` | random structures, whose faults are known |
//! | `decided.rs` | the three verdicts, and how they compare |
//! | `in_miri.rs` | what Miri says about mutants that corrupt memory |
//! | `entry.rs`, `explained.rs`, `report.rs` | results |

mod cargo_mutants;
mod damage;
mod decided;
mod entry;
mod explained;
mod in_miri;
mod mutant;
mod native_program;
mod package;
mod report;
mod rows;
mod specification;
mod structures;

use std::path::PathBuf;
use std::process::ExitCode;

use clap::Parser;
use glassbox_states::{Builder, Shard, exit_code, has_miri, in_parallel, merged_entries, resumed};

use crate::decided::{Class, Decided, decided, decided_as_is};
use crate::entry::Entry;
use crate::explained::Explained;
use crate::mutant::Mutant;
use crate::package::{Package, files, source};
use crate::report::Report;
use crate::rows::{ROWS, Row};
use crate::specification::is_specification_file;
use crate::structures::StructureCampaign;

/// Decides mutants of the subjects in three ways, and compares the verdicts.
#[derive(Debug, Parser)]
struct Args {
    /// Only subjects whose name contains this
    #[arg(long, value_name = "TEXT", default_value = "")]
    subject: String,
    /// Only mutants whose name contains this
    #[arg(long, value_name = "TEXT", default_value = "")]
    only: String,
    /// Only this part of the mutants, or of the packages of random structures
    #[arg(long, value_name = "I/N", default_value = "1/1")]
    part: Shard,
    /// Append the results to this file, and skip what it has (default: do not keep them)
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Print the report of the results in these files, and decide nothing
    #[arg(long, value_name = "FILE", num_args = 1.., conflicts_with = "out")]
    merge: Vec<PathBuf>,
    /// Only mutants that do not need `cargo mutants`
    #[arg(long)]
    damage: bool,
    /// Print the mutants, and decide nothing
    #[arg(long)]
    list: bool,
    /// Instead of mutants, so many random structures, each without a fault and with some
    #[arg(long, value_name = "N")]
    structures: Option<usize>,
    /// Faults of each random structure
    #[arg(long, value_name = "N", default_value_t = 5, requires = "structures")]
    faults: usize,
    /// Compare with Miri: mutants that corrupt memory, or random structures in some of their states
    #[arg(long)]
    miri: bool,
    /// Seed of random structures
    #[arg(long, value_name = "N", default_value_t = 1, requires = "structures")]
    seed: u64,
}

fn main() -> ExitCode {
    exit_code(run(&Args::parse()))
}

/// Whether every disagreement is explained.
fn run(args: &Args) -> Result<bool, String> {
    if args.miri && !has_miri() {
        println!("not run: there is no Miri; `rustup toolchain install nightly --component miri,rust-src` installs it");
        return Ok(true);
    }
    if let Some(structures) = args.structures {
        let campaign = StructureCampaign { structures, faults: args.faults, seed: args.seed, in_miri: args.miri };
        return structures::run(campaign, args.part, args.out.as_deref());
    }
    let explained = Explained::read()?;
    if !args.merge.is_empty() {
        return Ok(reported(&merged_entries(&args.merge)?, &explained));
    }
    let mut mutants = Vec::new();
    for row in ROWS.iter().filter(|row| row.package.contains(&args.subject)) {
        let all = mutants_of(row, args.damage)?;
        mutants.extend(all.into_iter().filter(|mutant| mutant.id().contains(&args.only)).map(|mutant| (row, mutant)));
    }
    let mutants = args.part.of(mutants);
    if args.list {
        for (_, mutant) in &mutants {
            println!("{}", mutant.id());
        }
        println!("{} mutants", mutants.len());
        return Ok(true);
    }
    if args.miri {
        return in_miri::run(&mutants);
    }
    unchanged(&mutants)?;
    let work = |(row, mutant): &(&Row, Mutant), builder: &Builder| {
        let decided = decided(row, &Package::new(row, builder)?, mutant)?;
        Ok(Entry { mutant: mutant.id(), decided })
    };
    let entries = resumed(&mutants, |(_, mutant)| mutant.id(), args.out.as_deref(), work)?;
    Ok(reported(&entries, &explained))
}

fn reported(entries: &[Entry], explained: &Explained) -> bool {
    let report = Report { entries, explained };
    println!("{}", report.text());
    report.is_well()
}

fn mutants_of(row: &Row, only_damage: bool) -> Result<Vec<Mutant>, String> {
    let mut mutants = if only_damage { Vec::new() } else { cargo_mutants::cargo_mutants(row.package)? };
    for file in files(row.package)? {
        if !is_specification_file(&file) {
            mutants.extend(damage::damage(row.package, &file, &source(row.package, &file)?)?);
        }
    }
    Ok(mutants)
}

/// Subjects without a mutant pass in all three ways, else their mutants say nothing.
fn unchanged(mutants: &[(&Row, Mutant)]) -> Result<(), String> {
    let mut rows: Vec<&Row> = mutants.iter().map(|(row, _)| *row).collect();
    rows.dedup_by_key(|row| row.package);
    let work =
        |row: &&Row, builder: &Builder| -> Result<Decided, String> { decided_as_is(row, &Package::new(row, builder)?) };
    for (row, decided) in rows.iter().zip(in_parallel(&rows, |row| row.package.to_owned(), work)) {
        let entry = Entry { mutant: row.package.to_owned(), decided: decided? };
        let is_decided = entry.decided.checks == Some(decided::Said::Passes)
            && entry.decided.exploration == Some(decided::Said::Passes);
        if entry.decided.class() != Class::Alive || !is_decided {
            return Err(format!("it is not well without a mutant: {}", entry.line()));
        }
    }
    Ok(())
}
