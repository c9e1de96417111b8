//! A search in one thread, which restarts if a run shows that it needs precautions.

use glassbox_space::{Diagram, OutOfMemory};

use super::class_observer::ClassObserver;
use super::keeping::{Saver, Shard};
use super::options::Options;
use super::part::Part;
use super::part_result::{PartEnd, PartResult};
use super::precautions::Precautions;
use super::run::Runner;
use super::saved::Saved;
use super::searched::Searched;
use super::walk::{Begin, walk};
use crate::audit::compare_layouts;
use crate::hidden::hidden_state;
use crate::judge::unsupported;
use crate::result::{Mistake, Reason};
use crate::states::States;

/// Searches the states of a check, which are known, in this thread, until the observer stops it.
pub fn check<D: Diagram>(
    states: &mut States<D>,
    path: &str,
    options: &Options,
    observer: &mut impl ClassObserver<D>,
) -> Result<Searched, OutOfMemory> {
    let Some(runner) = Runner::new(states, path, options)? else { return Ok(Searched::undecided(no_check(path))) };
    let result = search(states, &runner, options, Share::whole(), observer)?;
    Ok(name_hidden(result, states, &runner).conclude(Shard::WHOLE, None))
}

pub(super) fn no_check(path: &str) -> Reason {
    Mistake::NoSuchCheck { path: path.to_owned() }.into()
}

/// The share of one worker.
pub(super) struct Share<'a, 'o> {
    pub(super) shard: Shard,
    pub(super) worker: Shard,
    /// Precautions that are known to be needed.
    pub(super) precautions: Precautions,
    /// Saves how far the worker got, if anything does.
    pub(super) saver: Option<&'a Saver<'a, 'o>>,
}

impl Share<'_, '_> {
    /// Everything, without precautions that are known.
    pub(super) fn whole() -> Self {
        Self { shard: Shard::WHOLE, worker: Shard::WHOLE, precautions: Precautions::default(), saver: None }
    }
}

/// Covers one part of all transitions.
pub(super) fn search<D: Diagram>(
    states: &mut States<D>,
    runner: &Runner,
    options: &Options,
    share: Share<'_, '_>,
    observer: &mut impl ClassObserver<D>,
) -> Result<PartResult, OutOfMemory> {
    let Share { shard, worker, mut precautions, saver } = share;
    if let Some(unsupported) = unsupported(states.skeleton.record()) {
        return Ok(PartResult::nothing(Reason::Unsupported(unsupported)));
    }
    let all = states.transitions()?;
    if states.space.is_empty(&all) {
        return Ok(PartResult::nothing(Reason::NothingToCheck));
    }
    if let Err(disagreement) = compare_layouts(states)? {
        return Ok(PartResult { disagreement: Some(disagreement), ..PartResult::new(states.space.count(&all)) });
    }
    let part = Part::new(&states.space, all, shard, worker)?;
    let mut saved = saver.and_then(Saver::load::<Saved>).filter(|saved| saved.precautions.include(&precautions));
    if let Some(saved) = &saved {
        precautions.clone_from(&saved.precautions);
    }
    loop {
        precautions.take(states);
        let begin = Begin { precautions, saved: saved.take() };
        let result = walk(states, runner, &part, options, begin, saver, observer)?;
        if result.end != PartEnd::Careless {
            return Ok(result);
        }
        precautions = result.precautions;
        observer.begins_again();
    }
}

/// The result of a search that was made in parts, which `saved` joins.
pub(super) fn merged<D: Diagram>(
    states: &mut States<D>,
    runner: &Runner,
    options: &Options,
    saved: Saved,
    observer: &mut impl ClassObserver<D>,
) -> Result<PartResult, OutOfMemory> {
    let all = states.transitions()?;
    let n_all = states.space.count(&all);
    let left = match saved.covered.load(&states.space)? {
        Some(covered) => states.space.minus(&all, &covered)?,
        None => all.clone(),
    };
    let adds_up = saved.fails || saved.owned == n_all && states.space.is_empty(&left);
    let fails = saved.fails;
    let nonsense = |owned| {
        let reason = Reason::ShardsDoNotAddUp { covered: owned, transitions: n_all.clone() };
        Ok(PartResult::nothing(reason))
    };
    if saved.transitions != n_all || !adds_up {
        return nonsense(saved.owned);
    }
    let part = Part::new(&states.space, all, Shard::WHOLE, Shard::WHOLE)?;
    saved.precautions.take(states);
    // Classes may cover less of the last part than it has, if a shard failed; the sets say how much.
    let covered = &n_all - states.space.count(&left);
    let saved = Saved { owned: covered.clone(), ..saved };
    let begin = Begin { precautions: saved.precautions.clone(), saved: Some(saved) };
    let result = walk(states, runner, &part, options, begin, None, observer)?;
    // The state that failed in a shard is run again here, so the check fails here, too.
    if fails && result.end != PartEnd::Careless && result.failure.is_none() && result.disagreement.is_none() {
        return nonsense(covered);
    }
    Ok(result)
}

/// If there is hidden state, names it and the function that writes it.
pub(super) fn name_hidden<D: Diagram>(mut result: PartResult, states: &mut States<D>, runner: &Runner) -> PartResult {
    if let Some((range, state)) = result.traffic.hidden() {
        let trace = if range.is_empty() { Vec::new() } else { runner.trace_write(states, &state, range.start) };
        result.hidden = Some(hidden_state(states.guest.machine.module(), range, trace));
    }
    result
}
