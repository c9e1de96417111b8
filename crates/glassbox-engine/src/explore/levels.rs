//! The levels of an exploration: all states after one operation, after two, and so on, with the checks in each state.

use std::sync::Arc;

use glassbox_abi::names;
use glassbox_vm::exec::Stopped;
use glassbox_vm::heap::Layout;
use glassbox_vm::module::Module;

use super::canonical::Matching;
use super::explorer::{Explorer, Step};
use super::failure::{Failed, failure, nothing_left};
use super::harness::{Function, Harness};
use crate::catalog::Subject;
use crate::observer::{Event, Observer, SharedObserver};
use crate::result::{AddressDependence, Bounds, Finding, HarnessError, Reason, SearchEnd, StoppedAt};
use crate::user_function::undecided;

/// Default limit on the states of an exploration. Each takes some kilobytes.
const MOST_STATES: usize = 1_000_000;

/// Limits of an exploration.
#[derive(Clone, Copy, Debug)]
struct Limits {
    /// The most operations of a history.
    operations: u32,
    /// The most values, and the most different keys, of a state that is explored further.
    elements: Option<u32>,
    /// The most states; an exploration with more is undecided.
    states: usize,
}

impl Limits {
    fn new(bounds: &Bounds) -> Self {
        Self {
            operations: bounds.get(names::OPERATIONS).unwrap_or(u32::MAX),
            elements: bounds.get(names::ELEMENTS),
            states: bounds.get(names::STATES).map_or(MOST_STATES, |most| most as usize),
        }
    }
}

/// The result of an exploration. It is not a verdict: only [`decide`](crate::decide) gives one.
#[derive(Clone, Debug)]
pub struct Explored {
    /// How it ended.
    pub end: SearchEnd,
    /// The bounds in force.
    pub bounds: Bounds,
    /// Different states.
    pub states: usize,
    /// Calls on a state, each with its arguments.
    pub transitions: u64,
    /// Operations of the longest histories.
    pub operations: u32,
    /// Whether longer histories lead to no other states.
    pub is_complete: bool,
    /// Number of new states for each length of history, from 0.
    pub levels: Vec<usize>,
    /// Whether some state has values or keys.
    pub has_elements: bool,
    /// Whether a hasher of std was made, for which only one seed was tried.
    pub has_one_seed: bool,
    /// Functions that gave up with all arguments in all states, so nothing is known about them.
    pub never: Vec<String>,
    /// Number of layouts of the heap that were explored: two if a run has compared the addresses of blocks, else one.
    pub layouts: u32,
}

/// Explores; if runs have asked how blocks lie to each other, in two layouts of the heap. `bounds` override those in
/// the attribute.
pub fn explore(
    module: &Arc<Module>,
    exploration: &Subject,
    bounds: &Bounds,
    matching: Matching,
    observer: &mut dyn Observer,
) -> Result<Explored, HarnessError> {
    explore_with(module, exploration, bounds, matching, &SharedObserver::new(observer))
}

/// [`explore`] with an observer that is shared.
pub(crate) fn explore_with(
    module: &Arc<Module>,
    exploration: &Subject,
    bounds: &Bounds,
    matching: Matching,
    observer: &SharedObserver<'_>,
) -> Result<Explored, HarnessError> {
    let bounds = exploration.bounds.clone().overridden_by(bounds);
    let mut search = Search::new(module, exploration, &bounds, matching, Layout::Upward)?;
    let (first, questions) = search.run(observer);
    if first.end != SearchEnd::Covered {
        return Ok(first);
    }
    if matching == Matching::Shape {
        return Ok(Explored { end: Reason::ShapesOnly.into(), ..first });
    }
    if questions.raw > 0 {
        return Ok(Explored { end: Reason::DecidesByNumber.into(), ..first });
    }
    if questions.order == 0 {
        return Ok(first);
    }
    let counts = |explored: &Explored| (explored.levels.clone(), explored.states, explored.transitions);
    // Mixed states are equal only to themselves, so their number depends on the layout.
    let has_mixed = search.explorer.has_mixed();
    let forms = search.explorer.into_comparable();
    let mut search = Search::new(module, exploration, &bounds, matching, Layout::Downward)?;
    let (second, questions) = search.run(observer);
    let is_counted = has_mixed || search.explorer.has_mixed() || counts(&second) == counts(&first);
    let is_same = is_counted && search.explorer.into_comparable() == forms;
    let end = match second.end {
        SearchEnd::Covered if questions.raw > 0 => Reason::DecidesByNumber.into(),
        SearchEnd::Covered if is_same => SearchEnd::Covered,
        SearchEnd::Covered => {
            let counts = AddressDependence::Explorations { first: first.states, second: second.states };
            Reason::DependsOnAddresses(counts).into()
        }
        other => other,
    };
    Ok(Explored { end, layouts: 2, ..first })
}

/// Questions of runs that the form of a state does not answer.
struct Questions {
    /// Questions about the order of blocks in memory.
    order: u64,
    /// Questions about the number of an address, a key or a value.
    raw: u64,
}

struct Search {
    harness: Harness,
    explorer: Explorer,
    bounds: Bounds,
    limits: Limits,
    layout: Layout,
    /// Whether some state has values or keys.
    has_elements: bool,
    /// The reason why the first run that decides nothing does not.
    undecided: Option<Reason>,
}

impl Search {
    fn new(
        module: &Arc<Module>,
        exploration: &Subject,
        bounds: &Bounds,
        matching: Matching,
        layout: Layout,
    ) -> Result<Self, HarnessError> {
        let harness = Harness::new(module, exploration)?;
        let mut explorer = Explorer::new(module, layout, harness.seed)?;
        explorer.set_matching(matching);
        let limits = Limits::new(bounds);
        Ok(Self { harness, explorer, bounds: bounds.clone(), limits, layout, has_elements: false, undecided: None })
    }

    /// Explores all levels. Returns the result, and the questions that runs asked.
    fn run(&mut self, observer: &SharedObserver<'_>) -> (Explored, Questions) {
        let mut levels = Vec::new();
        let mut end = None;
        let mut is_complete = false;
        let mut operations = 0;
        match self.construct() {
            Err(failed) => end = Some(self.failed(failed)),
            Ok(()) if self.explorer.n_states() == 0 => {
                end = Some(self.undecided.clone().unwrap_or(Reason::NoConstructor).into());
            }
            Ok(()) => levels.push(self.explorer.n_states()),
        }
        let mut level = 0..self.explorer.n_states();
        while end.is_none() && operations < self.limits.operations && !is_complete {
            let n_before = self.explorer.n_states();
            end = self.level(level.clone(), operations, observer);
            if end.is_none() {
                operations += 1;
                level = n_before..self.explorer.n_states();
                levels.push(level.len());
                is_complete = level.is_empty();
            }
        }
        let mut never = Vec::new();
        if end.is_none() && operations > 0 && self.undecided.is_none() {
            never = self.never_possible();
            let mut on_states = self.harness.on_states().peekable();
            if on_states.peek().is_some() && on_states.all(|function| never.contains(&function.name)) {
                end = Some(Reason::NoOperation.into());
            }
        }
        // Runs that decide nothing lead nowhere; a failure of others counts.
        let end = end.or_else(|| self.undecided.clone().map(SearchEnd::from));
        let explored = Explored {
            end: end.unwrap_or(SearchEnd::Covered),
            bounds: self.bounds.clone(),
            states: self.explorer.n_forms(),
            transitions: self.explorer.transitions,
            operations,
            is_complete,
            levels,
            has_elements: self.has_elements,
            has_one_seed: self.explorer.uses_seed,
            never,
            layouts: 1,
        };
        let tracker = self.explorer.machine().tracker();
        (explored, Questions { order: tracker.n_order_questions(), raw: tracker.n_raw_questions() })
    }

    /// Runs all functions on all states of a level, which histories of `operations` operations lead to.
    fn level(
        &mut self,
        level: std::ops::Range<usize>,
        operations: u32,
        observer: &SharedObserver<'_>,
    ) -> Option<SearchEnd> {
        let of = level.len();
        for (done, index) in level.enumerate() {
            let states = self.explorer.n_states();
            observer.tell(&Event::StateExplored { operations: operations + 1, states, done, of });
            if !observer.goes_on() {
                let at = StoppedAt::Exploring { states, operations };
                return Some(Reason::Stopped { at, cause: observer.cause() }.into());
            }
            if states > self.limits.states {
                return Some(Reason::TooManyStates { most: self.limits.states, operations }.into());
            }
            if let Err(failed) = self.expand(index) {
                return Some(self.failed(failed));
            }
        }
        None
    }

    fn construct(&mut self) -> Result<(), Failed> {
        let constructors = self.harness.constructors.clone();
        constructors.iter().try_for_each(|function| self.run_all(None, function))
    }

    /// Runs all functions on a state, unless it is too large.
    fn expand(&mut self, index: usize) -> Result<(), Failed> {
        let n_elements = self.explorer.image(Some(index)).n_elements();
        self.has_elements |= n_elements > 0;
        if self.limits.elements.is_some_and(|most| n_elements > most as usize) {
            self.explorer.leave(index);
            return Ok(());
        }
        let functions: Vec<Function> = self.harness.on_states().cloned().collect();
        functions.iter().try_for_each(|function| self.run_all(Some(index), function))?;
        self.explorer.leave(index);
        Ok(())
    }

    /// Runs a function with every choice of arguments, and checks the states that it reaches.
    fn run_all(&mut self, from: Option<usize>, function: &Function) -> Result<(), Failed> {
        let mut failed = None;
        let (harness, first_undecided) = (&self.harness, &mut self.undecided);
        self.explorer.each_choice(from, function, |explorer, step, result| {
            let judged = match (result, step.function.role) {
                (Err(stopped), _) => Err(Box::new((Finding::Stopped(stopped), None))),
                (Ok(value), role) => match role.subject_after(explorer.image(from).subject, value) {
                    Some(subject) => reached(explorer, harness, from, step, subject),
                    None => nothing_left(explorer).map_err(|finding| Box::new((finding, None))),
                },
            };
            failed = judged.err().and_then(|judged| {
                let (finding, more) = *judged;
                if let Some(reason) = undecided(explorer.machine().module(), &finding) {
                    first_undecided.get_or_insert(reason);
                    return None;
                }
                let steps = std::iter::once(step.clone()).chain(more).collect();
                Some(Failed { from, steps, finding })
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
    fn failed(&mut self, failed: Failed) -> SearchEnd {
        SearchEnd::Failed(Box::new(failure(&mut self.explorer, &self.harness, self.layout, failed)))
    }
}

/// A finding in a state, and the extra step that showed it, if any.
type Judged = (Finding, Option<Step>);

/// Records the machine's current state; if it is new, checks the laws and drops the subject. Returns a finding, and the
/// extra step that showed it, if any.
fn reached(
    explorer: &mut Explorer,
    harness: &Harness,
    from: Option<usize>,
    step: &Step,
    subject: u32,
) -> Result<(), Box<Judged>> {
    let Some(state) = explorer.arrive(from, step, subject) else { return Ok(()) };
    let image = explorer.image(Some(state));
    for law in &harness.laws {
        let mut broken = None;
        explorer.each_choice_on(&image, law, |_, step, result| {
            broken = match result {
                Ok(0) => Some(Box::new((Finding::LawBroken { law: law.name.clone() }, Some(step.clone())))),
                Ok(_) => None,
                Err(stopped) => Some(Box::new((Finding::Stopped(stopped), Some(step.clone())))),
            };
            broken.is_none()
        });
        broken.map_or(Ok(()), Err)?;
    }
    let end = Step { function: harness.drop.clone(), script: Vec::new() };
    let dropped: Result<u32, Stopped> = explorer.call(&image, &harness.drop, Vec::new());
    let left = dropped.map_err(Finding::Stopped).and_then(|_| nothing_left(explorer));
    left.map_err(|finding| Box::new((finding, Some(end))))
}
