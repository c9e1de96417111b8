//! Growing bounds: small states first.
//!
//! All bounds on sizes grow together, from 1 to the value that was asked for. So the first counterexample is a small one,
//! found in no time, and a search that is stopped says up to which bounds it is done. Each step is a search of its own:
//! what holds at small bounds says nothing about larger ones, so only the last step decides that a check holds. Work grows
//! so fast with the bounds that all steps before the last one together hardly count.

use std::collections::BTreeMap;

use glassbox_abi::names;
use glassbox_abi::skeleton::Bound;
use glassbox_space::{BigUint, Diagram};

use super::{Checked, KeepGoing, Options, Task, Verdict, decide};
use crate::invariant::InvariantError;
use crate::states::{StatesError, bounds};

/// What was found at growing bounds.
#[derive(Clone, Debug)]
pub struct Deepened {
    /// In the order of their bounds.
    pub steps: Vec<Step>,
    /// The answer for the bounds that were asked for.
    pub verdict: Verdict,
}

/// A search at some bounds.
#[derive(Clone, Debug)]
pub struct Step {
    /// All bounds that the states depend on.
    pub bounds: BTreeMap<String, u32>,
    /// What was found.
    pub checked: Checked,
}

/// Decides a check at growing bounds, up to those of the task and its own. Stops at the first finding.
pub fn deepen<D: Diagram>(
    task: &Task<'_, D>,
    options: &Options,
    keep_going: KeepGoing<'_>,
) -> Result<Deepened, StatesError> {
    let most = bounds(task.module, task.path, task.bounds)?;
    let n_steps = most.iter().filter(|bound| grows(bound)).map(|bound| bound.value).max().unwrap_or(1).max(1);
    let mut steps = Vec::new();
    for size in 1..=n_steps {
        let bounds = bounds_of_step(task.bounds, &most, size);
        let result = decide(&Task { bounds: &bounds, ..*task }, options, keep_going);
        let (checked, goes_on) = judge_step(result, size == n_steps)?;
        steps.push(Step { bounds, checked });
        if !goes_on {
            break;
        }
    }
    let verdict = conclude(&steps);
    Ok(Deepened { steps, verdict })
}

/// Whether a bound is one on sizes: others, such as a fixed capacity, stay as they are.
fn grows(bound: &Bound) -> bool {
    names::BOUNDS.contains(&bound.name.as_str())
}

/// The bounds with none larger than `size`.
pub(crate) fn bounds_of_step(asked: &BTreeMap<String, u32>, most: &[Bound], size: u32) -> BTreeMap<String, u32> {
    let value = |bound: &Bound| if grows(bound) { bound.value.min(size) } else { bound.value };
    let mut bounds = asked.clone();
    bounds.extend(most.iter().map(|bound| (bound.name.clone(), value(bound))));
    bounds
}

/// What a step found, and whether larger bounds are worth a look.
fn judge_step(result: Result<Checked, StatesError>, is_last: bool) -> Result<(Checked, bool), StatesError> {
    match result {
        Ok(checked) => {
            // Some structures and arguments have no states below a certain size.
            let is_too_small = checked.transitions == BigUint::ZERO && !is_last;
            let goes_on = is_too_small || matches!(checked.verdict, Verdict::Holds);
            Ok((checked, goes_on))
        }
        Err(error @ (StatesError::Empty { .. } | StatesError::Plan(_))) if !is_last => {
            Ok((Checked::unknown(error.to_string()), true))
        }
        Err(StatesError::Invariant(error @ InvariantError::Interrupted)) => {
            Ok((Checked::unknown(error.to_string()), false))
        }
        Err(error @ (StatesError::OutOfMemory(_) | StatesError::Invariant(InvariantError::OutOfMemory(_)))) => {
            Ok((Checked::unknown(error.to_string()), false))
        }
        Err(error) => Err(error),
    }
}

/// The last step decides: a search ends early only if a step does not hold.
fn conclude(steps: &[Step]) -> Verdict {
    let Some((last, before)) = steps.split_last() else { return Verdict::Unknown("nothing was searched".to_owned()) };
    let Verdict::Unknown(reason) = &last.checked.verdict else { return last.checked.verdict.clone() };
    let done = before.iter().rfind(|step| matches!(step.checked.verdict, Verdict::Holds));
    let done = done.map_or("nothing is known yet".to_owned(), |step| format!("it holds up to {}", text(&step.bounds)));
    Verdict::Unknown(format!("at {}: {reason}; {done}", text(&last.bounds)))
}

/// Bounds as people say them: `height 3, len 2`.
fn text(bounds: &BTreeMap<String, u32>) -> String {
    let sizes = bounds.iter().filter(|(name, _)| names::BOUNDS.contains(&name.as_str()));
    let bounds: Vec<String> = sizes.map(|(name, value)| format!("{name} {value}")).collect();
    if bounds.is_empty() { "the only size there is".to_owned() } else { bounds.join(", ") }
}
