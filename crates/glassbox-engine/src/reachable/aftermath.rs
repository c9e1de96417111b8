//! Operations on what a panic or a lie has left.
//!
//! The search of a check drops what a disturbance leaves (`disturbed.rs`). Programs may also go on with it. So in a build with
//! disturbances all checks of a structure are run as operations once more, from its constructors, and something goes wrong in them. What is
//! left is dropped, and is given to [`MOST_AFTER`] more operations; after each of them it is dropped, too. Only memory errors are findings.
//!
//! A valid state need not be tried further: the check holds for it. Nor is a state judged in which nothing has gone wrong: others do that.

use std::collections::{BTreeMap, VecDeque};

use glassbox_vm::exec::Stopped;

use super::reach::{End, Functions, Most};
use super::{Found, history};
use crate::explore::{Disturbing, Explorer, Step};
use crate::oracle::{Oracle, Rejection};
use crate::picture::Picture;
use crate::planned::is_forgiven;
use crate::result::{Evidence, FailingHistory, Failure, Finding};

/// The most operations on what a disturbance has left.
pub(crate) const MOST_AFTER: u32 = 3;

/// A state on which operations are run.
#[derive(Clone, Debug)]
struct Reached {
    state: usize,
    /// The check in which something has gone wrong, and the number of operations since then.
    after: Option<(String, u32)>,
}

/// Runs operations in which something goes wrong, and others after them, until there are no new states.
pub(super) struct Aftermath<'a> {
    pub(super) explorer: &'a mut Explorer,
    pub(super) oracle: &'a mut Oracle,
    pub(super) functions: &'a Functions,
    todo: VecDeque<Reached>,
    /// The first bug after a disturbance in each check.
    pub(super) found: BTreeMap<Option<String>, Found>,
    /// Whether a state was reached on which operations were run.
    pub(super) has_states: bool,
    /// Whether a state could not be judged for lack of memory. Nothing is known then: operations could lead to more from it.
    pub(super) is_out_of_memory: bool,
}

impl<'a> Aftermath<'a> {
    pub(super) fn new(explorer: &'a mut Explorer, oracle: &'a mut Oracle, functions: &'a Functions) -> Self {
        explorer.set_disturbing(Disturbing::On);
        Self {
            explorer,
            oracle,
            functions,
            todo: VecDeque::new(),
            found: BTreeMap::new(),
            has_states: false,
            is_out_of_memory: false,
        }
    }

    pub(super) fn run(&mut self, most: Most, go_on: &dyn Fn() -> bool) -> End {
        let functions = self.functions;
        for new in &functions.new {
            self.each(None, None, new, go_on);
        }
        self.has_states = !self.todo.is_empty();
        while let Some(reached) = self.todo.pop_front() {
            for (path, operation) in &functions.operations {
                if !go_on() {
                    return End::Stopped;
                }
                if self.explorer.transitions >= most.transitions || self.explorer.steps >= most.steps {
                    return End::TooMany;
                }
                self.each(Some(&reached), Some(path), operation, go_on);
            }
            self.explorer.leave(reached.state);
        }
        if go_on() { End::Complete } else { End::Stopped }
    }

    fn each(
        &mut self,
        from: Option<&Reached>,
        by: Option<&str>,
        function: &crate::explore::Function,
        go_on: &dyn Fn() -> bool,
    ) {
        let Self { explorer, oracle, functions, todo, found, is_out_of_memory, .. } = self;
        let state = from.map(|from| from.state);
        explorer.each_choice(state, function, go_on, |explorer, step, result| {
            let mut arrival = Arrival { explorer, oracle, functions, todo, found, is_out_of_memory };
            arrival.judge(from, by, step, result);
            true
        });
    }
}

/// A state that a step leads to.
struct Arrival<'a> {
    explorer: &'a mut Explorer,
    oracle: &'a mut Oracle,
    functions: &'a Functions,
    todo: &'a mut VecDeque<Reached>,
    found: &'a mut BTreeMap<Option<String>, Found>,
    is_out_of_memory: &'a mut bool,
}

impl Arrival<'_> {
    fn judge(&mut self, from: Option<&Reached>, by: Option<&str>, step: &Step, result: Result<u32, Stopped>) {
        let is_disturbed = self.explorer.is_disturbed();
        let before = from.and_then(|from| from.after.clone());
        let after = match before {
            Some((by, operations)) => Some((by, operations + 1)),
            None => by.map(|by| (by.to_owned(), 0)).filter(|_| is_disturbed),
        };
        let from = from.map(|from| from.state);
        let made = match result {
            Ok(made) => made,
            Err(stopped) => {
                // What happens without a disturbance, others judge.
                if is_disturbed && !is_forgiven(&stopped.stop) {
                    self.note(from, step, None, after, stopped);
                }
                return;
            }
        };
        let subject = if from.is_none() { made } else { self.explorer.image_at_hand(from).subject };
        let Some(state) = self.explorer.arrive(from, step, subject) else { return };
        let explorer = &*self.explorer;
        let foreign = |start: u32| explorer.is_foreign(start);
        let judged = self.oracle.judge(explorer.machine(), &[subject], &foreign, &|| explorer.outside());
        *self.is_out_of_memory |= matches!(judged, Err(Rejection::OutOfMemory));
        let goes_on = match (&judged, &after) {
            (Ok(accepted), None) => accepted.larger_by == 0,
            (Err(_), Some((_, operations))) => {
                self.is_dropped(from, step, state, after.as_ref()) && *operations < MOST_AFTER
            }
            (Err(_), None) | (Ok(_), Some(_)) => false,
        };
        if goes_on {
            self.todo.push_back(Reached { state, after });
        }
        self.explorer.leave(state);
    }

    /// Drops the structure. Whether that shows no bug.
    fn is_dropped(&mut self, from: Option<usize>, step: &Step, state: usize, after: Option<&(String, u32)>) -> bool {
        let image = self.explorer.image_at_hand(Some(state));
        let end = Step { function: self.functions.end.clone(), script: Vec::new() };
        match self.explorer.call(&image, &end.function, &[]) {
            Err(stopped) if !is_forgiven(&stopped.stop) => {
                self.note(from, step, Some(end), after.cloned(), stopped);
                false
            }
            _ => true,
        }
    }

    /// Notes the first bug after a disturbance in a check.
    fn note(
        &mut self,
        from: Option<usize>,
        step: &Step,
        end: Option<Step>,
        after: Option<(String, u32)>,
        stopped: Stopped,
    ) {
        let by = after.map(|(by, _)| by);
        if self.found.contains_key(&by) {
            return;
        }
        let steps = self.explorer.steps_and(from, std::iter::once(step.clone()).chain(end).collect());
        let calls = history(self.explorer, steps);
        let evidence = Evidence::History(FailingHistory { calls, before: Picture::default() });
        let finding = Finding::Stopped(stopped);
        self.found.insert(by, Found::Fails(Box::new(Failure { finding, evidence, replay: String::new() })));
    }
}
