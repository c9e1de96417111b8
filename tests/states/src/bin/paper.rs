//! Counts the runs that checks need, beside those of the published method and of the prototype.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Instant;

use clap::Parser;
use glassbox_engine::catalog;
use glassbox_engine::search::{FirstFinding, Options, Strategy, Verdict, check};
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

/// A subject with the operations that are counted together.
struct Row {
    package: &'static str,
    /// The bound that grows; capacities are those of the bound.
    bound: &'static str,
    checks: &'static [&'static str],
    /// Runs of a prototype in another language that also judged order and contents; for the heap those published.
    others: &'static [u64],
}

const ROWS: [Row; 5] = [
    Row { package: "stack", bound: "height", checks: &["push", "pop"], others: &[] },
    Row { package: "queue", bound: "height", checks: &["linked_enqueue", "linked_dequeue"], others: &[] },
    Row {
        package: "binary-heap",
        bound: "len",
        checks: &["insert_if_room", "extract_min"],
        others: &[4, 7, 11, 17, 24, 34, 45, 57, 70, 86, 103, 122, 142, 165],
    },
    Row {
        package: "red-black-tree",
        bound: "height",
        checks: &["get", "insert", "remove"],
        others: &[12, 48, 143, 426, 1121, 2896, 6951],
    },
    Row {
        package: "avl-tree",
        bound: "height",
        checks: &["insert", "remove"],
        others: &[8, 39, 137, 451, 1421, 4487, 14073],
    },
];

fn main() -> Result<(), String> {
    let args = Args::parse();
    let strategy = if args.values { Strategy::Values } else { Strategy::Paths };
    for row in ROWS.iter().filter(|row| args.subject.as_ref().is_none_or(|part| row.package.contains(part))) {
        for (value, index) in (1..=args.most).zip(0..) {
            let runs = run(row, value, strategy)?;
            let other = row.others.get(index).map_or(String::new(), |other| format!(", elsewhere {other}"));
            println!("{} {} {value}: {runs} runs in all{other}", row.package, row.bound);
        }
    }
    Ok(())
}

#[expect(clippy::disallowed_methods, reason = "how long it takes is part of what is printed")]
fn run(row: &Row, value: u32, strategy: Strategy) -> Result<u64, String> {
    let bytes = module(row.package, None)?;
    let bound = row.bound;
    let loaded = Arc::new(Module::load(&bytes).map_err(|error| error.to_string())?);
    let bounds = BTreeMap::from([(bound.to_owned(), value), ("capacity".to_owned(), 1)]);
    let mut runs = 0;
    for found in catalog::read(&bytes).map_err(|error| error.to_string())? {
        if !row.checks.contains(&found.path.rsplit("::").next().unwrap_or_default()) {
            continue;
        }
        let start = Instant::now();
        let mut states = states(&loaded, &found.path, &bounds, Bdd::default()).map_err(|error| error.to_string())?;
        let checked = check(&mut states, &found.path, &Options::new(strategy), &mut FirstFinding);
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
        runs += checked.runs;
    }
    Ok(runs)
}
