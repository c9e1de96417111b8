//! The loop.

use glassbox_space::{BigUint, Diagram, OutOfMemory, State};
use glassbox_vm::track::Decided;

use super::run::{Ran, Runner};
use super::strategy::todo;
use super::{Checked, Observer, Strategy, Verdict, smallest};
use crate::finding::FindingKind;
use crate::states::States;

/// To know how large diagrams are takes as long as a run, so it is looked at only every so many runs, and a few times
/// before that.
const LOOKS_AT_SIZE: u64 = 16;

/// What is to be covered.
#[derive(Debug)]
pub(super) struct Part<S> {
    /// All pairs of a valid state and arguments.
    pub(super) all: S,
}

impl<S> Part<S> {
    /// Everything.
    pub(super) fn whole(all: S) -> Self {
        Self { all }
    }
}

/// A run, and the states that are like it.
#[derive(Clone, Debug)]
pub(super) struct Class<S> {
    /// The state that was run.
    pub(super) state: State,
    /// What is wrong, if anything.
    pub(super) finding: Option<FindingKind>,
    /// What the run depended on.
    pub(super) decisions: Vec<Decided>,
    /// Its lookalikes.
    pub(super) alike: S,
    /// Those that are to be covered here.
    pub(super) here: S,
}

/// How a walk ended.
#[derive(Clone, Debug, PartialEq, Eq)]
enum End {
    /// Nothing is left.
    Complete,
    /// Somebody wanted to stop.
    Stopped,
    /// A run covers states that another one covered, or took a path that it should not have taken.
    DoesNotFit,
}

/// What a walk found.
#[derive(Debug)]
pub(super) struct Walked<S> {
    end: End,
    runs: u64,
    transitions: BigUint,
    covered: BigUint,
    peak_nodes: usize,
    /// The first run with a finding.
    failing: Option<Class<S>>,
}

/// Covers all states of a part.
pub(super) fn walk<D: Diagram>(
    states: &mut States<D>,
    runner: &Runner,
    part: &Part<D::Set>,
    strategy: Strategy,
    observer: &mut impl Observer<D>,
) -> Result<Walked<D::Set>, OutOfMemory> {
    let mut todo = todo(strategy, part.all.clone());
    let transitions = states.space.count(&part.all);
    let mut walked =
        Walked { end: End::Complete, runs: 0, transitions, covered: BigUint::ZERO, peak_nodes: 0, failing: None };
    while let Some(state) = todo.next(&states.space) {
        let Ran { finding, decisions } = runner.run(states, &state)?;
        walked.runs += 1;
        let alike = todo.covers(states, &decisions, &state)?;
        let alike = states.space.and(&alike, &part.all)?;
        debug_assert!(states.space.contains(&alike, &state), "a run covers at least its own state");
        let class = Class { state, finding, decisions, here: alike.clone(), alike };
        if !todo.take(states, &class)? {
            walked.end = End::DoesNotFit;
            break;
        }
        if walked.runs.is_power_of_two() || walked.runs.is_multiple_of(LOOKS_AT_SIZE) {
            walked.peak_nodes = walked.peak_nodes.max(todo.n_nodes(&states.space));
        }
        let goes_on = observer.after_run(states, &class.state, class.finding.as_ref(), &class.alike);
        if class.finding.is_some() && walked.failing.is_none() {
            walked.failing = Some(class);
        }
        if !goes_on {
            walked.end = End::Stopped;
            break;
        }
    }
    walked.covered = &walked.transitions - states.space.count(&todo.left(&states.space)?);
    Ok(walked)
}

impl<S> Walked<S> {
    /// The verdict. The only way to `Holds` is a walk that left nothing, and found nothing.
    pub(super) fn conclude<D: Diagram<Set = S>>(
        self,
        states: &mut States<D>,
        runner: &Runner,
    ) -> Result<Checked, OutOfMemory> {
        let Self { end, runs, transitions, covered, peak_nodes, failing } = self;
        let verdict = match (end, failing) {
            (End::DoesNotFit, _) => Verdict::Unknown(format!(
                "run {runs} does not fit the runs before it: this is a mistake in glassbox, please report it"
            )),
            (_, Some(class)) => smallest::finding(states, runner, &class)?,
            (End::Stopped, None) => Verdict::Unknown(format!(
                "the search was stopped with {} of {transitions} transitions left",
                &transitions - &covered
            )),
            (End::Complete, None) => Verdict::Holds,
        };
        Ok(Checked { verdict, transitions, covered, runs, peak_nodes })
    }
}
