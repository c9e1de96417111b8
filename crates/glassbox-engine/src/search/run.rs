//! One run: the check on one state, and the judgement on the memory that it leaves.

use std::ops::Range;

use glassbox_abi::Skeleton as Record;
use glassbox_abi::names::{CHECK_EXPORT_PREFIX, DROP_EXPORT_PREFIX};
use glassbox_space::{Diagram, OutOfMemory, State};
use glassbox_vm::exec::{Stop, Stopped};
use glassbox_vm::track::Decided;

use super::dropped::judge_dropped;
use super::options::Options;
use crate::audit::oracle_of;
use crate::judge::{Judge, Judgement, watch_writes};
use crate::layouts::InLayouts;
use crate::result::{AddressDependence, Difference, Finding, LeakTime, Leaving, LeftValue, NodeName, Reason};
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
    /// Memory for two summaries.
    scratch: [u32; 2],
    fuel: u64,
    rules: Rules,
}

/// The result of a run.
#[derive(Debug)]
pub(super) struct Ran {
    pub(super) finding: Option<Finding>,
    /// The reason why nothing is known about the state that the run leaves.
    pub(super) unknown: Option<Reason>,
    /// Decisions that the run depended on.
    pub(super) decisions: Decisions,
}

/// Decisions of a run: first those of the operation, then those of the judge.
#[derive(Clone, Debug)]
pub(super) struct Decisions {
    all: Vec<Decided>,
    n_running: usize,
}

impl Decisions {
    pub(super) fn all(&self) -> &[Decided] {
        &self.all
    }

    pub(super) fn of_operation(&self) -> &[Decided] {
        &self.all[..self.n_running]
    }

    pub(super) fn of_judging(&self) -> &[Decided] {
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
        let prefix = if options.drops { DROP_EXPORT_PREFIX } else { CHECK_EXPORT_PREFIX };
        let function = states.guest.machine.module().exported_function(&format!("{prefix}{path}"));
        let Some(function) = function else { return Ok(None) };
        let drops = options.drops;
        let scratch = states.reserve_scratch()?;
        Ok(Some(Self {
            path: path.to_owned(),
            function,
            drops,
            scratch,
            fuel: options.fuel,
            rules: options.rules.clone(),
        }))
    }

    /// Runs the check on a state and judges the memory that it leaves.
    pub(super) fn run<D: Diagram>(&self, states: &mut States<D>, state: &State) -> Result<Ran, OutOfMemory> {
        let depended_before = states.outside.take_unknown();
        states.write(state);
        watch_writes(states);
        let (mut finding, mut unknown) = (self.execute(states).err(), None);
        let n_running = states.guest.machine.tracker().decisions().len();
        states.outside.note_operation(&mut states.guest);
        if finding.is_none() {
            states.guest.machine.set_fuel(self.fuel);
            if self.drops {
                finding = judge_dropped(states, state, LeakTime::AfterDrop)?;
                unknown = unclear(states, state);
            } else if takes_by_value(states.skeleton.record()) {
                finding = judge_dropped(states, state, LeakTime::AfterMove)?;
                unknown = unclear(states, state);
            } else {
                match Judge::new(states, state, &self.rules, self.scratch).judge()? {
                    Judgement::Fine => {}
                    Judgement::Leaves(value) => {
                        let state = states.skeleton.transition(&states.space, state);
                        unknown = Some(Reason::Leaves(Leaving { state, ..value }));
                    }
                    Judgement::Broken(broken) => finding = Some(broken),
                }
            }
        }
        states.outside.note_unknown(&states.guest);
        let depends = states.outside.take_unknown();
        states.outside.add_unknown(depends || depended_before);
        let depends_on_any = (depends || states.initial.depends_on_any) && self.rules.has(Rule::AnyValue);
        let decisions = states.guest.machine.tracker().decisions();
        let n_decisions = if self.rules.has(Rule::JudgingDecides) { decisions.len() } else { n_running };
        let decisions = Decisions { all: decisions.take(n_decisions).collect(), n_running };
        // A check that may leave the checked states can hold, so its runs must not depend on addresses either.
        let can_hold = finding.is_none() && (unknown.is_none() || states.skeleton.may_leave());
        if can_hold && self.rules.has(Rule::Layouts) {
            let depends;
            (finding, depends) = self.run_in_layouts(states, state);
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
        Ok(Ran { finding, unknown, decisions })
    }

    /// Runs the check in other layouts of memory, after a run that held.
    fn run_in_layouts<D: Diagram>(&self, states: &mut States<D>, state: &State) -> (Option<Finding>, Option<Reason>) {
        let choices = states.skeleton.choices(&states.space, state);
        let depends = |dependence| (None, Some(Reason::DependsOnAddresses(dependence)));
        match states.layouts.run(self.function, self.fuel, &choices) {
            InLayouts::Fails(finding) => (Some(finding), None),
            InLayouts::ByNumber(run) => (None, Some(Reason::DecidesByNumber(run))),
            InLayouts::KeepsNumber if self.rules.has(Rule::KeptNumbers) && self.keeps_a_number(states, &choices) => {
                depends(AddressDependence::KeptNumber { state: states.skeleton.transition(&states.space, state) })
            }
            InLayouts::Alike | InLayouts::KeepsNumber => (None, None),
            InLayouts::NoStates => depends(AddressDependence::ValidStates),
            InLayouts::Differs => {
                let state = states.skeleton.transition(&states.space, state);
                depends(AddressDependence::State { state, difference: Difference::OtherMemory })
            }
        }
    }

    /// Whether a run leaves a number that was computed from an address and means something. Compiled code stores leftovers of
    /// registers where a value has no bytes, as in `None`; whether a number is one of these takes a full judge to see.
    fn keeps_a_number<D: Diagram>(&self, states: &mut States<D>, choices: &[u32]) -> bool {
        // The judge runs checks, and of what is dropped nothing is left that could have such bytes.
        self.drops || oracle_of(states).keeps_a_number(choices)
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
        let result = self.execute(states);
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
        let result = self.execute(states);
        states.guest.machine.tracker_mut().watch_outside(None);
        match result {
            Err(Finding::Stopped(Stopped { stop: Stop::Breakpoint { .. }, trace })) => Some(trace),
            _ => None,
        }
    }

    /// Runs the check on the state that is in memory.
    fn execute<D: Diagram>(&self, states: &mut States<D>) -> Result<(), Finding> {
        let arguments: Vec<u32> = states.skeleton.record().arguments.iter().map(|argument| argument.address).collect();
        states.guest.machine.set_fuel(self.fuel);
        let answer = if self.rules.has(Rule::AnswersDecide) {
            states.guest.ask(self.function, &arguments)
        } else {
            let results = states.guest.invoke(self.function, &arguments);
            results.map(|results| results.first().is_none_or(|result| result.value != 0))
        };
        if answer.map_err(Finding::Stopped)? { Ok(()) } else { Err(Finding::ReturnedFalse) }
    }
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
