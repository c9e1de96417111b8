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
//! | `options.rs`, `verdict.rs`, `observer.rs` | what goes in, and what comes out |
//!
//! **Why `Holds` is certain.** A strategy chooses, it never judges, and it cannot declare success: the only way to `Holds`
//! is that the loop ends because nothing is left. The sets that runs cover are disjoint, so their sizes add up to the
//! number of all transitions exactly. Adding up would mean to count each set, which costs more than the runs themselves.
//! So for every run it is asked whether all states that it covers were still left, and each is taken away once: since
//! nothing is left at the end, the sets are a partition of all transitions, and their sizes add up. If one state would be
//! covered twice, the verdict is `Unknown`, and names the run.

mod observer;
mod off;
mod options;
mod paths;
mod remaining;
mod run;
mod smallest;
mod strategy;
mod tree;
mod values;
mod verdict;
mod walk;

pub use observer::{FirstFinding, Observer};
pub use options::{Options, Strategy};
pub use verdict::{Checked, Verdict};

use glassbox_space::{Diagram, OutOfMemory};

use crate::judge::unsupported;
use crate::states::States;
use run::Runner;
use walk::{Part, walk};

/// Decides a check whose states are known.
pub fn check<D: Diagram>(
    states: &mut States<D>,
    path: &str,
    options: &Options,
    observer: &mut impl Observer<D>,
) -> Result<Checked, OutOfMemory> {
    if let Some(reason) = unsupported(states.skeleton.record()) {
        return Ok(Checked::unknown(reason));
    }
    let Some(runner) = Runner::new(states, path, options)? else {
        return Ok(Checked::unknown(format!("the module has no check `{path}`")));
    };
    let all = states.transitions()?;
    if states.space.is_empty(&all) {
        return Ok(Checked::unknown(
            "there is nothing to check: no valid state, or an argument without values".to_owned(),
        ));
    }
    let walked = walk(states, &runner, &Part::whole(all), options.strategy, observer)?;
    walked.conclude(states, &runner)
}
