//! The levels: all states after one operation, after two, and so on; and what must hold in each of them.

use std::sync::Arc;

use glassbox_vm::exec::Stopped;
use glassbox_vm::heap::Layout;
use glassbox_vm::module::Module;

use super::canonical::{Matching, Walk};
use super::explorer::{Explorer, Step};
use super::harness::{Function, Harness, HarnessError};
use super::outcome::{Explored, Fault, FaultKind, Role, Verdict};
use crate::catalog::Check;

/// How far to go.
#[derive(Clone, Copy, Debug)]
pub struct Bounds {
    /// The most operations of a history.
    pub operations: u32,
    /// The most values, and the most different keys, of a state that is gone on from.
    pub elements: Option<u32>,
    /// The most states; beyond them nothing is known.
    pub states: usize,
    /// When two states are one.
    pub matching: Matching,
}

/// States of an exploration, if nobody says how many. Each takes some kilobytes.
const MOST_STATES: usize = 1_000_000;

impl Bounds {
    /// Of so many operations, and nothing else.
    pub fn operations(operations: u32) -> Self {
        Self { operations, elements: None, states: MOST_STATES, matching: Matching::Exactly }
    }
}

/// How far an exploration is.
#[derive(Clone, Copy, Debug)]
pub struct Seen {
    /// Operations of the histories that are being tried.
    pub operations: u32,
    /// States so far.
    pub states: usize,
    /// Of the states of the level before, how many are done.
    pub done: usize,
    /// And how many there are.
    pub of: usize,
}

/// Asked now and then: go on?
pub type KeepExploring<'a> = &'a dyn Fn(Seen) -> bool;

/// Explores. If runs have asked how blocks lie to each other, it does so in two layouts of the heap.
pub fn explore(
    module: &Arc<Module>,
    exploration: &Check,
    bounds: Bounds,
    go_on: KeepExploring<'_>,
) -> Result<Explored, HarnessError> {
    let mut search = Search::new(module, exploration, bounds, Layout::Upward)?;
    let (first, questions) = search.run(go_on);
    if bounds.matching == Matching::Shape && matches!(first.verdict, Verdict::Holds) {
        let text = "states of one shape counted as one, whatever numbers were in them: nothing was found, and nothing is known \
                    of the others";
        return Ok(Explored { verdict: Verdict::Unknown(text.to_owned()), ..first });
    }
    let by_number = || {
        let text = "operations decide by an address, a key or a value as a number: another number might lead elsewhere";
        Verdict::Unknown(text.to_owned())
    };
    if questions.raw > 0 && matches!(first.verdict, Verdict::Holds) {
        return Ok(Explored { verdict: by_number(), ..first });
    }
    if questions.order == 0 || !matches!(first.verdict, Verdict::Holds) {
        return Ok(first);
    }
    let counts = |explored: &Explored| (explored.levels.clone(), explored.states, explored.transitions);
    // Mixed states are equal only to themselves, so that how many there are depends on the layout.
    let has_mixed = search.explorer.has_mixed();
    let forms = search.explorer.into_comparable();
    let mut search = Search::new(module, exploration, bounds, Layout::Downward)?;
    let (second, questions) = search.run(go_on);
    let is_counted = has_mixed || search.explorer.has_mixed() || counts(&second) == counts(&first);
    let is_same = is_counted && search.explorer.into_comparable() == forms;
    let verdict = match second.verdict {
        Verdict::Holds if questions.raw > 0 => by_number(),
        Verdict::Holds if is_same => Verdict::Holds,
        Verdict::Holds => Verdict::Unknown(format!(
            "what operations do depends on where blocks lie, or on the numbers of keys and values: the {} states in one layout \
             of the heap are not the {} in another, or are not reached in the same way",
            first.states, second.states
        )),
        other => other,
    };
    Ok(Explored { verdict, ..first })
}

/// What runs have asked that the form of a state does not say.
struct Questions {
    /// How blocks lie to each other.
    order: u64,
    /// What number an address, a key or a value has.
    raw: u64,
}

/// A run that failed: where it began, and with what.
struct Failed {
    from: Option<usize>,
    steps: Vec<Step>,
    kind: FaultKind,
}

struct Search {
    harness: Harness,
    explorer: Explorer,
    bounds: Bounds,
    /// Whether some state has values or keys.
    has_elements: bool,
}

impl Search {
    fn new(module: &Arc<Module>, exploration: &Check, bounds: Bounds, layout: Layout) -> Result<Self, HarnessError> {
        let harness = Harness::new(module, exploration)?;
        let mut explorer = Explorer::new(module, layout, harness.seed)?;
        explorer.set_matching(bounds.matching);
        Ok(Self { harness, explorer, bounds, has_elements: false })
    }

    /// All levels; and what runs have asked.
    fn run(&mut self, go_on: KeepExploring<'_>) -> (Explored, Questions) {
        let mut levels = Vec::new();
        let mut verdict = None;
        let mut is_complete = false;
        let mut operations = 0;
        match self.construct() {
            Err(failed) => verdict = Some(self.told(failed)),
            Ok(()) if self.explorer.n_states() == 0 => {
                verdict = Some(Verdict::Unknown("no constructor makes a subject, so nothing was tried".to_owned()));
            }
            Ok(()) => levels.push(self.explorer.n_states()),
        }
        let mut level = 0..self.explorer.n_states();
        while verdict.is_none() && operations < self.bounds.operations && !is_complete {
            let end = self.explorer.n_states();
            verdict = self.level(level.clone(), operations, go_on);
            if verdict.is_none() {
                operations += 1;
                level = end..self.explorer.n_states();
                levels.push(level.len());
                is_complete = level.is_empty();
            }
        }
        let mut never = Vec::new();
        if verdict.is_none() && operations > 0 {
            never = self.never_possible();
            let mut on_states = self.harness.on_states().peekable();
            if on_states.peek().is_some() && on_states.all(|function| never.contains(&function.name)) {
                let text = "no operation is possible in any state, so nothing was tried";
                verdict = Some(Verdict::Unknown(text.to_owned()));
            }
        }
        let explored = Explored {
            verdict: verdict.unwrap_or(Verdict::Holds),
            states: self.explorer.n_forms(),
            transitions: self.explorer.transitions,
            operations,
            is_complete,
            levels,
            elements: self.bounds.elements,
            has_elements: self.has_elements,
            has_one_seed: self.explorer.uses_seed,
            never,
        };
        let tracker = self.explorer.machine().tracker();
        (explored, Questions { order: tracker.n_order_questions(), raw: tracker.n_raw_questions() })
    }

    /// Runs everything on all states of a level, which histories of `operations` operations lead to.
    fn level(&mut self, level: std::ops::Range<usize>, operations: u32, go_on: KeepExploring<'_>) -> Option<Verdict> {
        let of = level.len();
        for (done, index) in level.enumerate() {
            let states = self.explorer.n_states();
            let so_far = format!("histories of {operations} operations are done");
            if !go_on(Seen { operations: operations + 1, states, done, of }) {
                return Some(Verdict::Unknown(format!("it was stopped after {states} states; {so_far}")));
            }
            if states > self.bounds.states {
                let most = self.bounds.states;
                return Some(Verdict::Unknown(format!("there are more than {most} states; {so_far}")));
            }
            if let Err(failed) = self.expand(index) {
                return Some(self.told(failed));
            }
        }
        None
    }

    fn construct(&mut self) -> Result<(), Failed> {
        let constructors = self.harness.constructors.clone();
        constructors.iter().try_for_each(|function| self.run_all(None, function))
    }

    /// Runs everything on a state, unless it is too large.
    fn expand(&mut self, index: usize) -> Result<(), Failed> {
        let n_elements = self.explorer.image(Some(index)).n_elements();
        self.has_elements |= n_elements > 0;
        if self.bounds.elements.is_some_and(|most| n_elements > most as usize) {
            self.explorer.leave(index);
            return Ok(());
        }
        let functions: Vec<Function> = self.harness.on_states().cloned().collect();
        functions.iter().try_for_each(|function| self.run_all(Some(index), function))?;
        self.explorer.leave(index);
        Ok(())
    }

    /// Runs a function with every choice of arguments, and looks at what became of it.
    fn run_all(&mut self, from: Option<usize>, function: &Function) -> Result<(), Failed> {
        let mut failed = None;
        let harness = &self.harness;
        self.explorer.each_choice(from, function, |explorer, step, result| {
            let judged = match (result, step.function.role) {
                (Err(stopped), _) => Err((FaultKind::Stopped(stopped), None)),
                (Ok(made), Role::Makes) => reached(explorer, harness, from, step, made),
                (Ok(_), Role::Takes) => nothing_left(explorer).map_err(|kind| (kind, None)),
                (Ok(_), Role::Changes | Role::Looks) => {
                    let subject = explorer.image(from).subject;
                    reached(explorer, harness, from, step, subject)
                }
            };
            failed = judged.err().map(|(kind, more)| {
                let steps = std::iter::once(step.clone()).chain(more).collect();
                Failed { from, steps, kind }
            });
            failed.is_none()
        });
        failed.map_or(Ok(()), Err)
    }

    /// Functions that always gave up.
    fn never_possible(&self) -> Vec<String> {
        let Harness { constructors, laws, .. } = &self.harness;
        let all = constructors.iter().chain(self.harness.on_states()).chain(laws);
        all.filter(|function| !self.explorer.was_possible(function)).map(|function| function.name.clone()).collect()
    }

    /// A failure with its history.
    fn told(&mut self, failed: Failed) -> Verdict {
        let (history, memory) = self.explorer.history(failed.from, failed.steps, self.harness.show.as_ref());
        Verdict::Fails(Box::new(Fault { kind: failed.kind, history, memory }))
    }
}

/// The machine is in a state: if it is a new one, the laws are asked and its end is tried. What is wrong, and the step that
/// showed it, if it was one more.
fn reached(
    explorer: &mut Explorer,
    harness: &Harness,
    from: Option<usize>,
    step: &Step,
    subject: u32,
) -> Result<(), (FaultKind, Option<Step>)> {
    let Some(state) = explorer.arrive(from, step, subject) else { return Ok(()) };
    let image = explorer.image(Some(state));
    for law in &harness.laws {
        let mut broken = None;
        explorer.each_choice_on(&image, law, |_, step, result| {
            broken = match result {
                Ok(0) => Some((FaultKind::Law(law.name.clone()), Some(step.clone()))),
                Ok(_) => None,
                Err(stopped) => Some((FaultKind::Stopped(stopped), Some(step.clone()))),
            };
            broken.is_none()
        });
        broken.map_or(Ok(()), Err)?;
    }
    let end = Step { function: harness.drop.clone(), script: Vec::new() };
    let dropped: Result<u32, Stopped> = explorer.call(&image, &harness.drop, Vec::new());
    let left = dropped.map_err(FaultKind::Stopped).and_then(|_| nothing_left(explorer));
    left.map_err(|kind| (kind, Some(end)))
}

/// Whether all is gone that was made since the start, except for what statics hold.
fn nothing_left(explorer: &Explorer) -> Result<(), FaultKind> {
    let Walk { lost, lost_tokens, .. } = explorer.leftovers();
    if let Some(token) = lost_tokens.first() {
        return Err(FaultKind::LostValue(*token));
    }
    let Some(&(address, size)) = lost.first() else { return Ok(()) };
    let block = explorer.machine().heap().block_at_or_before(address);
    let trace = block.map(|block| block.allocated.to_vec()).unwrap_or_default();
    Err(FaultKind::Leak { size, trace })
}
