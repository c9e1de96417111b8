//! A search at some bounds, with several workers.
//!
//! Each worker has its own machine and diagram, computes the valid states for itself, and covers one part of them
//! (`part.rs`). Workers share only a few numbers, so a worker's result depends on its part alone.
//!
//! **Why the result does not depend on the number of workers.** The parts are intervals, and a strategy takes the least
//! state that is left. So classes are run in the order of their least states, and one worker runs all classes up to the
//! first failing one. With several, each worker goes on until it meets a failing class, or a worker on an earlier part
//! has met one. If the first part with a failing class is part j, the workers on the parts before it have run all
//! classes that belong to these, and the worker on part j has run its own classes up to the first failing one: together
//! the same classes as one worker. Results of later parts are dropped. The strategy `tree` has another order, so there
//! the search goes on after a finding.
//!
//! **Why `Covered` is certain.** Every worker covered all of its part, and the parts are all transitions. Moreover the sizes
//! of the classes, each counted where it belongs, must add up to the number of transitions.

use std::panic::resume_unwind;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, Once};

use glassbox_space::{BigUint, Diagram, State};
use glassbox_vm::heap::Layout;
use glassbox_vm::module::Module;

use super::class_observer::{ClassObserver, Left};
use super::cover::{name_hidden, no_check, search};
use super::left_of_parts::LeftOfParts;
use super::options::{Options, Strategy};
use super::part::{PartIndex, count_union};
use super::part_result::{PartEnd, PartResult};
use super::precautions::Precautions;
use super::run::Runner;
use super::searched::Searched;
use crate::observer::{Event, Observer, Progress, SharedObserver};
use crate::result::{Bounds, Finding, InvariantError, Reason, StatesError};
use crate::states::{States, states_from};

/// A check and its bounds.
pub struct Task<'a, D> {
    /// The module.
    pub module: &'a Arc<Module>,
    /// The check's path.
    pub path: &'a str,
    /// Bounds that override those in the check's attribute.
    pub bounds: &'a Bounds,
    /// Makes a diagram, one for each worker.
    pub diagram: &'a (dyn Fn() -> D + Sync),
}

/// Searches at the bounds of a task. Stops at the first finding. If the observer stops it before the valid states are
/// computed, the error is [`InvariantError::Interrupted`].
pub fn search_at<D: Diagram>(
    task: &Task<'_, D>,
    options: &Options,
    observer: &mut dyn Observer,
) -> Result<Searched, StatesError> {
    search_with(task, options, &SharedObserver::new(observer))
}

/// [`search_at`] with an observer that is shared.
pub(super) fn search_with<D: Diagram>(
    task: &Task<'_, D>,
    options: &Options,
    observer: &SharedObserver<'_>,
) -> Result<Searched, StatesError> {
    let mut precautions = Precautions::default();
    let (runs, states_found) = (AtomicU64::new(0), Once::new());
    observer.tell(&Event::StepStarted { bounds: task.bounds });
    loop {
        let pool = WorkerPool {
            task,
            options,
            observer,
            precautions,
            runs: &runs,
            states_found: &states_found,
            left: LeftOfParts::new(options.jobs.max(1)),
            failing_part: AtomicUsize::new(usize::MAX),
        };
        let result = pool.search()?;
        if result.end != PartEnd::Careless {
            return Ok(result.conclude(observer.cause()));
        }
        precautions = result.precautions;
    }
}

/// State that all workers share.
struct WorkerPool<'a, 'o, D> {
    task: &'a Task<'a, D>,
    options: &'a Options,
    observer: &'a SharedObserver<'o>,
    precautions: Precautions,
    runs: &'a AtomicU64,
    /// Completed when the observer has received the number of transitions.
    states_found: &'a Once,
    /// Transitions left in each part, as far as counted.
    left: LeftOfParts,
    /// The first part with a failing class.
    failing_part: AtomicUsize,
}

impl<D: Diagram> WorkerPool<'_, '_, D> {
    fn search(&self) -> Result<PartResult, StatesError> {
        let jobs = self.options.jobs.max(1);
        if jobs == 1 {
            return self.work(PartIndex::WHOLE);
        }
        let results: Vec<_> = std::thread::scope(|scope| {
            let workers = (0..jobs).map(|index| scope.spawn(move || self.work(PartIndex { index, of: jobs })));
            let workers: Vec<_> = workers.collect();
            workers.into_iter().map(|worker| worker.join().unwrap_or_else(|panic| resume_unwind(panic))).collect()
        });
        let n_results = results.len();
        // A worker that was stopped before it knew its part has no result. That is an error only if no worker has one.
        let is_interrupted = |result: &Result<_, StatesError>| result.as_ref().is_err_and(StatesError::is_interrupted);
        let known = results.into_iter().filter(|result| !is_interrupted(result));
        let parts: Vec<PartResult> = known.collect::<Result<_, _>>()?;
        if parts.is_empty() {
            return Err(InvariantError::Interrupted.into());
        }
        let is_partial = parts.len() < n_results;
        let mut result = self.merge(parts)?;
        if is_partial && result.end == PartEnd::Complete {
            result.end = PartEnd::Stopped;
        }
        Ok(result)
    }

    /// Covers one part of the states.
    fn work(&self, part: PartIndex) -> Result<PartResult, StatesError> {
        let (mut states, runner) = match self.prepare()? {
            Ok(ready) => ready,
            Err(reason) => return Ok(PartResult::nothing(reason)),
        };
        let mut worker = Worker { pool: self, part: part.index };
        let result = search(&mut states, &runner, self.options, part, self.precautions.clone(), &mut worker)?;
        if result.end == PartEnd::Complete {
            self.left.nothing(part.index);
        }
        Ok(if part.of == 1 { name_hidden(result, &mut states, &runner) } else { result })
    }

    /// The states, in two layouts if there are audits; or the reason why there is nothing to search.
    fn prepare(&self) -> Result<Result<(States<D>, Runner), Reason>, StatesError> {
        let Task { module, path, bounds, diagram } = *self.task;
        let find = |layout| {
            states_from(&self.options.start, layout, module, path, bounds, diagram(), &|| self.observer.goes_on())
        };
        let mut states = find(Layout::Upward)?;
        if self.options.audit.is_some() {
            states.other_layout = Some(Box::new(find(Layout::Downward)?));
        }
        let runner = Runner::new(&mut states, path, self.options)?;
        Ok(runner.map(|runner| (states, runner)).ok_or_else(|| no_check(path)))
    }

    /// The states, computed again; none if the search was stopped meanwhile.
    fn prepare_again(&self) -> Result<Option<(States<D>, Runner)>, StatesError> {
        match self.prepare() {
            Err(error) if error.is_interrupted() => Ok(None),
            result => result.map(Result::ok),
        }
    }

    fn merge(&self, parts: Vec<PartResult>) -> Result<PartResult, StatesError> {
        let covered = if self.is_stopped() {
            let saved = parts.iter().filter_map(|part| part.covered_here.as_ref());
            Some(count_union((self.task.diagram)(), saved)?)
        } else {
            None
        };
        let mut result = PartResult::merge(parts, in_order(self.options.strategy));
        if let Some(covered) = covered.filter(|_| result.failure.is_none()) {
            // Classes that belong to other parts cover states as well.
            result.covered = covered;
        }
        if result.is_uneven && !self.is_stopped() {
            result.end = PartEnd::Careless;
            return Ok(result);
        }
        if result.traffic.hidden().is_some()
            && let Some((mut states, runner)) = self.prepare_again()?
        {
            result = name_hidden(result, &mut states, &runner);
        }
        Ok(result)
    }

    fn is_stopped(&self) -> bool {
        self.observer.cause().is_some()
    }
}

/// Whether a strategy runs classes in the order of their least states.
fn in_order(strategy: Strategy) -> bool {
    strategy != Strategy::Tree
}

/// Observes the runs of one part.
struct Worker<'a, 'b, 'o, D> {
    pool: &'a WorkerPool<'b, 'o, D>,
    part: usize,
}

impl<D: Diagram> ClassObserver<D> for Worker<'_, '_, '_, D> {
    fn begins(&mut self, transitions: &BigUint) {
        // The first worker sends the event and the others wait, so it precedes all runs.
        let pool = self.pool;
        let event = Event::StatesFound { bounds: pool.task.bounds, transitions };
        pool.states_found.call_once(|| pool.observer.tell(&event));
    }

    fn after_run(&mut self, _: &States<D>, _: &State, finding: Option<&Finding>, _: &D::Set) -> bool {
        let pool = self.pool;
        let fails = finding.is_some_and(|finding| finding.undecided().is_none());
        pool.observer.tell(&Event::RunFinished { fails });
        if fails && in_order(pool.options.strategy) {
            pool.failing_part.fetch_min(self.part, Relaxed);
        }
        pool.failing_part.load(Relaxed) > self.part
    }

    fn goes_on(&mut self, left: &Left<'_>) -> bool {
        let pool = self.pool;
        let runs = pool.runs.fetch_add(1, Relaxed) + 1;
        pool.left.after_run(self.part, left);
        let share = || pool.left.share(self.part, left);
        pool.observer.tell(&Event::ClassCovered { runs, progress: &Progress::new(&share) });
        pool.observer.goes_on()
    }

    fn begins_again(&mut self) {
        self.pool.left.forget(self.part);
    }
}
