//! The loop.

use std::ops::Range;

use glassbox_space::{Diagram, OutOfMemory, State};

use super::outcome::{End, Outcome};
use super::part::{Covered, Part};
use super::precautions::Precautions;
use super::run::{Decisions, Ran, Runner};
use super::strategy::{Todo, todo};
use super::{Left, Observer, Options, smallest};
use crate::audit::{Audited, audit_class};
use crate::finding::FindingKind;
use crate::states::States;

/// To know how large diagrams are takes as long as a run, so it is looked at only every so many runs, and a few times
/// before that.
const LOOKS_AT_SIZE: u64 = 16;

/// A run, and the states that are like it.
#[derive(Clone, Debug)]
pub(super) struct Class<S> {
    /// The state that was run: the least of those to be covered here.
    pub(super) state: State,
    /// What is wrong, if anything.
    pub(super) finding: Option<FindingKind>,
    /// What the run depended on.
    pub(super) decisions: Decisions,
    /// Its lookalikes. Until they are cut back to the transitions, others may be among them: the diagram is much smaller
    /// that way.
    pub(super) alike: S,
}

/// Covers all states of a part.
pub(super) fn walk<D: Diagram>(
    states: &mut States<D>,
    runner: &Runner,
    part: &Part<D::Set>,
    options: &Options,
    precautions: Precautions,
    observer: &mut impl Observer<D>,
) -> Result<Outcome, OutOfMemory> {
    let mut todo = todo(options.strategy, part.own().clone());
    let mut walk = Walk::new(states, part, precautions);
    while let Some(state) = todo.next(&states.space) {
        let mut class = run(states, runner, &mut *todo, state)?;
        if !todo.take(states, &class, part.own())? {
            walk.outcome.end = End::DoesNotFit;
            break;
        }
        if walk.needs_precautions(states, &class) {
            walk.outcome.end = End::Careless;
            break;
        }
        if !part.is_whole() || options.audit.is_some() || class.finding.is_some() {
            class.alike = states.space.and(&class.alike, &part.all)?;
        }
        let mut goes_on = observer.after_run(states, &class.state, class.finding.as_ref(), &class.alike);
        let count = || todo.count_left(&states.space);
        goes_on &= observer.goes_on(&Left { transitions: &walk.outcome.transitions, count: &count });
        let class_holds = class.finding.is_none();
        walk.add(states, runner, part, options, class)?;
        if walk.is_time_to_look() {
            walk.outcome.peak_nodes = walk.outcome.peak_nodes.max(todo.n_nodes(&states.space));
        }
        // Whoever stops a search that is complete has stopped nothing.
        let is_complete = || class_holds && todo.next(&states.space).is_none();
        if walk.outcome.disagreement.is_some() || !(goes_on || is_complete()) {
            walk.outcome.end = End::Stopped;
            break;
        }
    }
    walk.finish(states, runner, &*todo)
}

fn run<D: Diagram>(
    states: &mut States<D>,
    runner: &Runner,
    todo: &mut dyn Todo<D>,
    state: State,
) -> Result<Class<D::Set>, OutOfMemory> {
    let Ran { finding, decisions } = runner.run(states, &state)?;
    let alike = todo.covers(states, &decisions, &state)?;
    debug_assert!(states.space.contains(&alike, &state), "a run covers at least its own state");
    Ok(Class { state, finding, decisions, alike })
}

/// A walk under way.
struct Walk<S> {
    outcome: Outcome,
    /// Of the classes with a finding that belong here, the one with the least state.
    failing: Option<Class<S>>,
    /// What is covered, if this is not the whole.
    covered: Option<Covered<S>>,
    /// Data segments that were constant at the start.
    constants: Vec<Range<u32>>,
}

impl<S: Clone> Walk<S> {
    fn new<D: Diagram<Set = S>>(states: &States<D>, part: &Part<S>, precautions: Precautions) -> Self {
        Self {
            outcome: Outcome { precautions, ..Outcome::new(states.space.count(&part.all)) },
            constants: states.guest.machine.tracker().constants(),
            failing: None,
            covered: (!part.is_whole()).then(|| Covered::new(states.space.empty())),
        }
    }

    /// Whether the last run did something that should have been known from the first one on.
    fn needs_precautions<D: Diagram<Set = S>>(&mut self, states: &mut States<D>, class: &Class<S>) -> bool {
        let Outcome { traffic, precautions, .. } = &mut self.outcome;
        let before = precautions.clone();
        // If something is wrong, the run or the judge may have stopped half-way; and then the check fails in any case.
        precautions.watches_outside |= class.finding.is_none() && traffic.note(states, &class.state);
        let constants = states.guest.machine.tracker().constants();
        let written = self.constants.iter().filter(|range| !constants.contains(range));
        precautions.join(&Precautions { written_segments: written.cloned().collect(), watches_outside: false });
        *precautions != before
    }

    fn add<D: Diagram<Set = S>>(
        &mut self,
        states: &mut States<D>,
        runner: &Runner,
        part: &Part<S>,
        options: &Options,
        class: Class<S>,
    ) -> Result<(), OutOfMemory> {
        let is_own = part.owns(&states.space, &class.alike);
        if let Some(covered) = &mut self.covered {
            covered.add(&states.space, &class, is_own)?;
        }
        if !is_own {
            self.outcome.repeated += 1;
            return Ok(());
        }
        self.outcome.runs += 1;
        if let Some(audit) = &options.audit {
            let audited = Audited { alike: &class.alike, state: &class.state, fails: class.finding.is_some() };
            match audit_class(states, &runner.path, &audited, audit) {
                Ok(n_states) => self.outcome.audited += n_states,
                Err(disagreement) => self.outcome.disagreement = Some(disagreement),
            }
        }
        let is_first = |failing: &Class<S>| class.state < failing.state;
        if class.finding.is_some() && self.failing.as_ref().is_none_or(is_first) {
            self.failing = Some(class);
        }
        Ok(())
    }

    fn is_time_to_look(&self) -> bool {
        let runs = self.outcome.runs + self.outcome.repeated;
        runs.is_power_of_two() || runs.is_multiple_of(LOOKS_AT_SIZE)
    }

    fn finish<D: Diagram<Set = S>>(
        mut self,
        states: &mut States<D>,
        runner: &Runner,
        todo: &dyn Todo<D>,
    ) -> Result<Outcome, OutOfMemory> {
        if let Some(covered) = &mut self.covered {
            self.outcome.covered = covered.count_own(&states.space)?;
            self.outcome.covered_here = Some(covered.save(&states.space)?);
        } else {
            self.outcome.covered = &self.outcome.transitions - states.space.count(&todo.left(&states.space)?);
        }
        self.outcome.traffic.note_reads(states);
        if let Some(class) = &self.failing {
            self.outcome.finding = Some(smallest::finding(states, runner, class)?);
        }
        Ok(self.outcome)
    }
}
