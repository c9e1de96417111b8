//! The loop: every valid state, every argument, with as few runs as possible.
//!
//! Pick a state that is still to check, run the check on it, judge the outcome, and take away all states that would have
//! gone the same way. Glass-box model checking (Darga and Boyapati 2006); where they take away the states with the same
//! values of all fields that were looked at, we take away those with the same answers to all questions, which are more.
//!
//! | file | holds |
//! |---|---|
//! | `walk.rs` | the loop itself |
//! | `run.rs` | one run, judged |
//! | `strategy.rs` | what a strategy has to do: which states a run covers, and which one is next |
//! | `paths.rs`, `values.rs`, `off.rs`, `tree.rs` | the strategies |
//! | `remaining.rs` | what is still to check as one set; all strategies but `tree` use it |
//! | `smallest.rs` | from the lookalikes of a failing run to the smallest failing state |
//! | `outcome.rs` | what a search brings back, and the verdict that follows |
//! | `decide.rs`, `part.rs` | several workers, each with a part of the states |
//! | `precautions.rs` | what makes a search begin anew |
//! | `deepen.rs` | growing bounds |
//! | `progress.rs` | how far a search is, for whoever watches |
//! | `replay.rs` | one state once more |
//! | `options.rs`, `verdict.rs`, `observer.rs` | what goes in, and what comes out |
//!
//! **Why `Holds` is certain.** A strategy chooses, it never judges, and it cannot declare success: the only way to `Holds`
//! is that the loop ends because nothing is left. The sets that runs cover are disjoint, so their sizes add up to the
//! number of all transitions exactly. Adding up would mean to count each set, which costs more than the runs themselves.
//! So for every run it is asked whether all states that it covers were still left, and each is taken away once: since
//! nothing is left at the end, the sets are a partition of all transitions, and their sizes add up. If one state would be
//! covered twice, the verdict is `Unknown`, and names the run.

mod decide;
mod deepen;
mod observer;
mod off;
mod options;
mod outcome;
mod part;
mod paths;
mod precautions;
mod progress;
mod remaining;
mod replay;
mod run;
mod smallest;
mod steps;
mod strategy;
mod tree;
mod values;
mod verdict;
mod walk;

pub use decide::{KeepGoing, Task, decide};
pub(crate) use deepen::bounds_of_step;
pub use deepen::{Deepened, Step, deepen};
pub use observer::{FirstFinding, Left, Observer};
pub(crate) use options::FUEL;
pub use options::{Options, Strategy};
pub use progress::{Coverage, Doing, Progress};
pub use replay::{Detail, ReplayError, Replayed, replay};
pub use steps::RunStep;
pub use verdict::{Checked, Verdict};

use glassbox_space::{Diagram, OutOfMemory};

use crate::audit::compare_layouts;
use crate::hidden::HiddenState;
use crate::judge::unsupported;
use crate::states::States;
use outcome::{End, Outcome};
use part::{Part, Share};
use precautions::Precautions;
use run::Runner;
use walk::walk;

/// Decides a check whose states are known, in this thread. Goes on for as long as the observer wants to.
pub fn check<D: Diagram>(
    states: &mut States<D>,
    path: &str,
    options: &Options,
    observer: &mut impl Observer<D>,
) -> Result<Checked, OutOfMemory> {
    let Some(runner) = Runner::new(states, path, options)? else { return Ok(Checked::unknown(no_check(path))) };
    let outcome = search(states, &runner, options, Share::WHOLE, Precautions::default(), observer)?;
    Ok(name_hidden(outcome, states, &runner).conclude())
}

fn no_check(path: &str) -> String {
    format!("the module has no check `{path}`")
}

/// Covers a share of all transitions.
fn search<D: Diagram>(
    states: &mut States<D>,
    runner: &Runner,
    options: &Options,
    share: Share,
    mut precautions: Precautions,
    observer: &mut impl Observer<D>,
) -> Result<Outcome, OutOfMemory> {
    if let Some(reason) = unsupported(states.skeleton.record()) {
        return Ok(Outcome::nothing(reason));
    }
    let all = states.transitions()?;
    if states.space.is_empty(&all) {
        let reason = "there is nothing to check: no valid state, or an argument without values";
        return Ok(Outcome::nothing(reason.to_owned()));
    }
    if let Err(disagreement) = compare_layouts(states)? {
        return Ok(Outcome { disagreement: Some(disagreement), ..Outcome::new(states.space.count(&all)) });
    }
    let part = Part::new(&states.space, all, share)?;
    loop {
        precautions.take(states);
        let outcome = walk(states, runner, &part, options, precautions, observer)?;
        if outcome.end != End::Careless {
            return Ok(outcome);
        }
        precautions = outcome.precautions;
        observer.begins_anew();
    }
}

/// If runs leave something to each other: what it is, and who writes it.
fn name_hidden<D: Diagram>(mut outcome: Outcome, states: &mut States<D>, runner: &Runner) -> Outcome {
    if let Some((range, state)) = outcome.traffic.hidden() {
        let trace = if range.is_empty() { Vec::new() } else { runner.trace_write(states, &state, range.start) };
        outcome.hidden = Some(HiddenState::new(states.guest.machine.module(), range, trace));
    }
    outcome
}
