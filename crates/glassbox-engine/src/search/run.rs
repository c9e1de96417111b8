//! One run: the check on one state, and the judgement on the memory that it leaves.

use std::collections::BTreeSet;
use std::ops::Range;
use std::sync::Arc;

use glassbox_abi::Skeleton as Record;
use glassbox_abi::names::{CHECK_EXPORT_PREFIX, DROP_EXPORT_PREFIX, PANICS_EXPORT_PREFIX};
use glassbox_space::{Diagram, OutOfMemory, State};
use glassbox_vm::exec::{Configuration, NoteAt, Refusal, Stop, Stopped};
use glassbox_vm::track::Decided;

use super::dropped::judge_dropped;
use super::options::{Options, Strategy};
use super::route::{Gone, NotedRun, Place, Route, RouteIndex};
use crate::audit::oracle_of;
use crate::hidden::Changes;
use crate::judge::{Judge, Judgement, watch_writes};
use crate::layouts::{Calls, InLayouts};
use crate::observer::{Phase, Phases};
use crate::planned::{Happened, Planned, is_forgiven};
use crate::result::{
    AddressDependence, Difference, Disturbance, Finding, LeakTime, Leaving, LeftValue, NodeName, Reason, ValueProblem,
};
use crate::rules::{Rule, Rules};
use crate::states::States;

/// A check that is ready to be run.
#[derive(Debug)]
pub(super) struct Runner {
    /// The check's path.
    pub(super) path: String,
    function: u32,
    /// Whether the function drops the structures.
    pub(super) drops: bool,
    /// What goes wrong in all runs, if anything does.
    pub(super) disturbance: Option<Arc<Planned>>,
    /// The function that drops the structures.
    drop: Option<u32>,
    /// Memory for two summaries.
    scratch: [u32; 2],
    fuel: u64,
    rules: Rules,
    /// Blocks and values of the structures, if routes of runs can be known.
    routes: Option<RouteIndex>,
}

/// The result of a run.
#[derive(Debug)]
pub(super) struct Ran {
    pub(super) finding: Option<Finding>,
    /// The reason why nothing is known about the state that the run leaves.
    pub(super) unknown: Option<Reason>,
    /// Decisions that the run depended on.
    pub(super) decisions: Decisions,
    /// How the code under check ended.
    pub(super) end: RunEnd,
    /// What the operation and its judge changed outside the structures.
    pub(super) changes: Changes,
    /// Its route, if it is known and the run held.
    pub(super) route: Option<Route>,
    /// Whether it stands for its own state only.
    pub(super) is_alone: bool,
}

/// How the code under check ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum RunEnd {
    /// It has returned.
    Returned,
    /// It has panicked as it may, and the panic was caught: a program can go on.
    Panicked,
    /// It has stopped the program.
    Stopped,
}

/// What is asked of the state that a run leaves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Asked {
    /// Nothing: the program has ended as it may, or another search asks.
    Nothing,
    /// Everything.
    Everything,
    /// Everything but the effect of the operation.
    Validity,
    /// It is as it was before.
    Unchanged,
    /// It can be dropped.
    Safety,
}

/// Decisions of a run: first those of the operation, then those of the judge.
#[derive(Clone, Debug)]
pub struct Decisions {
    all: Vec<Decided>,
    n_running: usize,
}

impl Decisions {
    /// All of them.
    pub fn all(&self) -> &[Decided] {
        &self.all
    }

    /// Those of the operation.
    pub fn of_operation(&self) -> &[Decided] {
        &self.all[..self.n_running]
    }

    /// Those of the judge.
    pub fn of_judging(&self) -> &[Decided] {
        &self.all[self.n_running..]
    }
}

impl Runner {
    /// None if the module does not have the check.
    pub(super) fn new<D: Diagram>(
        states: &mut States<D>,
        path: &str,
        options: &Options,
    ) -> Result<Option<Self>, OutOfMemory> {
        let exported = |prefix: &str| states.guest.machine.module().exported_function(&format!("{prefix}{path}"));
        let (drops, drop) = (options.drops, exported(DROP_EXPORT_PREFIX));
        let function =
            if drops { drop } else { exported(PANICS_EXPORT_PREFIX).or_else(|| exported(CHECK_EXPORT_PREFIX)) };
        let Some(function) = function else { return Ok(None) };
        let scratch = states.reserve_scratch()?;
        let has_routes = options.strategy == Strategy::Paths
            && options.disturbance.is_none()
            && [Rule::Layouts, Rule::JudgingDecides].into_iter().all(|rule| options.rules.has(rule));
        let is_left_judged = drops || takes_by_value(states.skeleton.record());
        let routes = has_routes.then(|| RouteIndex::new(states, is_left_judged));
        Ok(Some(Self {
            path: path.to_owned(),
            function,
            drops,
            disturbance: options.disturbance.clone(),
            drop,
            scratch,
            fuel: options.fuel,
            rules: options.rules.clone(),
            routes,
        }))
    }

    /// Runs the check on a state and judges the memory that it leaves. `notes_route` says whether its route is of use.
    pub(super) fn run<D: Diagram>(
        &self,
        states: &mut States<D>,
        state: &State,
        notes_route: bool,
        phases: Phases<'_>,
    ) -> Result<Ran, OutOfMemory> {
        let depended_before = states.outside.take_unknown();
        let index = self.routes.as_ref().filter(|_| notes_route);
        let execute = |states: &mut States<D>| {
            states.write(state);
            watch_writes(states);
            if index.is_some() {
                states.guest.machine.note_configurations(NoteAt::Decisions);
            }
            self.execute(states)
        };
        let (result, happened) = phases.during(Phase::Running, || execute(states));
        let end = match &result {
            Err(Finding::Stopped(_)) => RunEnd::Stopped,
            _ if happened.has_panicked => RunEnd::Panicked,
            _ => RunEnd::Returned,
        };
        let (mut finding, mut unknown) = (result.err().filter(|finding| !self.is_excused(finding, happened)), None);
        let asked = self.asked(states, end, happened);
        let n_running = states.guest.machine.tracker().decisions().len();
        let mut noted = index.and_then(|index| self.noted(states, index)).unwrap_or_default();
        states.outside.note_operation(&mut states.guest);
        states.outside.take_changes();
        if finding.is_none() {
            (finding, unknown) = phases.during(Phase::Judging, || self.judge(states, state, asked, &noted.gone))?;
        }
        noted.decisions = states.guest.machine.tracker_mut().take_stages().unwrap_or_default();
        states.note_outside();
        let changes = states.outside.take_changes();
        let depends = states.outside.take_unknown();
        states.outside.add_unknown(depends || depended_before);
        let depends_on_any = (depends || states.initial.depends_on_any) && self.rules.has(Rule::AnyValue);
        let decisions = states.guest.machine.tracker().decisions();
        let n_decisions = if self.rules.has(Rule::JudgingDecides) { decisions.len() } else { n_running };
        let decisions = Decisions { all: decisions.take(n_decisions).collect(), n_running };
        // A check that may leave the checked states can hold, so its runs must not depend on addresses either.
        let can_hold = finding.is_none() && (unknown.is_none() || states.skeleton.may_leave());
        let can_hold = can_hold && self.rules.has(Rule::Layouts);
        if can_hold {
            let depends;
            (finding, depends) = phases
                .during(Phase::ComparingLayouts, || self.run_in_layouts(states, state, end, asked, &noted.numbers));
            unknown = depends.or(unknown);
        }
        let fields = states.skeleton.fields_of_any();
        if depends_on_any && !fields.is_empty() {
            // Decisions about unknown values are not logged, so the run may stand for states that go another way, or that are not
            // valid: nothing is known about any of them.
            (finding, unknown) = (None, Some(Reason::DependsOnAny(fields)));
        }
        let dropping = |finding: Finding| Finding::WhileDropping { finding: Box::new(finding) };
        let finding = if self.drops { finding.map(dropping) } else { finding };
        let disturbed = |finding: Finding, planned: &Arc<Planned>| Finding::Disturbed {
            disturbance: planned.what(),
            finding: Box::new(finding),
        };
        let finding = match &self.disturbance {
            // Without the disturbance, another search finds it.
            Some(_) if !happened.is_disturbed => None,
            Some(planned) => finding.map(|finding| disturbed(finding, planned)),
            None => finding,
        };
        let is_plain = asked == Asked::Everything && happened.required.is_none() && !depends && !depends_on_any;
        let route = noted.route(states.layouts.take_configurations().filter(|_| is_plain), &self.rules);
        let is_alone = can_hold && states.layouts.is_alone() && self.rules.has(Rule::LayoutsOfEachState);
        Ok(Ran { finding, unknown, decisions, end, changes, route, is_alone })
    }

    /// The configurations of the run that has ended; none if it did something that they do not have.
    fn noted<D: Diagram>(&self, states: &mut States<D>, index: &RouteIndex) -> Option<Noted> {
        let noted = states.guest.machine.take_configurations()?;
        let dropped = states.guest.host().dropped.clone();
        // The judge of what a run changed asks about more than configurations have, unless there is nothing.
        let is_left_alone = states.guest.machine.tracker_mut().overwritten().is_empty()
            && states.guest.machine.heap().changed().len() + dropped.len() == 0;
        if !self.judges_what_is_left(states) && !is_left_alone {
            return None;
        }
        let most_steps = states.guest.machine.set_fuel(self.fuel);
        let machine = &states.guest.machine;
        let freed: Vec<u32> = machine.heap().changed().collect();
        let (record, tracker) = (states.skeleton.record(), machine.tracker());
        let run =
            NotedRun { fuel: most_steps, noted: &noted, decisions: tracker.stages(), freed: &freed, dropped: &dropped };
        let (configurations, gone) = index.complete(record, tracker.terms(), &run);
        let numbers = noted.iter().map(|configuration| configuration.number).collect();
        Some(Noted { configurations, numbers, gone, decisions: Vec::new(), most_steps: most_steps / 2 })
    }

    /// Whether the structures are gone after a run, so that only what is left of them is judged.
    fn judges_what_is_left<D: Diagram>(&self, states: &States<D>) -> bool {
        self.drops || takes_by_value(states.skeleton.record())
    }

    /// Whether a run may end in this way.
    fn is_excused(&self, finding: &Finding, happened: Happened) -> bool {
        let excuses = |planned: &Arc<Planned>| match finding {
            Finding::Stopped(stopped) => planned.forgives(&stopped.stop),
            // What a check says about a result is nonsense if a trait has lied.
            _ => matches!(planned.what(), Disturbance::TraitLies { .. }),
        };
        happened.required.is_some() || happened.is_disturbed && self.disturbance.as_ref().is_some_and(excuses)
    }

    /// What is asked of the state that a run leaves.
    fn asked<D: Diagram>(&self, states: &States<D>, end: RunEnd, happened: Happened) -> Asked {
        match happened.required.filter(|_| !happened.is_disturbed) {
            Some(true) => return Asked::Unchanged,
            Some(false) if end != RunEnd::Stopped => return Asked::Validity,
            _ => {}
        }
        let Some(planned) = &self.disturbance else {
            return if end == RunEnd::Stopped { Asked::Nothing } else { Asked::Everything };
        };
        if end == RunEnd::Stopped || !happened.is_disturbed {
            return Asked::Nothing;
        }
        match planned.what() {
            Disturbance::AllocationFails { .. } => Asked::Validity,
            Disturbance::CallbackPanics { .. } if !happened.has_panicked || states.skeleton.is_panic_safe() => {
                Asked::Validity
            }
            _ => Asked::Safety,
        }
    }

    /// Judges the memory that a run leaves.
    fn judge<D: Diagram>(
        &self,
        states: &mut States<D>,
        state: &State,
        asked: Asked,
        gone: &Gone,
    ) -> Result<(Option<Finding>, Option<Reason>), OutOfMemory> {
        states.guest.machine.set_fuel(self.fuel);
        match asked {
            Asked::Nothing => return Ok((None, None)),
            Asked::Unchanged => return Ok((self.find_changes(states, state), None)),
            Asked::Everything | Asked::Validity => {}
            Asked::Safety if self.judges_what_is_left(states) => {
                return Ok((dropped_twice(&states.guest.host().dropped), None));
            }
            Asked::Safety => {
                // A valid state can be dropped and used: the gates of the verdict see to that.
                let judge = Judge::new(states, state, &self.rules, self.scratch).without_effect();
                let is_valid = matches!(judge.judge()?, Judgement::Fine);
                return Ok((if is_valid { None } else { self.drop_what_is_left(states, state) }, None));
            }
        }
        if self.judges_what_is_left(states) {
            let time = if self.drops { LeakTime::AfterDrop } else { LeakTime::AfterMove };
            let finding = judge_dropped(states, state, time, gone)?;
            return Ok((finding, unclear(states, state)));
        }
        let judge = Judge::new(states, state, &self.rules, self.scratch);
        let judge = if asked == Asked::Validity { judge.without_effect() } else { judge };
        Ok(match judge.judge()? {
            Judgement::Fine => (None, None),
            Judgement::Leaves(value) => {
                let state = states.skeleton.transition(&states.space, state);
                (None, Some(Reason::Leaves(Leaving { state, ..value })))
            }
            Judgement::Broken(broken) => (Some(broken), None),
        })
    }

    /// Whether a run that has ended with a panic has left the structures as they were.
    fn find_changes<D: Diagram>(&self, states: &mut States<D>, state: &State) -> Option<Finding> {
        let is_unchanged = Judge::new(states, state, &self.rules, self.scratch).finds_no_change();
        let changed = || Finding::Stopped(Stopped { stop: Refusal::ChangedBeforePanic.into(), trace: Vec::new() });
        (!is_unchanged).then(changed)
    }

    /// Runs the check again, and drops the structures as it leaves them. Leaks are no finding.
    fn drop_what_is_left<D: Diagram>(&self, states: &mut States<D>, state: &State) -> Option<Finding> {
        states.rewind(state, &self.rules);
        // It ends as it did before.
        let _ = self.execute(states);
        let addresses = addresses(states);
        states.guest.machine.set_fuel(self.fuel);
        let dropped = states.guest.invoke(self.drop?, &addresses);
        let finding = match dropped {
            Err(stopped) if !is_forgiven(&stopped.stop) => Some(Finding::Stopped(stopped)),
            _ => dropped_twice(&states.guest.host().dropped),
        };
        finding.map(|finding| Finding::WhileDropping { finding: Box::new(finding) })
    }

    /// Runs the check in other layouts of memory, after a run that held.
    fn run_in_layouts<D: Diagram>(
        &self,
        states: &mut States<D>,
        state: &State,
        end: RunEnd,
        asked: Asked,
        noted: &[u64],
    ) -> (Option<Finding>, Option<Reason>) {
        let choices = states.skeleton.choices(&states.space, state);
        let depends = |dependence| (None, Some(Reason::DependsOnAddresses(dependence)));
        let calls = Calls {
            function: self.function,
            disturbance: self.disturbance.as_ref(),
            drop: self.drop.filter(|_| asked == Asked::Safety && !self.drops),
            fuel: self.fuel,
            noted: (!noted.is_empty()).then_some(noted),
        };
        match states.layouts.run(&calls, &choices) {
            InLayouts::Fails(finding) => (Some(finding), None),
            InLayouts::ByNumber(run) => (None, Some(Reason::DecidesByNumber(run))),
            InLayouts::KeepsNumber { in_arguments }
                if self.rules.has(Rule::KeptNumbers) && self.keeps_a_number(states, &choices, end, in_arguments) =>
            {
                depends(AddressDependence::KeptNumber { state: states.skeleton.transition(&states.space, state) })
            }
            InLayouts::Alike | InLayouts::KeepsNumber { .. } => (None, None),
            InLayouts::NoStates => depends(AddressDependence::ValidStates),
            InLayouts::Differs => {
                let state = states.skeleton.transition(&states.space, state);
                depends(AddressDependence::State { state, difference: Difference::OtherMemory })
            }
        }
    }

    /// Whether a run leaves a number that was computed from an address and means something. Compiled code stores leftovers of
    /// registers where a value has no bytes, as in `None`; whether a number is one of these takes a full judge to see.
    fn keeps_a_number<D: Diagram>(
        &self,
        states: &mut States<D>,
        choices: &[u32],
        end: RunEnd,
        in_arguments: bool,
    ) -> bool {
        // The judge runs checks that return, and that nothing disturbs. What is dropped is gone, whatever is left in its own memory.
        let is_usual = !self.drops && self.disturbance.is_none() && end == RunEnd::Returned;
        if is_usual { oracle_of(states).keeps_a_number(choices) } else { !in_arguments }
    }

    /// Runs the check on a state and keeps the memory as the run leaves it. How it ends does not matter.
    pub(super) fn leave<D: Diagram>(&self, states: &mut States<D>, state: &State) {
        states.write(state);
        let _ = self.execute(states);
    }

    /// Position at which the run from `state` first writes to an address outside the structures: offsets in the
    /// module's file, the innermost call first. None if the check itself does not.
    pub(super) fn trace_write<D: Diagram>(&self, states: &mut States<D>, state: &State, address: u32) -> Vec<u32> {
        states.outside.watch(&mut states.guest);
        states.guest.machine.tracker_mut().stop_at_write(address..address + 1, 0);
        states.write(state);
        let (result, _) = self.execute(states);
        states.guest.machine.tracker_mut().watch_outside(None);
        match result {
            Err(Finding::Stopped(stopped)) => stopped.trace,
            _ => Vec::new(),
        }
    }

    /// Runs the check on a state until it has written to `range` so many times and is about to write again. Returns its
    /// position then, as offsets in the module's file, the innermost call first; none if the run ends before. Keeps the
    /// memory.
    pub(super) fn leave_at_write<D: Diagram>(
        &self,
        states: &mut States<D>,
        state: &State,
        range: Range<u32>,
        writes: u32,
    ) -> Option<Vec<u32>> {
        states.write(state);
        states.guest.machine.tracker_mut().watch_outside(Some(range.clone()));
        states.guest.machine.tracker_mut().stop_at_write(range, writes);
        let (result, _) = self.execute(states);
        states.guest.machine.tracker_mut().watch_outside(None);
        match result {
            Err(Finding::Stopped(Stopped { stop: Stop::Breakpoint { .. }, trace })) => Some(trace),
            _ => None,
        }
    }

    /// Position at which the run from `state` makes the decision with this index, as offsets in the module's file, the innermost call
    /// first; none if it does not get there.
    pub(super) fn trace_decision<D: Diagram>(&self, states: &mut States<D>, state: &State, index: usize) -> Vec<u32> {
        states.write(state);
        states.guest.machine.tracker_mut().stop_at_decision(Some(index));
        let (result, _) = self.execute(states);
        states.guest.machine.tracker_mut().stop_at_decision(None);
        match result {
            Err(Finding::Stopped(Stopped { stop: Stop::Breakpoint { .. }, trace })) => trace,
            _ => Vec::new(),
        }
    }

    /// Runs the check on the state that is in memory.
    fn execute<D: Diagram>(&self, states: &mut States<D>) -> (Result<(), Finding>, Happened) {
        let arguments = addresses(states);
        states.guest.machine.set_fuel(self.fuel);
        states.guest.host().places.begin(self.disturbance.as_ref());
        let answer = if self.rules.has(Rule::AnswersDecide) {
            states.guest.ask(self.function, &arguments)
        } else {
            let results = states.guest.invoke(self.function, &arguments);
            results.map(|results| results.first().is_none_or(|result| result.value != 0))
        };
        let happened = states.guest.host().places.end(answer.as_ref().err().map(|stopped| &stopped.stop));
        let result = match answer {
            Ok(true) => Ok(()),
            Ok(false) => Err(Finding::ReturnedFalse),
            Err(stopped) => Err(Finding::Stopped(stopped)),
        };
        (result, happened)
    }
}

/// The configurations of a run.
#[derive(Debug, Default)]
struct Noted {
    configurations: Vec<Place>,
    /// The numbers of these calls and returns.
    numbers: Vec<u64>,
    /// Blocks and values that are gone when the run has ended.
    gone: Gone,
    /// Decisions of each stage, once all are made.
    decisions: Vec<Vec<Decided>>,
    most_steps: u64,
}

impl Noted {
    /// The route, with where addresses come from in each configuration, as another run on the same state has noted; none if it has not.
    fn route(mut self, origins: Option<Vec<Configuration>>, rules: &Rules) -> Option<Route> {
        let origins = origins?;
        let is_same = origins.iter().map(|configuration| configuration.number).eq(self.numbers.iter().copied());
        if !is_same || origins.is_empty() || self.decisions.len() != origins.len() + 1 {
            return None;
        }
        self.configurations.iter_mut().zip(&origins).for_each(|(place, origins)| place.add(origins));
        if !rules.has(Rule::WholeConfigurations) {
            self.configurations.iter_mut().for_each(Place::forget);
        }
        let Self { configurations, decisions, most_steps, .. } = self;
        Some(Route { configurations, decisions, most_steps })
    }
}

/// The addresses of the arguments.
fn addresses<D: Diagram>(states: &States<D>) -> Vec<u32> {
    states.skeleton.record().arguments.iter().map(|argument| argument.address).collect()
}

/// A value that was dropped twice.
fn dropped_twice(dropped: &[u32]) -> Option<Finding> {
    let mut seen = BTreeSet::new();
    let twice = dropped.iter().find(|token| !seen.insert(**token));
    twice.map(|token| Finding::Value { token: (*token).into(), problem: ValueProblem::DroppedTwice })
}

/// Dropping values that share memory cannot be judged.
fn unclear<D: Diagram>(states: &States<D>, state: &State) -> Option<Reason> {
    let (record, listed) = (states.skeleton.record(), states.skeleton.listed());
    let mut cells = listed.by_cell.keys().filter(|_| listed.is_unclear).map(|cell| &record.cells[*cell as usize]);
    let (cell, node) = cells.find_map(|cell| Some((cell, cell.node?)))?;
    Some(Reason::Leaves(Leaving {
        node: NodeName::Path(record.nodes[node as usize].path.clone()),
        field: cell.path.rsplit('.').next().unwrap_or_default().to_owned(),
        value: LeftValue::Owning,
        state: states.skeleton.transition(&states.space, state),
    }))
}

/// Whether the check takes its structures by value, so that nothing of them is left.
fn takes_by_value(record: &Record) -> bool {
    record.arguments.iter().any(|argument| argument.root.is_some() && argument.by_value)
}

impl<D: Diagram> States<D> {
    /// Memory for two summaries, in the snapshot that runs start from.
    fn reserve_scratch(&mut self) -> Result<[u32; 2], OutOfMemory> {
        let size = self.skeleton.record().types.iter().map(|ty| ty.summary_size).max().unwrap_or(0).max(1);
        self.skeleton.restore(&mut self.guest);
        let first = self.guest.machine.reserve(size, 16).ok_or(OutOfMemory)?;
        let second = self.guest.machine.reserve(size, 16).ok_or(OutOfMemory)?;
        self.skeleton.keep(&mut self.guest);
        Ok([first, second])
    }
}
