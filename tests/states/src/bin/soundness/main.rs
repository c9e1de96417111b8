//! Compares the search with the oracle, state by state, for all subjects, with and without planted bugs.

mod broken;
mod natively;
mod report;
mod rows;
mod units;

use std::process::ExitCode;

use clap::Parser;
use glassbox_states::{Size, exit_code, in_parallel};

use crate::report::Report;
use crate::units::Unit;

/// Compares for every valid state and argument whether the search says that it fails, and whether it fails when it is
/// run by itself and judged by reading the whole structure.
#[derive(Debug, Parser)]
#[expect(clippy::struct_excessive_bools, reason = "each is a flag of the command")]
struct Args {
    /// Smaller bounds, and only some of the bugs
    #[arg(long)]
    quick: bool,
    /// Leave out one rule of the judge after the other: the comparison must notice
    #[arg(long, conflicts_with = "quick")]
    broken: bool,
    /// Run states natively, under an allocator that counts: nothing that fails there may pass
    #[arg(long, conflicts_with_all = ["broken", "json"])]
    natively: bool,
    /// Print JSON
    #[arg(long)]
    json: bool,
    /// Only subjects whose name contains this
    #[arg(long, value_name = "TEXT", default_value = "")]
    subject: String,
    /// Only with features whose name contains this: they plant bugs
    #[arg(long, value_name = "TEXT")]
    feature: Option<String>,
}

fn main() -> ExitCode {
    exit_code(run(&Args::parse()))
}

/// Whether search and oracle agree.
fn run(args: &Args) -> Result<bool, String> {
    let units = units::select(&args.subject, args.feature.as_deref(), args.quick)?;
    if args.broken {
        let report = broken::run(&units);
        println!("{}", if args.json { report.json().to_string() } else { report.text() });
        return Ok(report.is_well());
    }
    if args.natively {
        let outcomes = in_parallel(&units, Unit::to_string, natively::of_unit);
        let report = natively::Report { units, outcomes };
        println!("{}", report.text());
        return Ok(report.is_well());
    }
    let size = if args.quick { Size::Quick } else { Size::Full };
    let outcomes = in_parallel(&units, Unit::to_string, |unit, builder| rows::of_unit(unit, builder, size));
    let report = Report { units, outcomes };
    println!("{}", if args.json { report.json().to_string() } else { report.text() });
    Ok(report.is_well())
}
