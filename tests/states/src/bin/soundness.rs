//! Compares the search with the oracle, state by state, for all subjects.

use std::collections::BTreeMap;
use std::process::ExitCode;
use std::sync::Arc;

use clap::Parser;
use glassbox_engine::catalog;
use glassbox_engine::search::Strategy;
use glassbox_engine::states::states;
use glassbox_space::Bdd;
use glassbox_states::{Compared, compare, module};
use glassbox_vm::module::Module;

/// For every valid state and argument: whether the search says that it fails, and whether it does when it is run by
/// itself and everything is looked at afterwards.
#[derive(Debug, Parser)]
struct Args {
    /// Smaller bounds
    #[arg(long)]
    quick: bool,
    /// Only subjects whose name contains this
    #[arg(long, value_name = "TEXT")]
    subject: Option<String>,
    /// Built with this feature: most subjects have some that plant a bug
    #[arg(long, value_name = "NAME")]
    feature: Option<String>,
}

/// Package, bounds, and smaller bounds.
type Case = (&'static str, &'static [(&'static str, u32)], &'static [(&'static str, u32)]);

const CASES: &[Case] = &[
    ("scribbled-tree", &[("height", 3)], &[("height", 2)]),
    ("stack", &[("height", 4)], &[("height", 3)]),
    ("singly-linked-list", &[("height", 5)], &[("height", 3)]),
    ("doubly-linked-list", &[("height", 5)], &[("height", 3)]),
    ("queue", &[("len", 3), ("height", 3)], &[("len", 2), ("height", 2)]),
    ("binary-heap", &[("len", 4)], &[("len", 3)]),
    ("red-black-tree", &[("height", 4)], &[("height", 3)]),
    ("avl-tree", &[("height", 4)], &[("height", 3)]),
    ("enum-tree", &[("height", 3)], &[("height", 2)]),
    ("arena-tree", &[("len", 3)], &[("len", 2)]),
    ("nary-tree", &[("height", 2), ("len", 2)], &[("height", 2), ("len", 1)]),
    ("b-tree", &[("height", 2)], &[("height", 2)]),
    ("lru-cache", &[("height", 3)], &[("height", 2)]),
    ("union-find", &[], &[]),
    ("ring-buffer", &[], &[]),
];

fn main() -> ExitCode {
    let args = Args::parse();
    let mut total = Compared::default();
    let mut wrong = 0;
    for &(package, bounds, quick_bounds) in CASES {
        if args.subject.as_ref().is_some_and(|part| !package.contains(part)) {
            continue;
        }
        let bounds = if args.quick { quick_bounds } else { bounds };
        wrong += match run(package, bounds, &mut total, &args) {
            Ok(wrong) => wrong,
            Err(error) => {
                eprintln!("{package}: {error}");
                1
            }
        };
    }
    let Compared { transitions, failing, runs } = total;
    println!("soundness: {transitions} transitions, {failing} of them fail, {runs} runs, {wrong} disagreements");
    // Nothing compared is nothing shown.
    if wrong == 0 && transitions > 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// All checks of a subject, with both strategies; how many disagree.
fn run(package: &str, bounds: &[(&str, u32)], total: &mut Compared, args: &Args) -> Result<usize, String> {
    let bytes = module(package, args.feature.as_deref())?;
    let loaded = Arc::new(Module::load(&bytes).map_err(|error| error.to_string())?);
    let bounds: BTreeMap<String, u32> = bounds.iter().map(|(name, value)| ((*name).to_owned(), *value)).collect();
    let mut wrong = 0;
    for found in catalog::read(&bytes).map_err(|error| error.to_string())? {
        if args.quick && (found.path.ends_with("twice") || found.path.ends_with("others")) {
            continue;
        }
        for strategy in [Strategy::Paths, Strategy::Values] {
            let diagram = Bdd::with_capacity(1 << 20, 1 << 18);
            let mut states = states(&loaded, &found.path, &bounds, diagram).map_err(|error| error.to_string())?;
            match compare(&mut states, &found.path, strategy) {
                Ok(compared) => {
                    let Compared { transitions, failing, runs } = compared;
                    println!(
                        "{:52} {strategy:6?} {transitions:>8} transitions, {failing:>6} fail, {runs:>6} runs",
                        found.path
                    );
                    *total += compared;
                }
                Err(error) => {
                    wrong += 1;
                    println!("{:52} {strategy:6?} DISAGREES: {error}", found.path);
                }
            }
        }
    }
    Ok(wrong)
}
