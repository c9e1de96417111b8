//! A search in one thread, which restarts if a run shows that it needs precautions.

use glassbox_space::{Diagram, OutOfMemory};

use super::class_observer::ClassObserver;
use super::options::Options;
use super::part::{Part, PartIndex};
use super::part_result::{PartEnd, PartResult};
use super::precautions::Precautions;
use super::run::Runner;
use super::searched::Searched;
use super::walk::walk;
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
    let result = search(states, &runner, options, PartIndex::WHOLE, Precautions::default(), observer)?;
    Ok(name_hidden(result, states, &runner).conclude(None))
}

pub(super) fn no_check(path: &str) -> Reason {
    Mistake::NoSuchCheck { path: path.to_owned() }.into()
}

/// Covers one part of all transitions.
pub(super) fn search<D: Diagram>(
    states: &mut States<D>,
    runner: &Runner,
    options: &Options,
    part: PartIndex,
    mut precautions: Precautions,
    observer: &mut impl ClassObserver<D>,
) -> Result<PartResult, OutOfMemory> {
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
    let part = Part::new(&states.space, all, part)?;
    loop {
        precautions.take(states);
        let result = walk(states, runner, &part, options, precautions, observer)?;
        if result.end != PartEnd::Careless {
            return Ok(result);
        }
        precautions = result.precautions;
        observer.begins_again();
    }
}

/// If there is hidden state, names it and the function that writes it.
pub(super) fn name_hidden<D: Diagram>(mut result: PartResult, states: &mut States<D>, runner: &Runner) -> PartResult {
    if let Some((range, state)) = result.traffic.hidden() {
        let trace = if range.is_empty() { Vec::new() } else { runner.trace_write(states, &state, range.start) };
        result.hidden = Some(hidden_state(states.guest.machine.module(), range, trace));
    }
    result
}
