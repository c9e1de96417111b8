//! Counts the runs that checks need, beside those of the published method and of the prototype.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Instant;

use clap::Parser;
use glassbox_engine::catalog;
use glassbox_engine::search::{FirstFinding, Strategy, Verdict, check};
use glassbox_engine::states::states;
use glassbox_space::Bdd;
use glassbox_states::module;
use glassbox_vm::module::Module;

/// Runs all checks of some subjects at growing bounds.
#[derive(Debug, Parser)]
struct Args {
    /// Only subjects whose name contains this
    #[arg(long, value_name = "TEXT")]
    subject: Option<String>,
    /// Largest bound
    #[arg(long, default_value_t = 5)]
    most: u32,
    /// Lookalikes agree on values, as published
    #[arg(long)]
    values: bool,
}

/// Package and the bound that grows; capacities are those of the bound.
const SUBJECTS: [(&str, &str); 5] = [
    ("stack", "height"),
    ("queue", "len"),
    ("binary-heap", "len"),
    ("red-black-tree", "height"),
    ("avl-tree", "height"),
];

/// Steps of one run.
const FUEL: u64 = 1_000_000;

fn main() -> Result<(), String> {
    let args = Args::parse();
    let strategy = if args.values { Strategy::Values } else { Strategy::Paths };
    for (package, bound) in SUBJECTS {
        if args.subject.as_ref().is_some_and(|part| !package.contains(part)) {
            continue;
        }
        for value in 1..=args.most {
            run(package, bound, value, strategy)?;
        }
    }
    Ok(())
}

#[expect(clippy::disallowed_methods, reason = "how long it takes is part of what is printed")]
fn run(package: &str, bound: &str, value: u32, strategy: Strategy) -> Result<(), String> {
    let bytes = module(package)?;
    let loaded = Arc::new(Module::load(&bytes).map_err(|error| error.to_string())?);
    let bounds = BTreeMap::from([(bound.to_owned(), value), ("capacity".to_owned(), 1)]);
    for found in catalog::read(&bytes).map_err(|error| error.to_string())? {
        let start = Instant::now();
        let mut states = states(&loaded, &found.path, &bounds, Bdd::default()).map_err(|error| error.to_string())?;
        let checked = check(&mut states, &found.path, strategy, FUEL, &mut FirstFinding);
        let checked = checked.map_err(|error| error.to_string())?;
        let verdict = match checked.verdict {
            Verdict::Holds => "holds".to_owned(),
            Verdict::Fails(finding) => format!("FAILS: {}", finding.kind),
            Verdict::Unknown(reason) => format!("unknown: {reason}"),
        };
        println!(
            "{:46} {bound} {value} {:>7} runs of {:>30} transitions, peak {:>6} nodes, {:>6.2} s: {verdict}",
            found.path,
            checked.runs,
            checked.transitions,
            checked.peak_nodes,
            start.elapsed().as_secs_f64()
        );
    }
    Ok(())
}
