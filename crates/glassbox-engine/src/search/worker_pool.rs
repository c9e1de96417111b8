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
use super::cover::{Share, merged, name_hidden, no_check, search};
use super::keeping::{Keeping, Portion, Saver, Shard, SpareMachines, shard_name};
use super::left_of_parts::LeftOfParts;
use super::options::Options;
use super::part::unite;
use super::part_result::{PartEnd, PartResult};
use super::precautions::Precautions;
use super::run::Runner;
use super::saved::Saved;
use super::searched::Searched;
use crate::observer::{Event, Observer, Phase, Phases, Progress, SharedObserver};
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
    search_with(task, options, Keeping::default(), &SharedObserver::new(observer))
}

/// [`search_at`] with an observer that is shared, and perhaps only a part of the transitions.
pub(crate) fn search_with<D: Diagram>(
    task: &Task<'_, D>,
    options: &Options,
    keeping: Keeping<'_>,
    observer: &SharedObserver<'_>,
) -> Result<Searched, StatesError> {
    let mut precautions = Precautions::default();
    let (runs, states_found) = (AtomicU64::new(0), Once::new());
    observer.tell(&Event::StepStarted { bounds: task.bounds });
    loop {
        let pool = WorkerPool {
            task,
            options,
            keeping,
            observer,
            precautions,
            runs: &runs,
            states_found: &states_found,
            left: LeftOfParts::new(options.jobs.max(1)),
            failing_part: AtomicUsize::new(usize::MAX),
        };
        let result = pool.search_portion()?;
        if result.end != PartEnd::Careless {
            return Ok(result.conclude(keeping.portion.shard(), observer.cause()));
        }
        precautions = result.precautions;
    }
}

/// State that all workers share.
struct WorkerPool<'a, 'o, D> {
    task: &'a Task<'a, D>,
    options: &'a Options,
    keeping: Keeping<'a>,
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
    fn search_portion(&self) -> Result<PartResult, StatesError> {
        if let Portion::Merged { of } = self.keeping.portion
            && let Some(merged) = self.put_together(of)?
        {
            return Ok(merged);
        }
        let result = self.search()?;
        if let (Portion::Shard(shard), Some(store)) = (self.keeping.portion, self.keeping.shards)
            && result.end != PartEnd::Careless
            && let Some(saved) = Saved::of(&result)
        {
            store.put(&shard_name(self.task.bounds, shard), &saved);
        }
        Ok(result)
    }

    /// The search that shards have made. None if it has to be made here, because some shards needed precautions that others did not take,
    /// or changed memory outside the structures.
    fn put_together(&self, of: usize) -> Result<Option<PartResult>, StatesError> {
        let (mut states, runner) = match self.prepare()? {
            Ok(ready) => ready,
            Err(reason) => return Ok(Some(PartResult::nothing(reason))),
        };
        let shards = (0..of).map(|index| {
            let name = shard_name(self.task.bounds, Shard { index, of });
            self.keeping.shards.and_then(|store| store.get(&name))
        });
        let Some(parts) = shards.collect::<Option<Vec<Saved>>>() else { return Ok(None) };
        let is_in_order = self.options.strategy.is_in_order();
        let Some(saved) = Saved::join(&states.space, parts, is_in_order)? else { return Ok(None) };
        let mut observer = Worker { pool: self, part: 0 };
        let result = merged(&mut states, &runner, self.options, saved, &mut observer)?;
        Ok(Some(PartResult { is_continued: false, ..result }))
    }

    fn search(&self) -> Result<PartResult, StatesError> {
        let jobs = self.options.jobs.max(1);
        let savers: Vec<Option<Saver<'_, '_>>> = (0..jobs)
            .map(|index| {
                let (shard, worker) = (self.keeping.portion.shard(), Shard { index, of: jobs });
                let name = format!("{} worker {worker}", shard_name(self.task.bounds, shard));
                Some(Saver::new(self.keeping.unfinished?, name, self.observer))
            })
            .collect();
        let result = self.search_in_threads(&savers)?;
        if !self.is_stopped() {
            savers.iter().flatten().for_each(Saver::forget::<Saved>);
        }
        Ok(result)
    }

    fn search_in_threads(&self, savers: &[Option<Saver<'_, '_>>]) -> Result<PartResult, StatesError> {
        let jobs = savers.len();
        if let [saver] = savers {
            return self.work(Shard::WHOLE, saver.as_ref());
        }
        let results: Vec<_> = std::thread::scope(|scope| {
            let workers = savers
                .iter()
                .enumerate()
                .map(|(index, saver)| scope.spawn(move || self.work(Shard { index, of: jobs }, saver.as_ref())));
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
    fn work(&self, worker: Shard, saver: Option<&Saver<'_, '_>>) -> Result<PartResult, StatesError> {
        let found = self.observer.phases(worker.index).during(Phase::FindingStates, || self.prepare())?;
        let (mut states, runner) = match found {
            Ok(ready) => ready,
            Err(reason) => return Ok(PartResult::nothing(reason)),
        };
        if let Some(spare) = self.keeping.machines.and_then(SpareMachines::take) {
            states.layouts = spare;
        }
        let mut observer = Worker { pool: self, part: worker.index };
        let (shard, precautions) = (self.keeping.portion.shard(), self.precautions.clone());
        let own = Share { shard, worker, precautions, saver };
        let result = search(&mut states, &runner, self.options, own, &mut observer)?;
        if result.end == PartEnd::Complete {
            self.left.nothing(worker.index);
        }
        let result = if worker.is_whole() { name_hidden(result, &mut states, &runner) } else { result };
        if let Some(spare) = self.keeping.machines {
            spare.put(states.layouts);
        }
        Ok(result)
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
        let is_shard = !self.keeping.portion.shard().is_whole();
        let covered = if self.is_stopped() || is_shard {
            let is_in_order = self.options.strategy.is_in_order();
            let first_failing = parts.iter().position(|part| is_in_order && part.failing.is_some());
            let counting = parts.iter().take(first_failing.map_or(parts.len(), |at| at + 1));
            let saved = counting.filter_map(|part| part.covered_here.as_ref());
            Some(unite((self.task.diagram)(), saved)?)
        } else {
            None
        };
        let mut result = PartResult::merge(parts, self.options.strategy.is_in_order());
        if let Some((n_covered, covered)) = covered {
            if self.is_stopped() && result.failure.is_none() {
                // Classes that belong to other parts cover states as well.
                result.covered = n_covered;
            }
            result.covered_here = covered;
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
        if fails && pool.options.strategy.is_in_order() {
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

    fn phases(&self) -> Phases<'_> {
        self.pool.observer.phases(self.part)
    }

    fn begins_again(&mut self) {
        self.pool.left.forget(self.part);
    }
}
