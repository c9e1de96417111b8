//! The loop of a search: pick a state, run it, judge it, remove its lookalikes.

use std::ops::Range;

use glassbox_space::{Diagram, OutOfMemory, State};

use super::class::Class;
use super::class_observer::{ClassObserver, Left};
use super::options::Options;
use super::part::{Covered, Part};
use super::part_result::{PartEnd, PartResult};
use super::precautions::Precautions;
use super::run::{Ran, Runner};
use super::smallest;
use super::strategy::{Todo, todo};
use crate::audit::{Audited, audit_class};
use crate::result::{Finding, LeftValue, Reason};
use crate::rules::Rule;
use crate::states::States;
use crate::user_function::undecided;

/// Measuring diagrams takes as long as a run, so it happens once in so many runs, and a few times before that.
const LOOKS_AT_SIZE: u64 = 16;

/// Covers all states of a part.
pub(super) fn walk<D: Diagram>(
    states: &mut States<D>,
    runner: &Runner,
    part: &Part<D::Set>,
    options: &Options,
    precautions: Precautions,
    observer: &mut impl ClassObserver<D>,
) -> Result<PartResult, OutOfMemory> {
    let mut todo = todo(options.strategy, part.own().clone());
    let mut walk = Walk::new(states, part, precautions);
    observer.begins(&walk.result.transitions);
    while let Some(state) = todo.next(&states.space) {
        let mut class = run(states, runner, &mut *todo, state)?;
        if !todo.take(states, &class, part.own())? {
            walk.result.end = PartEnd::DoesNotFit;
            break;
        }
        if walk.needs_precautions(states, &class) {
            walk.result.end = PartEnd::Careless;
            break;
        }
        if !part.is_whole() || options.audit.is_some() || class.finding.is_some() {
            class.alike = states.space.and(&class.alike, &part.all)?;
        }
        if class.unknown.is_some() {
            observer.is_unknown(states, &class.alike);
        }
        let mut goes_on = observer.after_run(states, &class.state, class.finding.as_ref(), &class.alike);
        let count = || todo.count_left(&states.space);
        goes_on &= observer.goes_on(&Left { transitions: &walk.result.transitions, count: &count });
        let class_holds = class.finding.is_none();
        walk.add(states, runner, part, options, class)?;
        if walk.is_time_to_look() {
            walk.result.peak_nodes = walk.result.peak_nodes.max(todo.n_nodes(&states.space));
        }
        // A search that is complete cannot be stopped any more.
        let is_complete = || class_holds && todo.next(&states.space).is_none();
        if walk.result.disagreement.is_some() || !(goes_on || is_complete()) {
            walk.result.end = PartEnd::Stopped;
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
    let Ran { finding, unknown, decisions } = runner.run(states, &state)?;
    let alike = todo.covers(states, &decisions, &state)?;
    debug_assert!(states.space.contains(&alike, &state), "a run covers at least its own state");
    Ok(Class { state, finding, unknown, decisions, alike })
}

/// A search in progress.
struct Walk<S> {
    result: PartResult,
    /// The failing class with the least state, of those that belong to this part.
    failing: Option<Class<S>>,
    /// The covered states, if this part is not the whole.
    covered: Option<Covered<S>>,
    /// Whether the check may leave the states that are checked.
    may_leave: bool,
    /// Data segments that were constant at the start.
    constants: Vec<Range<u32>>,
}

impl<S: Clone> Walk<S> {
    fn new<D: Diagram<Set = S>>(states: &States<D>, part: &Part<S>, precautions: Precautions) -> Self {
        Self {
            result: PartResult { precautions, ..PartResult::new(states.space.count(&part.all)) },
            constants: states.guest.machine.tracker().constants(),
            may_leave: states.skeleton.may_leave(),
            failing: None,
            covered: (!part.is_whole()).then(|| Covered::new(states.space.empty())),
        }
    }

    /// Whether the last run needs precautions that were not in force from the first run on.
    fn needs_precautions<D: Diagram<Set = S>>(&mut self, states: &mut States<D>, class: &Class<S>) -> bool {
        let PartResult { traffic, precautions, .. } = &mut self.result;
        let before = precautions.clone();
        // After a finding, the run or the judge may have stopped half-way; and then the check fails in any case.
        precautions.watches_outside |= class.finding.is_none() && traffic.note(states, &class.state);
        precautions.watches_outside |= states.outside.is_read;
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
            covered.add(&states.space, &class.alike, is_own)?;
        }
        if !is_own {
            self.result.repeated += 1;
            return Ok(());
        }
        self.result.runs += 1;
        let undecided = class.finding.as_ref().and_then(|finding| undecided(states.guest.machine.module(), finding));
        if let Some(reason) = undecided.filter(|_| options.rules.has(Rule::LimitsAreNoBug)) {
            // The class is covered, but nothing is known about it. Another class may fail.
            if options.rules.has(Rule::LimitsAreNoPass) {
                self.note_undecided(&class.state, reason);
            }
            return Ok(());
        }
        if let Some(audit) = &options.audit {
            // Audits have layouts of their own.
            let is_in_this_layout = |finding: &Finding| !matches!(finding, Finding::InOtherLayout { .. });
            let fails = class.finding.as_ref().is_some_and(is_in_this_layout);
            let audited = Audited { alike: &class.alike, state: &class.state, fails };
            match audit_class(states, &runner.path, &audited, audit) {
                Ok(n_states) => self.result.audited += n_states,
                Err(disagreement) => self.result.disagreement = Some(disagreement),
            }
        }
        if let Some(reason) = class
            .unknown
            .as_ref()
            .filter(|reason| !matches!(reason, Reason::Leaves(_)) || options.rules.has(Rule::LeavingIsNoPass))
        {
            self.note_undecided(&class.state, reason.clone());
        }
        let is_first = |failing: &Class<S>| class.state < failing.state;
        if class.finding.is_some() && self.failing.as_ref().is_none_or(is_first) {
            self.failing = Some(class);
        }
        Ok(())
    }

    /// Keeps the reason of the least state.
    fn note_undecided(&mut self, state: &State, reason: Reason) {
        // Whether a value that is not listed leaks something is not known, so such a state must not be left.
        if let (Reason::Leaves(leaving), true) = (&reason, self.may_leave)
            && !matches!(leaving.value, LeftValue::Owning | LeftValue::Pointed)
        {
            if self.result.left.as_ref().is_none_or(|(known, _)| state < known) {
                self.result.left = Some((state.clone(), leaving.clone()));
            }
            return;
        }
        if self.result.undecided.as_ref().is_none_or(|(known, _)| state < known) {
            self.result.undecided = Some((state.clone(), reason));
        }
    }

    fn is_time_to_look(&self) -> bool {
        let runs = self.result.runs + self.result.repeated;
        runs.is_power_of_two() || runs.is_multiple_of(LOOKS_AT_SIZE)
    }

    fn finish<D: Diagram<Set = S>>(
        mut self,
        states: &mut States<D>,
        runner: &Runner,
        todo: &dyn Todo<D>,
    ) -> Result<PartResult, OutOfMemory> {
        if let Some(covered) = &mut self.covered {
            self.result.covered = covered.count_own(&states.space)?;
            self.result.covered_here = Some(covered.save(&states.space)?);
        } else {
            self.result.covered = &self.result.transitions - states.space.count(&todo.left(&states.space)?);
        }
        self.result.traffic.note_reads(states);
        if let Some(class) = &self.failing {
            self.result.failure = Some(smallest::failure(states, runner, class)?);
        }
        Ok(self.result)
    }
}
