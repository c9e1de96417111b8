//! The loop of a search: pick a state, run it, judge it, remove its lookalikes.

use std::ops::Range;

use glassbox_space::{BigUint, Diagram, OutOfMemory, State};

use super::class::Class;
use super::class_observer::{ClassObserver, Left};
use super::keeping::Saver;
use super::options::Options;
use super::part::{Covered, Part, SavedSet};
use super::part_result::{PartEnd, PartResult};
use super::precautions::Precautions;
use super::run::{Ran, RunEnd, Runner};
use super::saved::Saved;
use super::smallest;
use super::strategy::{Todo, todo};
use crate::audit::{Audited, audit_class};
use crate::observer::{Phase, Phases};
use crate::result::{Finding, LeftValue, Reason};
use crate::rules::Rule;
use crate::states::States;
use crate::user_function;

/// Measuring diagrams takes as long as a run, so it happens once in so many runs, and a few times before that.
const LOOKS_AT_SIZE: u64 = 16;

/// Covers all states of a part.
pub(super) fn walk<D: Diagram>(
    states: &mut States<D>,
    runner: &Runner,
    part: &Part<D::Set>,
    options: &Options,
    begin: Begin,
    saver: Option<&Saver<'_, '_>>,
    observer: &mut impl ClassObserver<D>,
) -> Result<PartResult, OutOfMemory> {
    let mut walk = Walk::new(states, part, begin.precautions);
    let left = match &begin.saved {
        Some(earlier) => walk.go_on(states, part, earlier)?,
        None => part.own().clone(),
    };
    let mut todo = todo(options.strategy, left, part.all.clone(), walk.result.is_continued && part.is_whole());
    for state in walk.result.is_continued.then_some(begin.saved).flatten().into_iter().flat_map(|saved| saved.again) {
        let mut class = run(states, runner, &mut *todo, state, part.is_whole(), observer.phases())?;
        class.alike = states.space.and(&class.alike, &part.all)?;
        walk.note(states, options, class);
    }
    observer.begins(&walk.result.transitions);
    if walk.failing.is_some() && options.strategy.is_in_order() {
        walk.result.end = PartEnd::Stopped;
        return walk.finish(states, runner, &*todo, observer.phases());
    }
    while let Some(state) = todo.next(&states.space) {
        let mut class = run(states, runner, &mut *todo, state, part.is_whole(), observer.phases())?;
        if !observer.phases().during(Phase::Covering, || todo.take(states, &class, part.own()))? {
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
        observer.decided(states, &class.state, &class.decisions);
        let mut goes_on = observer.after_run(states, &class.state, class.finding.as_ref(), &class.alike);
        let count = || todo.count_left(&states.space);
        goes_on &= observer.goes_on(&Left { transitions: &walk.result.transitions, count: &count });
        let class_holds = class.finding.is_none();
        walk.add(states, runner, part, options, class, observer.phases())?;
        if walk.is_time_to_look() {
            walk.result.peak_nodes = walk.result.peak_nodes.max(todo.n_nodes(&states.space));
        }
        // A search that is complete cannot be stopped any more.
        let is_complete = || class_holds && todo.next(&states.space).is_none();
        if walk.result.disagreement.is_some() || !(goes_on || is_complete()) {
            walk.result.end = PartEnd::Stopped;
            break;
        }
        if let Some(saver) = saver.filter(|saver| saver.is_due()) {
            walk.save(states, part, &*todo, saver)?;
        }
    }
    let is_whole = matches!(walk.result.end, PartEnd::Complete | PartEnd::Stopped);
    if let Some(saver) = saver.filter(|saver| is_whole && (saver.is_stopped() || saver.is_saved())) {
        walk.save(states, part, &*todo, saver)?;
    }
    walk.finish(states, runner, &*todo, observer.phases())
}

/// How a walk begins.
pub(super) struct Begin {
    /// Precautions in force from the first run on.
    pub(super) precautions: Precautions,
    /// How far an earlier process got.
    pub(super) saved: Option<Saved>,
}

fn run<D: Diagram>(
    states: &mut States<D>,
    runner: &Runner,
    todo: &mut dyn Todo<D>,
    state: State,
    notes_route: bool,
    phases: Phases<'_>,
) -> Result<Class<D::Set>, OutOfMemory> {
    let notes_route = notes_route && todo.wants_routes();
    let Ran { finding, unknown, decisions, end, changes, route, is_alone } =
        runner.run(states, &state, notes_route, phases)?;
    let holds = finding.is_none() && unknown.is_none() && end == RunEnd::Returned && changes.is_empty();
    let mut takes_one_path = true;
    let alike = phases.during(Phase::Covering, || {
        if is_alone && unknown.is_none() {
            return states.only(&state);
        }
        let alike = todo.covers(states, &decisions, &state)?;
        if is_alone {
            // Nothing is known of any of them, apart from those that were run themselves.
            return states.space.and(&alike, &todo.left(&states.space)?);
        }
        if !holds {
            return Ok(alike);
        }
        let widened = todo.widened(states, route.as_ref(), &state, alike.clone())?;
        takes_one_path = route.is_none() || states.space.is_subset(&widened, &alike)?;
        Ok(widened)
    })?;
    debug_assert!(states.space.contains(&alike, &state), "a run covers at least its own state");
    Ok(Class { state, finding, unknown, end, changes, decisions, alike, takes_one_path })
}

/// The reason why the run of a class decides nothing, if it ended at a limit.
fn undecided<D: Diagram>(states: &States<D>, options: &Options, class: &Class<D::Set>) -> Option<Reason> {
    let finding = class.finding.as_ref().filter(|_| options.rules.has(Rule::LimitsAreNoBug))?;
    user_function::undecided(states.guest.machine.module(), finding)
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
            covered: (!part.is_whole())
                .then(|| Covered::new(states.space.empty(), states.space.empty(), BigUint::ZERO)),
        }
    }

    /// Begins where an earlier process was stopped. Returns what is left; all if what was saved does not fit.
    fn go_on<D: Diagram<Set = S>>(
        &mut self,
        states: &States<D>,
        part: &Part<S>,
        saved: &Saved,
    ) -> Result<S, OutOfMemory> {
        let space = &states.space;
        let all = || part.own().clone();
        let Some(covered) = saved.covered.load(space)?.filter(|_| saved.transitions == self.result.transitions) else {
            return Ok(all());
        };
        if !space.is_subset(&covered, &part.all)? || part.is_whole() && space.count(&covered) != saved.owned {
            return Ok(all());
        }
        if let Some(before) = &mut self.covered {
            *before = Covered::new(space.empty(), covered.clone(), saved.owned.clone());
        }
        let Saved { runs, repeated, audited, .. } = *saved;
        self.result = PartResult {
            runs,
            repeated,
            audited,
            traffic: saved.traffic(),
            is_continued: true,
            precautions: self.result.precautions.clone(),
            ..PartResult::new(self.result.transitions.clone())
        };
        space.minus(part.own(), &covered)
    }

    /// Saves how far the search got, unless its runs change memory outside the structures.
    fn save<D: Diagram<Set = S>>(
        &mut self,
        states: &States<D>,
        part: &Part<S>,
        todo: &dyn Todo<D>,
        saver: &Saver<'_, '_>,
    ) -> Result<(), OutOfMemory> {
        let mut traffic = self.result.traffic.clone();
        traffic.note_reads(states);
        if !traffic.is_silent() {
            return Ok(());
        }
        let space = &states.space;
        let covered = if let Some(covered) = &mut self.covered {
            (covered.save(space)?, covered.count_own(space)?)
        } else {
            let covered = space.minus(&part.all, &todo.left(space)?)?;
            (SavedSet::new(space, &covered), space.count(&covered))
        };
        let failing = self.failing.as_ref().map(|class| &class.state);
        if let Some(saved) = Saved::so_far(&self.result, &traffic, covered, failing) {
            saver.save(&saved);
        }
        Ok(())
    }

    /// Whether the last run needs precautions that were not in force from the first run on.
    fn needs_precautions<D: Diagram<Set = S>>(&mut self, states: &mut States<D>, class: &Class<S>) -> bool {
        let PartResult { traffic, precautions, .. } = &mut self.result;
        let before = precautions.clone();
        // After a finding, the run or the judge may have stopped half-way; and then the check fails in any case. After a run that
        // has stopped the program, nothing goes on.
        let goes_on = class.finding.is_none() && class.end != RunEnd::Stopped;
        if goes_on {
            traffic.note(&class.state, &class.changes);
            precautions.watches_outside |= !class.changes.is_empty();
        }
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
        phases: Phases<'_>,
    ) -> Result<(), OutOfMemory> {
        let is_own = part.owns(&states.space, &class.alike);
        if let Some(covered) = &mut self.covered {
            phases.during(Phase::Covering, || covered.add(&states.space, &class.alike, is_own))?;
        }
        if !is_own {
            self.result.repeated += 1;
            // The part that it belongs to fails, too; but that may be the part of another process.
            if class.finding.is_some() && undecided(states, options, &class).is_none() {
                self.note(states, options, class);
            }
            return Ok(());
        }
        self.result.runs += 1;
        self.audit(states, runner, options, &class, phases);
        self.note(states, options, class);
        Ok(())
    }

    /// Notes what the run of a class found or left.
    fn note<D: Diagram<Set = S>>(&mut self, states: &States<D>, options: &Options, class: Class<S>) {
        if let Some(reason) = undecided(states, options, &class) {
            // The class is covered, but nothing is known about it. Another class may fail.
            if options.rules.has(Rule::LimitsAreNoPass) {
                self.note_undecided(&class.state, reason);
            }
            return;
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
    }

    fn audit<D: Diagram<Set = S>>(
        &mut self,
        states: &mut States<D>,
        runner: &Runner,
        options: &Options,
        class: &Class<S>,
        phases: Phases<'_>,
    ) {
        let Some(audit) = &options.audit else { return };
        if undecided(states, options, class).is_some() || class.end != RunEnd::Returned {
            return;
        }
        // Audits have layouts of their own.
        let is_in_this_layout = |finding: &Finding| !matches!(finding, Finding::InOtherLayout { .. });
        let fails = class.finding.as_ref().is_some_and(is_in_this_layout);
        let takes_one_path = class.takes_one_path;
        let audited = Audited { alike: &class.alike, state: &class.state, fails, takes_one_path };
        match phases.during(Phase::Auditing, || audit_class(states, &runner.path, &audited, audit)) {
            Ok(n_states) => self.result.audited += n_states,
            Err(disagreement) => self.result.disagreement = Some(disagreement),
        }
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
        phases: Phases<'_>,
    ) -> Result<PartResult, OutOfMemory> {
        if let Some(covered) = &mut self.covered {
            self.result.covered = covered.count_own(&states.space)?;
            self.result.covered_here = Some(covered.save(&states.space)?);
        } else {
            self.result.covered = &self.result.transitions - states.space.count(&todo.left(&states.space)?);
        }
        self.result.traffic.note_reads(states);
        if let Some(class) = &self.failing {
            self.result.failing = Some(class.state.clone());
            self.result.failure = Some(phases.during(Phase::Shrinking, || smallest::failure(states, runner, class))?);
        }
        Ok(self.result)
    }
}
