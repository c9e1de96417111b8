//! The loop: every valid state, every argument, with as few runs as possible.
//!
//! `remaining` is what is still to check. Pick a state, run the check on it, judge the outcome, and take away all
//! states that would have gone the same way. Glass-box model checking (Darga and Boyapati 2006); where they take away the
//! states with the same values of all fields that were looked at, we take away those with the same answers to all
//! questions, which are more.
//!
//! The sets that are taken away are disjoint, so their sizes add up to all there was. That is checked for every one of
//! them, by asking whether all of it was still there: the same as adding up the sizes and comparing at the end, but
//! cheaper, and it names the run that is at fault.

use glassbox_abi::names::CHECK_EXPORT_PREFIX;
use glassbox_space::{BigUint, Diagram, OutOfMemory, PartitionLimits, State};

use crate::finding::{Finding, FindingKind};
use crate::judge::{Before, Judge, Rule, Rules};
use crate::lookalikes::{Lookalikes, Prune};
use crate::skeleton::Reach;
use crate::states::States;

/// What is taken away after a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Strategy {
    /// The states that take the same path.
    Paths,
    /// The states with the same choices for all variables that the run depended on.
    Values,
    /// Only the state itself: every state is run. For comparison, and to compare with.
    Off,
}

/// How to search.
#[derive(Clone, Debug)]
pub struct Options {
    /// What is taken away after a run.
    pub strategy: Strategy,
    /// Steps of one run, and of judging it.
    pub fuel: u64,
    /// All of them, unless a test wants to see what happens without one.
    pub rules: Rules,
}

impl Options {
    /// Searches in this way, with all rules and as many steps as operations on small states ever need.
    pub fn new(strategy: Strategy) -> Self {
        Self { strategy, fuel: 1_000_000, rules: Rules::default() }
    }
}

/// To know the size of `remaining` takes as long as a run, so it is looked at only every so many runs.
const LOOKS_AT_SIZE: u64 = 16;

/// The answer for a whole check.
#[derive(Clone, Debug)]
pub enum Verdict {
    /// No state within the bounds fails.
    Holds,
    /// Some state fails.
    Fails(Box<Finding>),
    /// It is not known, for this reason.
    Unknown(String),
}

/// What a search found.
#[derive(Clone, Debug)]
pub struct Checked {
    /// The answer.
    pub verdict: Verdict,
    /// Pairs of a valid state and arguments.
    pub transitions: BigUint,
    /// How many of them are covered by the runs.
    pub covered: BigUint,
    /// Runs.
    pub runs: u64,
    /// The most diagram nodes that `remaining` had, as far as was looked.
    pub peak_nodes: usize,
}

/// Is told of every run.
pub trait Observer<D: Diagram> {
    /// A run from `state` ended, with a finding or not, and so would those from all states of `alike`. Whether to go on.
    fn after_run(&mut self, states: &States<D>, state: &State, finding: Option<&FindingKind>, alike: &D::Set) -> bool;
}

/// Stops at the first finding.
#[derive(Clone, Copy, Debug, Default)]
pub struct FirstFinding;

impl<D: Diagram> Observer<D> for FirstFinding {
    fn after_run(&mut self, _: &States<D>, _: &State, finding: Option<&FindingKind>, _: &D::Set) -> bool {
        finding.is_none()
    }
}

/// Decides a check whose states are known.
pub fn check<D: Diagram>(
    states: &mut States<D>,
    path: &str,
    options: &Options,
    observer: &mut impl Observer<D>,
) -> Result<Checked, OutOfMemory> {
    let function = states.guest.machine.module().exported_function(&format!("{CHECK_EXPORT_PREFIX}{path}"));
    let Some(function) = function else {
        return Ok(unknown(format!("the module has no check `{path}`")));
    };
    let all = states.transitions()?;
    if states.space.is_empty(&all) {
        return Ok(unknown("there is nothing to check: no valid state, or an argument without values".to_owned()));
    }
    let scratch = states.reserve_scratch()?;
    let prune = if options.strategy == Strategy::Values { Prune::Values } else { Prune::Paths };
    let mut lookalikes = Lookalikes::new(prune, PartitionLimits::default());
    let mut checked = Checked {
        verdict: Verdict::Holds,
        transitions: states.space.count(&all),
        covered: BigUint::ZERO,
        runs: 0,
        peak_nodes: 0,
    };
    let mut remaining = all.clone();
    while let Some(state) = states.space.least(&remaining) {
        let Ran { finding, n_decisions } = run(states, function, &state, scratch, options);
        checked.runs += 1;
        let alike = if options.strategy == Strategy::Off {
            states.only(&state)?
        } else {
            let tracker = states.guest.machine.tracker();
            let decisions = tracker.decisions().take(n_decisions);
            let alike = lookalikes.of(&mut states.space, tracker.terms(), decisions, &state)?;
            states.space.and(&alike, &all)?
        };
        debug_assert!(states.space.contains(&alike, &state), "a run covers at least its own state");
        if !states.space.is_subset(&alike, &remaining)? {
            checked.verdict = Verdict::Unknown(format!(
                "run {} covers states that an earlier one covered: this is a mistake in glassbox, please report it",
                checked.runs
            ));
            return Ok(checked);
        }
        if !observer.after_run(states, &state, finding.as_ref(), &alike) {
            checked.verdict = match finding {
                Some(kind) => Verdict::Fails(Box::new(Finding { kind, state })),
                None => Verdict::Unknown("the search was stopped".to_owned()),
            };
            checked.covered = &checked.transitions - states.space.count(&remaining);
            return Ok(checked);
        }
        if let (Some(kind), Verdict::Holds) = (finding, &checked.verdict) {
            checked.verdict = Verdict::Fails(Box::new(Finding { kind, state }));
        }
        remaining = states.space.minus(&remaining, &alike)?;
        if checked.runs % LOOKS_AT_SIZE == 1 {
            checked.peak_nodes = checked.peak_nodes.max(states.space.n_nodes(&remaining));
        }
    }
    // The only way to `Holds`: nothing remains, and nothing was covered twice.
    checked.covered.clone_from(&checked.transitions);
    Ok(checked)
}

fn unknown(reason: String) -> Checked {
    Checked {
        verdict: Verdict::Unknown(reason),
        transitions: BigUint::ZERO,
        covered: BigUint::ZERO,
        runs: 0,
        peak_nodes: 0,
    }
}

/// What became of a run.
struct Ran {
    finding: Option<FindingKind>,
    /// How many of the decisions in the log its lookalikes share.
    n_decisions: usize,
}

/// Runs the check on a state and judges what it left behind.
fn run<D: Diagram>(states: &mut States<D>, function: u32, state: &State, scratch: [u32; 2], options: &Options) -> Ran {
    states.write(state);
    let before = Before::new(states);
    let mut finding = execute(states, function, options).err();
    let n_running = states.guest.machine.tracker().decisions().len();
    if finding.is_none() {
        states.guest.machine.set_fuel(options.fuel);
        finding = Judge::new(states, state, &options.rules, scratch).judge(&before).err();
    }
    let n_all = states.guest.machine.tracker().decisions().len();
    let n_decisions = if options.rules.has(Rule::JudgingDecides) { n_all } else { n_running };
    Ran { finding, n_decisions }
}

fn execute<D: Diagram>(states: &mut States<D>, function: u32, options: &Options) -> Result<(), FindingKind> {
    let arguments: Vec<u32> = states.skeleton.record().arguments.iter().map(|argument| argument.address).collect();
    states.guest.machine.set_fuel(options.fuel);
    let answer = if options.rules.has(Rule::AnswersDecide) {
        states.guest.ask(function, &arguments)
    } else {
        states.guest.invoke(function, &arguments).map(|results| results.first().is_none_or(|result| result.value != 0))
    };
    if answer.map_err(FindingKind::Stopped)? { Ok(()) } else { Err(FindingKind::Refuted) }
}

impl<D: Diagram> States<D> {
    /// All pairs of a valid state and arguments.
    pub fn transitions(&mut self) -> Result<D::Set, OutOfMemory> {
        let mut all = self.initial.valid.clone();
        for (index, variable) in (0..).zip(self.skeleton.record().variables.clone()) {
            if variable.node.is_none() {
                let matters = self.skeleton.guard(&self.space, &variable.condition)?;
                let first = self.space.guard(self.skeleton.variable(index), 0);
                all = self.space.and(&all, &self.space.or(&matters, &first)?)?;
            }
        }
        Ok(all)
    }

    /// Writes a state and its arguments into the machine's memory, ready for a run.
    pub fn write(&mut self, state: &State) {
        self.skeleton.restore(&mut self.guest);
        for node in 0..self.skeleton.n_nodes() {
            self.skeleton.write_node(&mut self.guest, &self.space, node, state, Reach::Below);
        }
        self.skeleton.write_arguments(&mut self.guest, &self.space, state);
    }

    /// The set of this state alone.
    fn only(&self, state: &State) -> Result<D::Set, OutOfMemory> {
        let mut only = self.space.full();
        for &variable in self.space.base_variables() {
            let choice = self.space.choice(variable, state).expect("base variables have a choice");
            only = self.space.and(&only, &self.space.guard(variable, choice))?;
        }
        Ok(only)
    }

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
