//! From a module to a verdict, with several workers.
//!
//! Each worker has a machine and a diagram of its own, finds the valid states for itself, and covers one part of them
//! (`part.rs`). Nothing is shared but a few numbers, so a worker's result depends on its part alone.
//!
//! **Why the result does not depend on how many there are.** The parts are intervals, and a strategy takes the least state
//! that is left. So classes are run in the order of their least states, and with one worker all that begin before the first
//! failing one are run. With several, each worker goes on until it meets a failing class or a worker on a part before its
//! own has met one. If the first one that fails works on part j, those before it have run all classes that belong to
//! them, and it has run those of its own up to the first failing one: together the same as before. What later parts did
//! is forgotten. The walk over the tree has another order; so there the search goes on after a finding.
//!
//! **Why `Holds` is certain.** Every worker covered all of its part, and the parts are all transitions. Moreover the sizes
//! of the classes, each counted where it belongs, must add up to the number of transitions.

use std::collections::BTreeMap;
use std::panic::resume_unwind;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering::Relaxed};

use glassbox_space::{Diagram, State};
use glassbox_vm::heap::Layout;
use glassbox_vm::module::Module;

use super::outcome::{End, Outcome};
use super::part::{Share, count_union};
use super::precautions::Precautions;
use super::progress::{Doing, LeftOfParts, Progress};
use super::run::Runner;
use super::{Checked, Left, Observer, Options, Strategy, name_hidden, no_check, search};
use crate::finding::FindingKind;
use crate::invariant::InvariantError;
use crate::states::{States, StatesError, states_in};

/// A check and its bounds.
pub struct Task<'a, D> {
    /// The module.
    pub module: &'a Arc<Module>,
    /// The check's path.
    pub path: &'a str,
    /// Bounds other than those that the check states.
    pub bounds: &'a BTreeMap<String, u32>,
    /// Makes a diagram, one for each worker.
    pub diagram: &'a (dyn Fn() -> D + Sync),
}

/// Is asked whether to go on, after every run and while the valid states are found: whoever knows the time decides when
/// it is enough.
pub type KeepGoing<'a> = &'a (dyn Fn(Progress<'_>) -> bool + Sync);

/// Decides a check. Stops at the first finding. If nobody wants to go on before the valid states are known, that is
/// [`InvariantError::Interrupted`].
pub fn decide<D: Diagram>(
    task: &Task<'_, D>,
    options: &Options,
    keep_going: KeepGoing<'_>,
) -> Result<Checked, StatesError> {
    let mut precautions = Precautions::default();
    let runs = AtomicU64::new(0);
    loop {
        let team = Team {
            task,
            options,
            keep_going,
            precautions,
            runs: &runs,
            left: LeftOfParts::new(options.jobs.max(1)),
            failing_part: AtomicUsize::new(usize::MAX),
            is_stopped: AtomicBool::new(false),
        };
        let outcome = team.search()?;
        if outcome.end != End::Careless {
            return Ok(outcome.conclude());
        }
        precautions = outcome.precautions;
    }
}

/// What all workers know.
struct Team<'a, D> {
    task: &'a Task<'a, D>,
    options: &'a Options,
    keep_going: KeepGoing<'a>,
    precautions: Precautions,
    runs: &'a AtomicU64,
    /// What is left in each part, as far as somebody asked.
    left: LeftOfParts,
    /// The first part in which something failed.
    failing_part: AtomicUsize,
    /// Somebody wanted to stop.
    is_stopped: AtomicBool,
}

impl<D: Diagram> Team<'_, D> {
    fn search(&self) -> Result<Outcome, StatesError> {
        let jobs = self.options.jobs.max(1);
        if jobs == 1 {
            return self.work(Share::WHOLE);
        }
        let results: Vec<_> = std::thread::scope(|scope| {
            let workers = (0..jobs).map(|index| scope.spawn(move || self.work(Share { index, of: jobs })));
            let workers: Vec<_> = workers.collect();
            workers.into_iter().map(|worker| worker.join().unwrap_or_else(|panic| resume_unwind(panic))).collect()
        });
        let n_results = results.len();
        // Who was stopped before it knew its part has nothing to say, unless nobody has.
        let is_interrupted =
            |result: &Result<_, _>| matches!(result, Err(StatesError::Invariant(InvariantError::Interrupted)));
        let known = results.into_iter().filter(|result| !is_interrupted(result));
        let parts: Vec<Outcome> = known.collect::<Result<_, _>>()?;
        if parts.is_empty() {
            return Err(InvariantError::Interrupted.into());
        }
        let is_partial = parts.len() < n_results;
        let mut outcome = self.merge(parts)?;
        if is_partial && outcome.end == End::Complete {
            outcome.end = End::Stopped;
        }
        Ok(outcome)
    }

    /// Covers a share of the states.
    fn work(&self, share: Share) -> Result<Outcome, StatesError> {
        let (mut states, runner) = match self.prepare()? {
            Ok(ready) => ready,
            Err(reason) => return Ok(Outcome::nothing(reason)),
        };
        let mut worker = Worker { team: self, part: share.index };
        let outcome = search(&mut states, &runner, self.options, share, self.precautions.clone(), &mut worker)?;
        if outcome.end == End::Complete {
            self.left.nothing(share.index);
        }
        Ok(if share.of == 1 { name_hidden(outcome, &mut states, &runner) } else { outcome })
    }

    /// The states, in two layouts if there are audits; or why there is nothing to search.
    fn prepare(&self) -> Result<Result<(States<D>, Runner), String>, StatesError> {
        let Task { module, path, bounds, diagram } = *self.task;
        let mut states = states_in(Layout::Upward, module, path, bounds, diagram(), &|| self.goes_on_preparing())?;
        if self.options.audit.is_some() {
            let other = states_in(Layout::Downward, module, path, bounds, diagram(), &|| self.goes_on_preparing())?;
            states.other_layout = Some(Box::new(other));
        }
        let runner = Runner::new(&mut states, path, self.options)?;
        Ok(runner.map(|runner| (states, runner)).ok_or_else(|| no_check(path)))
    }

    /// The states once more; none if nobody wants to wait for them.
    fn prepare_again(&self) -> Result<Option<(States<D>, Runner)>, StatesError> {
        match self.prepare() {
            Err(StatesError::Invariant(InvariantError::Interrupted)) => Ok(None),
            result => result.map(Result::ok),
        }
    }

    fn goes_on_preparing(&self) -> bool {
        let progress = Progress::new(self.task.bounds, Doing::FindingStates, self.runs.load(Relaxed), &|| None);
        if !(self.keep_going)(progress) {
            self.is_stopped.store(true, Relaxed);
        }
        !self.is_stopped.load(Relaxed)
    }

    fn merge(&self, parts: Vec<Outcome>) -> Result<Outcome, StatesError> {
        let covered = if self.is_stopped.load(Relaxed) {
            let saved = parts.iter().filter_map(|part| part.covered_here.as_ref());
            Some(count_union((self.task.diagram)(), saved)?)
        } else {
            None
        };
        let mut outcome = Outcome::merge(parts, in_order(self.options.strategy));
        if let Some(covered) = covered.filter(|_| outcome.finding.is_none()) {
            // Classes that belong to others cover something as well.
            outcome.covered = covered;
        }
        if outcome.is_uneven && !self.is_stopped.load(Relaxed) {
            outcome.end = End::Careless;
            return Ok(outcome);
        }
        if outcome.traffic.hidden().is_some()
            && let Some((mut states, runner)) = self.prepare_again()?
        {
            outcome = name_hidden(outcome, &mut states, &runner);
        }
        Ok(outcome)
    }
}

/// Whether a strategy comes to classes in the order of their least states.
fn in_order(strategy: Strategy) -> bool {
    strategy != Strategy::Tree
}

/// Watches the runs of one part.
struct Worker<'a, 'b, D> {
    team: &'a Team<'b, D>,
    part: usize,
}

impl<D: Diagram> Observer<D> for Worker<'_, '_, D> {
    fn after_run(&mut self, _: &States<D>, _: &State, finding: Option<&FindingKind>, _: &D::Set) -> bool {
        let team = self.team;
        if finding.is_some() && in_order(team.options.strategy) {
            team.failing_part.fetch_min(self.part, Relaxed);
        }
        team.failing_part.load(Relaxed) > self.part
    }

    fn goes_on(&mut self, left: &Left<'_>) -> bool {
        let team = self.team;
        let runs = team.runs.fetch_add(1, Relaxed) + 1;
        team.left.after_run(self.part, left);
        let coverage = || team.left.coverage(self.part, left);
        if !(team.keep_going)(Progress::new(team.task.bounds, Doing::Searching, runs, &coverage)) {
            team.is_stopped.store(true, Relaxed);
        }
        !team.is_stopped.load(Relaxed)
    }

    fn begins_anew(&mut self) {
        self.team.left.forget(self.part);
    }
}
