//! Growing bounds: small states first.
//!
//! All bounds on sizes grow together, from 1 to the requested value. So the first counterexample is small and found
//! quickly, and a search that is stopped can say up to which bounds it is done. Each step is a search of its own: a
//! result at small bounds says nothing about larger ones, so only the last step decides that a check holds. Work grows
//! so fast with the bounds that the time of all earlier steps together is negligible.

use glassbox_space::{BigUint, Diagram};

use super::options::Options;
use super::searched::Searched;
use super::worker_pool::{Task, search_with};
use crate::observer::{Event, Observer, SharedObserver};
use crate::result::{Bounds, Mistake, Reason, SearchEnd, StatesError, StopCause, StoppedAt};
use crate::states::bounds;

/// The result of a search at growing bounds.
#[derive(Clone, Debug)]
pub struct Deepened {
    /// The searches, in the order of their bounds.
    pub steps: Vec<Step>,
    /// How the last search ended. It is at the requested bounds, unless an earlier search ended with a finding or
    /// undecided.
    pub end: SearchEnd,
}

/// A search at some bounds.
#[derive(Clone, Debug)]
pub struct Step {
    /// All bounds that the states depend on.
    pub bounds: Bounds,
    /// The result.
    pub searched: Searched,
}

/// Searches at growing bounds, up to those of the task, or else of the check. Stops at the first finding.
pub fn deepen<D: Diagram>(
    task: &Task<'_, D>,
    options: &Options,
    observer: &mut dyn Observer,
) -> Result<Deepened, StatesError> {
    deepen_with(task, options, &SharedObserver::new(observer))
}

/// [`deepen`] with an observer that is shared.
pub(crate) fn deepen_with<D: Diagram>(
    task: &Task<'_, D>,
    options: &Options,
    observer: &SharedObserver<'_>,
) -> Result<Deepened, StatesError> {
    let most = task.bounds.clone().overridden_by(&bounds(task.module, task.path, task.bounds)?);
    let n_steps = most.sizes().map(|(_, value)| value).max().unwrap_or(1).max(1);
    let mut steps = Vec::new();
    for size in 1..=n_steps {
        let bounds = most.clamped(size);
        let result = search_with(&Task { bounds: &bounds, ..*task }, options, observer);
        let (searched, goes_on) = judge_step(result, size == n_steps, observer.cause())?;
        observer.tell(&Event::Deepened { bounds: &bounds, runs: searched.runs });
        steps.push(Step { bounds, searched });
        if !goes_on {
            break;
        }
    }
    let end = steps.last().map(|step| step.searched.end.clone());
    Ok(Deepened { end: end.unwrap_or_else(|| Reason::from(Mistake::NothingSearched).into()), steps })
}

impl Deepened {
    /// The largest bounds at which everything is covered and nothing fails, if any.
    pub fn holds_up_to(&self) -> Option<&Bounds> {
        let done = self.steps.iter().rfind(|step| step.searched.end == SearchEnd::Covered);
        done.map(|step| &step.bounds)
    }
}

/// Whether all that is known against a check is that it leaves the states that are checked.
fn only_leaves(end: &SearchEnd) -> bool {
    match end {
        SearchEnd::Undecided(reasons) => reasons.iter().all(|reason| matches!(reason, Reason::Leaves(_))),
        SearchEnd::Covered | SearchEnd::Failed(_) => false,
    }
}

/// How a step ended, and whether to search at larger bounds.
fn judge_step(
    result: Result<Searched, StatesError>,
    is_last: bool,
    cause: Option<StopCause>,
) -> Result<(Searched, bool), StatesError> {
    match result {
        Ok(searched) => {
            // Some structures and arguments have no states below a certain size.
            let is_too_small = searched.transitions == BigUint::ZERO && !is_last;
            // A value that leaves the states at small bounds leaves them at large ones, where something may even fail.
            let goes_on = is_too_small || searched.end == SearchEnd::Covered || only_leaves(&searched.end);
            Ok((searched, goes_on))
        }
        Err(StatesError::Empty { .. } | StatesError::Plan(_)) if !is_last => {
            Ok((Searched::undecided(Reason::NothingToCheck), true))
        }
        Err(error) if error.is_interrupted() => {
            let reason = Reason::Stopped { at: StoppedAt::FindingStates, cause };
            Ok((Searched::undecided(reason), false))
        }
        Err(error) if error.is_out_of_memory() => Ok((Searched::undecided(Reason::OutOfMemory), false)),
        Err(error) => Err(error),
    }
}
