//! Counts the runs that checks need, and compares them with the published method and a prototype.

mod growth;
mod measure;
mod plot;
mod report;
mod rows;

use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Parser, ValueEnum};
use glassbox_engine::search::Strategy;
use glassbox_states::exit_code;

use crate::measure::{Measured, Modules};
use crate::rows::{ROWS, Row};

/// Runs the operations of the subjects at growing bounds.
#[derive(Debug, Parser)]
struct Args {
    /// Only subjects whose name contains this
    #[arg(long, value_name = "TEXT", default_value = "")]
    subject: String,
    /// No bound larger than this
    #[arg(long, value_name = "N", default_value_t = u32::MAX)]
    most: u32,
    /// States that are removed after a run; by default paths and values
    #[arg(long)]
    mode: Option<Mode>,
    /// Also bounds that take minutes
    #[arg(long)]
    full: bool,
    /// One bound for each subject, with all modes side by side, as a Markdown table
    #[arg(long, conflicts_with_all = ["mode", "full", "most"])]
    compare: bool,
    /// Print JSON
    #[arg(long)]
    json: bool,
    /// Measure nothing; draw what `--full --mode all --json` has printed into this file, beside it
    #[arg(long, value_name = "FILE")]
    draw: Option<PathBuf>,
}

/// States that are removed after a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Mode {
    /// The states that take the same path
    Paths,
    /// The states with the same values of all variables that the run depended on, as published
    Values,
    /// Only the state itself
    Off,
    /// The states that take the same path, in another order
    Tree,
    /// Each of these
    All,
}

impl Mode {
    fn strategies(mode: Option<Self>) -> Vec<Strategy> {
        match mode {
            None => vec![Strategy::Paths, Strategy::Values],
            Some(Self::Paths) => vec![Strategy::Paths],
            Some(Self::Values) => vec![Strategy::Values],
            Some(Self::Off) => vec![Strategy::Off],
            Some(Self::Tree) => vec![Strategy::Tree],
            Some(Self::All) => Strategy::ALL.to_vec(),
        }
    }
}

fn main() -> ExitCode {
    exit_code(run(&Args::parse()))
}

/// Whether there were any checks, and all of them hold.
fn run(args: &Args) -> Result<bool, String> {
    if let Some(file) = &args.draw {
        return growth::draw(file).map(|()| true);
    }
    let all = if args.compare { compare(args)? } else { grow(args)? };
    if args.json {
        println!("{}", report::json(&all));
    } else if args.compare {
        print!("{}", report::side_by_side(&all));
    }
    Ok(!all.is_empty() && all.iter().all(Measured::holds))
}

fn rows(args: &Args) -> impl Iterator<Item = &'static Row> {
    ROWS.iter().filter(|row| row.name.contains(&args.subject))
}

/// Measures every bound of every subject, and prints each result at once.
fn grow(args: &Args) -> Result<Vec<Measured>, String> {
    let (mut modules, mut all) = (Modules::default(), Vec::new());
    if !args.json {
        println!("{}", report::HEADING.as_str());
    }
    for row in rows(args) {
        for strategy in Mode::strategies(args.mode) {
            for bound in row.bounds(strategy, args.full).filter(|bound| *bound <= args.most) {
                let measured = measure::measure(row, bound, strategy, &mut modules)?;
                if !args.json {
                    println!("{}", report::line(&measured));
                }
                all.push(measured);
            }
        }
    }
    Ok(all)
}

fn compare(args: &Args) -> Result<Vec<Measured>, String> {
    let (mut modules, mut all) = (Modules::default(), Vec::new());
    for row in rows(args) {
        for strategy in [Strategy::Paths, Strategy::Values, Strategy::Off] {
            all.push(measure::measure(row, row.compared_at, strategy, &mut modules)?);
        }
    }
    Ok(all)
}
