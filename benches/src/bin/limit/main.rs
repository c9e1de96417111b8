//! What a search would cost if it did nothing but its work: the same runs, bare, and the same sets taken away, bare.
//!
//! One process measures three things side by side. `runs` is the time of calling the check in wasmi, on the memory of each
//! state that the search picked; copying the memory there does not count. `sets` is the time of picking the least state and taking the same
//! lookalikes away, in a new diagram. `whole` is the time of a search, with its valid states. Their ratio says how much of a search is
//! overhead of ours; the phases say where it is.

mod bare;
mod cases;
mod phases;

use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

use clap::Parser;
use glassbox_engine::catalog::{self, Subject};
use glassbox_engine::result::{Bounds, SearchEnd};
use glassbox_engine::search::{Options, Strategy, check};
use glassbox_engine::states::states;
use glassbox_space::Bdd;
use glassbox_states::{exit_code, module, timed};
use glassbox_vm::module::Module;

use crate::bare::Recorded;
use crate::cases::{CASES, Case};
use crate::phases::{PHASES, Timer};

/// Compares searches with their runs and their sets alone.
#[derive(Debug, Parser)]
struct Args {
    /// Only subjects whose name contains this
    #[arg(long, value_name = "TEXT", default_value = "")]
    subject: String,
    /// No bound larger than this
    #[arg(long, value_name = "N", default_value_t = u32::MAX)]
    most: u32,
    /// The smallest bound of each subject only
    #[arg(long)]
    quick: bool,
}

fn main() -> ExitCode {
    exit_code(run(&Args::parse()))
}

/// Seconds of all checks of a case at one bound.
#[derive(Debug, Default)]
struct Costs {
    n_runs: usize,
    runs: Duration,
    sets: Duration,
    whole: Duration,
    /// Of the whole: the valid states, and then each phase.
    states: Duration,
    phases: [Duration; PHASES.len()],
}

/// Whether everything holds, and every bare run ends as it did in the search.
fn run(args: &Args) -> Result<bool, String> {
    print!("{:34} {:>8} {:>9} {:>9} {:>9} {:>6}", "subject", "runs", "bare runs", "bare sets", "whole", "ratio");
    print!(" {:>9}", "states");
    for (_, name) in PHASES {
        print!(" {name:>9}");
    }
    println!(" {:>9}", "rest");
    for case in CASES.iter().filter(|case| case.package.contains(&args.subject)) {
        let bytes = module(case.package, None)?;
        let loaded = Arc::new(Module::load(&bytes).map_err(|error| error.to_string())?);
        let subjects = catalog::read(&bytes).map_err(|error| error.to_string())?;
        let bounds = case.bounds.iter().filter(|bound| **bound <= args.most);
        for &bound in bounds.take(if args.quick { 1 } else { usize::MAX }) {
            let mut costs = Costs::default();
            for name in case.checks {
                let subject = subjects.iter().find(|subject| subject.path.rsplit("::").next() == Some(name));
                let subject = subject.ok_or_else(|| format!("{} has no check `{name}`", case.package))?;
                add(&mut costs, &bytes, &loaded, subject, &case.all_bounds(bound))?;
            }
            print(case, bound, &costs);
        }
    }
    Ok(true)
}

fn add(
    costs: &mut Costs,
    bytes: &[u8],
    module: &Arc<Module>,
    subject: &Subject,
    bounds: &Bounds,
) -> Result<(), String> {
    let ((found, searched), whole) = {
        let timer = Timer::default();
        let done = timed(|| {
            let (found, finding) = timed(|| states(module, &subject.path, bounds, Bdd::default()));
            let mut found = found.map_err(|error| error.to_string())?;
            let searched = check(&mut found, &subject.path, &Options::new(Strategy::Paths), &mut &timer);
            Ok::<_, String>((finding, searched.map_err(|error| error.to_string())?))
        });
        for (sum, spent) in costs.phases.iter_mut().zip(timer.spent()) {
            *sum += spent;
        }
        (done.0?, done.1)
    };
    if !matches!(searched.end, SearchEnd::Covered) {
        return Err(format!("{} does not hold", subject.path));
    }
    costs.states += found;
    costs.whole += whole;
    let mut recorded = Recorded::of(module, &subject.path, bounds)?;
    costs.n_runs += recorded.n_runs();
    costs.sets += recorded.take_all()?;
    costs.runs += recorded.run_all(bytes, &subject.path)?;
    Ok(())
}

fn print(case: &Case, bound: u32, costs: &Costs) {
    let Costs { n_runs, runs, sets, whole, states, phases } = costs;
    let name = format!("{}, {} {bound}", case.package, case.bound);
    let ratio = whole.as_secs_f64() / (*runs + *sets).as_secs_f64();
    print!("{name:34} {n_runs:>8}");
    for duration in [runs, sets, whole] {
        print!(" {:>9.3}", duration.as_secs_f64());
    }
    print!(" {ratio:>6.1}");
    let rest = whole.saturating_sub(*states + phases.iter().sum());
    let parts = [*states].into_iter().chain(*phases).chain([rest]);
    for duration in parts {
        print!(" {:>9.3}", duration.as_secs_f64());
    }
    println!();
}
