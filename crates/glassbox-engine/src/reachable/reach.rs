//! Reaches states by running operations, and has the oracle judge each.

use std::collections::BTreeMap;

use glassbox_vm::exec::Stopped;

use crate::explore::{Explorer, Function, Problem, Step, nothing_left};
use crate::oracle::{Oracle, Rejection, TokenProblem};
use crate::picture::Picture;
use crate::result::{
    Evidence, FailingHistory, Failure, Finding, LeakTime, NodeName, OutsideCause, Outsider, ValueProblem,
};

use super::{Found, Observations, ObservedState, OutsideValue, history};

/// A finding, or a state that is not among the checked ones, without its history.
enum Finds {
    Fails(Finding),
    Outside(OutsideCause),
}

/// Functions of a structure.
#[derive(Clone, Debug)]
pub(super) struct Functions {
    /// Functions that make the first states.
    pub(super) new: Vec<Function>,
    /// Paths of all checks of the type, each as an operation.
    pub(super) operations: Vec<(String, Function)>,
    /// Drops the structure.
    pub(super) end: Function,
}

/// The end of an attempt to reach all states.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum End {
    /// All states within the bounds are reached.
    Complete,
    /// So many operations were run that it had to end.
    TooMany,
    /// The search was stopped.
    Stopped,
}

/// Limits of an attempt to reach all states.
#[derive(Clone, Copy, Debug)]
pub(super) struct Most {
    /// Operations.
    pub(super) transitions: u64,
    /// Instructions.
    pub(super) steps: u64,
}

/// Runs operations until there are no new states, but no more than the limits say.
pub(super) fn reach(explorer: &mut Explorer, judge: &mut Judge<'_>, most: Most, go_on: &dyn Fn() -> bool) -> End {
    let functions = judge.functions;
    for new in &functions.new {
        explorer.each_choice(None, new, go_on, |explorer, step, result| {
            judge.arrive(explorer, &Arrival { from: None, by: None, step }, result);
            true
        });
    }
    judge.n_made = explorer.transitions;
    let mut next = 0;
    while let Some(&state) = judge.within.get(next) {
        if !go_on() {
            return End::Stopped;
        }
        for (path, operation) in &functions.operations {
            if explorer.transitions >= most.transitions || explorer.steps >= most.steps {
                return End::TooMany;
            }
            explorer.each_choice(Some(state), operation, go_on, |explorer, step, result| {
                judge.arrive(explorer, &Arrival { from: Some(state), by: Some(path), step }, result);
                true
            });
        }
        explorer.leave(state);
        next += 1;
    }
    // The last calls may be missing.
    if go_on() { End::Complete } else { End::Stopped }
}

/// Judges the states that are reached.
pub(super) struct Judge<'a> {
    oracle: &'a mut Oracle,
    functions: &'a Functions,
    /// States within the bounds.
    pub(super) within: Vec<usize>,
    /// How often the structure was made.
    pub(super) n_made: u64,
    /// Whether there are no valid states within the bounds.
    pub(super) is_without_states: bool,
    /// Whether a state could not be judged for lack of memory. Nothing is known then: it may be a small one.
    pub(super) is_out_of_memory: bool,
    /// States that are so large that they were not judged.
    pub(super) unjudged: usize,
    /// The first thing that was found, for each check whose operation led to it; without a path, it concerns all of them.
    pub(super) found: BTreeMap<Option<String>, Found>,
    /// Whether to keep observations.
    pub(super) observes: bool,
    /// The states within the bounds, and values that are not among the checked ones.
    pub(super) observations: Observations,
}

/// The step that leads to a state.
#[derive(Clone, Copy)]
struct Arrival<'a> {
    from: Option<usize>,
    /// The check whose operation it is; none for a constructor.
    by: Option<&'a str>,
    step: &'a Step,
}

impl<'a> Judge<'a> {
    pub(super) fn new(oracle: &'a mut Oracle, functions: &'a Functions) -> Self {
        Self {
            oracle,
            functions,
            within: Vec::new(),
            n_made: 0,
            is_without_states: false,
            is_out_of_memory: false,
            unjudged: 0,
            found: BTreeMap::new(),
            observes: false,
            observations: Observations::default(),
        }
    }

    /// Judges the state that a step leads to.
    fn arrive(&mut self, explorer: &mut Explorer, at: &Arrival<'_>, result: Result<u32, Stopped>) {
        let made = match result {
            Ok(made) => made,
            Err(stopped) => return self.note(explorer, at, None, Finds::Fails(Finding::Stopped(stopped))),
        };
        let subject = if at.from.is_none() { made } else { explorer.image_at_hand(at.from).subject };
        let Some(state) = explorer.arrive(at.from, at.step, subject) else { return };
        let foreign = |start: u32| explorer.is_foreign(start);
        match self.oracle.judge(explorer.machine(), &[subject], &foreign, &|| explorer.outside()) {
            Ok(accepted) => {
                if self.observes {
                    let record = self.oracle.record_of(&accepted);
                    let state = record.map(|record| ObservedState::new(record, accepted.choices()));
                    self.observations.states.extend(state);
                }
                if let Some(token) = explorer.lost_token(accepted.tokens()) {
                    let finding = Finding::Value { token: u64::from(token), problem: ValueProblem::Lost };
                    // The next operation would be blamed for it.
                    self.note(explorer, at, None, Finds::Fails(finding));
                } else {
                    self.drop_it(explorer, at, state);
                    if accepted.larger_by == 0 {
                        self.within.push(state);
                        return;
                    }
                }
            }
            Err(Rejection::Beyond) => self.unjudged += 1,
            Err(Rejection::OutOfMemory) => self.is_out_of_memory = true,
            Err(Rejection::NoStates(_)) => {
                self.is_without_states = true;
                self.unjudged += 1;
            }
            Err(rejection) => {
                if let Rejection::Outside { field, value, .. } = &rejection {
                    let (field, value) = (field.clone(), value.clone());
                    self.observations.outside.insert(OutsideValue { field, value });
                }
                self.note(explorer, at, None, finds(rejection, at.from.is_some()));
            }
        }
        explorer.leave(state);
    }

    /// Drops the structure.
    fn drop_it(&mut self, explorer: &mut Explorer, at: &Arrival<'_>, state: usize) {
        let image = explorer.image_at_hand(Some(state));
        let end = Step { function: self.functions.end.clone(), script: Vec::new() };
        let dropped = explorer.call(&image, &end.function, &[]);
        // A type that has nothing to drop leaves it to its users to free what it leads to.
        let left = dropped.map_err(|stopped| Problem::from(Finding::Stopped(stopped)));
        let left = left.and_then(|drops| if drops == 0 { Ok(()) } else { nothing_left(explorer) });
        match left {
            Ok(()) => {}
            Err(Problem::Finding(finding)) => self.note(explorer, at, Some(end), Finds::Fails(finding)),
            Err(Problem::Unclear(_)) => self.unjudged += 1,
        }
    }

    /// Notes the first thing that an operation leads to: the first bug, if there is one.
    fn note(&mut self, explorer: &mut Explorer, at: &Arrival<'_>, end: Option<Step>, finds: Finds) {
        let by = at.by.map(str::to_owned);
        match (self.found.get(&by), &finds) {
            (None, _) | (Some(Found::Outside(_)), Finds::Fails(_)) => {}
            (Some(_), _) => return,
        }
        let steps = explorer.steps_and(at.from, std::iter::once(at.step.clone()).chain(end).collect());
        let calls = history(explorer, steps);
        let found = match finds {
            Finds::Fails(finding) => {
                let evidence = Evidence::History(FailingHistory { calls, before: Picture::default() });
                Found::Fails(Box::new(Failure { finding, evidence, replay: String::new() }))
            }
            Finds::Outside(cause) => Found::Outside(Outsider { cause, history: calls }),
        };
        self.found.insert(by, found);
    }
}

/// What a state shows that the oracle does not accept. An operation that breaks the invariant of a valid state is wrong; a
/// constructor that does not keep it may be right, and the invariant too strong.
fn finds(rejection: Rejection, was_valid: bool) -> Finds {
    Finds::Fails(match rejection {
        Rejection::Stopped(stopped) => Finding::Stopped(stopped),
        Rejection::ReturnedFalse => Finding::ReturnedFalse,
        Rejection::Broken { field, problem } => Finding::BrokenState { field, problem },
        Rejection::Leaked { blocks, bytes, first } => {
            Finding::Leak { blocks, bytes, first: Some(*first), when: LeakTime::AfterRun }
        }
        Rejection::Value { token, problem } => {
            let problem = match problem {
                TokenProblem::DroppedTwice => ValueProblem::DroppedTwice,
                TokenProblem::DroppedAndThere => ValueProblem::TwoPlaces,
                TokenProblem::Lost => ValueProblem::Lost,
            };
            Finding::Value { token: u64::from(token), problem }
        }
        Rejection::Invalid { message, .. } if !was_valid => return Finds::Outside(OutsideCause::Invalid { message }),
        Rejection::Invalid { node, message: Some(message) } => {
            Finding::InvariantBroken { node: NodeName::Path(node), message, children: Vec::new() }
        }
        Rejection::Invalid { node, message: None } => Finding::GlobalInvariantBroken { node: NodeName::Path(node) },
        Rejection::Outside { field, value, listed } => {
            let expected = if listed.is_empty() { String::new() } else { format!(" ({})", listed.join(", ")) };
            let what = format!("`{field}` is {value}, and no state of the space has that there{expected}");
            return Finds::Outside(OutsideCause::NoSuchState { what });
        }
        // Neither is about a state that was reached.
        Rejection::Contents(what) | Rejection::NoStates(what) => {
            return Finds::Outside(OutsideCause::NoSuchState { what });
        }
        Rejection::Beyond | Rejection::OutOfMemory => {
            return Finds::Outside(OutsideCause::NoSuchState { what: "the state is too large".to_owned() });
        }
    })
}
