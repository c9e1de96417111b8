//! Growing bounds: small states first.
//!
//! All bounds on sizes grow together, from 1 to the requested value. So the first counterexample is small and found
//! quickly, and a search that is stopped can say up to which bounds it is done. Each step is a search of its own: a
//! result at small bounds says nothing about larger ones, so only the last step decides that a check holds. Work grows
//! so fast with the bounds that the time of all earlier steps together is negligible.

use glassbox_space::{BigUint, Diagram};
use glassbox_vm::module::Module;

use super::keeping::Keeping;
use super::options::Options;
use super::searched::Searched;
use super::worker_pool::{Task, search_with};
use crate::observer::{Event, Observer, Phase, SharedObserver};
use crate::result::{Bounds, Mistake, Reason, SearchEnd, StatesError, StopCause, StoppedAt, is_size};
use crate::states::bounds;
use crate::user_function::states_undecided;

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
    deepen_with(task, options, Keeping::default(), &SharedObserver::new(observer))
}

/// [`deepen`] with an observer that is shared, and perhaps only a part of the transitions.
pub(crate) fn deepen_with<D: Diagram>(
    task: &Task<'_, D>,
    options: &Options,
    keeping: Keeping<'_>,
    observer: &SharedObserver<'_>,
) -> Result<Deepened, StatesError> {
    let most = match observer.phases(0).during(Phase::Planning, || most(task)) {
        Ok(most) => most,
        Err(error) => match states_undecided(task.module, &error) {
            Some(reason) => return Ok(Deepened { steps: Vec::new(), end: reason.into() }),
            None => return Err(error),
        },
    };
    let n_steps = most.sizes().map(|(_, value)| value).max().unwrap_or(1).max(1);
    let mut steps = Vec::new();
    for size in 1..=n_steps {
        let bounds = most.clamped(size);
        let result = search_with(&Task { bounds: &bounds, ..*task }, options, keeping, observer);
        let (searched, goes_on) = judge_step(task.module, result, size == n_steps, observer.cause())?;
        let is_covered = searched.end == SearchEnd::Covered;
        observer.tell(&Event::Deepened { bounds: &bounds, runs: searched.runs, is_covered });
        steps.push(Step { bounds, searched });
        if !goes_on {
            break;
        }
    }
    let end = steps.last().map(|step| step.searched.end.clone());
    Ok(Deepened { end: end.unwrap_or_else(|| Reason::from(Mistake::NothingSearched).into()), steps })
}

/// All bounds that the states depend on, as the task wants them.
fn most<D: Diagram>(task: &Task<'_, D>) -> Result<Bounds, StatesError> {
    let known = match bounds(task.module, task.path, task.bounds) {
        // The names are known from smaller states. The search finds out how far it gets.
        Err(error) if states_undecided(task.module, &error).is_some() => {
            bounds(task.module, task.path, &task.bounds.clamped(1)).map(|known| known.overridden_by(task.bounds))
        }
        known => known,
    }?;
    // A size that the states do not have limits nothing, so the verdict must not name it.
    let asked: Bounds = task.bounds.iter().filter(|(name, _)| !is_size(name) || known.get(name).is_some()).collect();
    Ok(asked.overridden_by(&known))
}

impl Deepened {
    /// The largest bounds at which everything is covered and nothing fails, if any.
    pub fn holds_up_to(&self) -> Option<&Bounds> {
        let done = self.steps.iter().rfind(|step| step.searched.end == SearchEnd::Covered);
        done.map(|step| &step.bounds)
    }
}

/// Whether all that is known against a check is that it leaves the states that are checked, or that this is a shard.
fn is_clean(end: &SearchEnd) -> bool {
    let is_clean = |reason: &Reason| matches!(reason, Reason::Leaves(_) | Reason::OnlyAShard { .. });
    match end {
        SearchEnd::Undecided(reasons) => reasons.iter().all(is_clean),
        SearchEnd::Covered | SearchEnd::Failed(_) => false,
    }
}

/// How a step ended, and whether to search at larger bounds.
fn judge_step(
    module: &Module,
    result: Result<Searched, StatesError>,
    is_last: bool,
    cause: Option<StopCause>,
) -> Result<(Searched, bool), StatesError> {
    let undecided = result.as_ref().err().and_then(|error| states_undecided(module, error));
    if let Some(reason) = undecided {
        return Ok((Searched::undecided(reason), false));
    }
    match result {
        Ok(searched) => {
            // Some structures and arguments have no states below a certain size.
            let is_too_small = searched.transitions == BigUint::ZERO && !is_last;
            // A value that leaves the states at small bounds leaves them at large ones, where something may even fail.
            let goes_on = is_too_small || searched.end == SearchEnd::Covered || is_clean(&searched.end);
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
