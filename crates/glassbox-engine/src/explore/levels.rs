//! The levels of an exploration: all states after one operation, after two, and so on, with the checks in each state.

use std::collections::BTreeSet;
use std::sync::Arc;

use glassbox_abi::names;
use glassbox_vm::exec::Stopped;
use glassbox_vm::heap::Layout;
use glassbox_vm::module::Module;

use super::arrival::{Checks, Writers, is_undefined, judge};
use super::canonical::{ExploreOptions, Matching};
use super::explorer::{Explorer, Image, Step};
use super::failure::{Failed, failure};
use super::harness::{Function, Harness};
use crate::catalog::Subject;
use crate::observer::{Event, Observer, SharedObserver};
use crate::result::{AddressDependence, Bounds, HarnessError, Reason, SearchEnd, StoppedAt};
use crate::rules::{Rule, Rules};
use crate::user_function::unfinished;

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
    /// Number of hashes of keys that were tried, if one was hashed.
    pub hashes: Option<u32>,
    /// Number of runs that have ended with a panic that the exploration says is meant.
    pub n_meant_panics: u64,
    /// The most operations of other subjects that functions take, if any does.
    pub others: Option<u32>,
    /// Functions that gave up with all arguments in all states, so nothing is known about them.
    pub never: Vec<String>,
    /// Number of layouts of the heap that were explored: more than one if a run has asked where blocks lie.
    pub layouts: u32,
}

/// Explores; if runs have asked how blocks lie to each other, or how they are aligned, also in other layouts of the heap.
/// `bounds` override those in the attribute.
pub fn explore(
    module: &Arc<Module>,
    exploration: &Subject,
    bounds: &Bounds,
    options: &ExploreOptions,
    observer: &mut dyn Observer,
) -> Result<Explored, HarnessError> {
    explore_with(module, exploration, bounds, options, &SharedObserver::new(observer))
}

/// [`explore`] with an observer that is shared.
pub(crate) fn explore_with(
    module: &Arc<Module>,
    exploration: &Subject,
    bounds: &Bounds,
    options: &ExploreOptions,
    observer: &SharedObserver<'_>,
) -> Result<Explored, HarnessError> {
    let bounds = exploration.bounds.clone().overridden_by(bounds);
    let mut search = Search::new(module, exploration, &bounds, options, Layout::Upward)?;
    let (first, asked) = search.run(observer);
    if first.end != SearchEnd::Covered {
        return Ok(first);
    }
    if options.matching == Matching::Shape {
        return Ok(Explored { end: Reason::ShapesOnly.into(), ..first });
    }
    let numbers_decide = options.rules.has(Rule::NumbersDecide);
    if asked.raw > 0 && numbers_decide {
        let at = search.explorer.first_number.clone().map(|stopped| unfinished(module, stopped));
        return Ok(Explored { end: Reason::DecidesByNumber(at).into(), ..first });
    }
    // Mixed states are equal only to themselves, so their number depends on the layout.
    let has_mixed = search.explorer.has_mixed();
    let counts = |explored: &Explored| (explored.levels.clone(), explored.states, explored.transitions);
    let layouts = others(&asked, &options.rules);
    let forms = if layouts.is_empty() { BTreeSet::new() } else { search.explorer.into_comparable() };
    for layout in &layouts {
        let mut search = Search::new(module, exploration, &bounds, options, *layout)?;
        let (other, questions) = search.run(observer);
        let is_counted = has_mixed || search.explorer.has_mixed() || counts(&other) == counts(&first);
        let is_same = is_counted && search.explorer.into_comparable() == forms;
        let end = match other.end {
            SearchEnd::Covered if questions.raw > 0 && numbers_decide => Reason::DecidesByNumber(None).into(),
            SearchEnd::Covered if is_same => continue,
            SearchEnd::Covered => {
                let counts = AddressDependence::Explorations { first: first.states, second: other.states };
                Reason::DependsOnAddresses(counts).into()
            }
            end => end,
        };
        return Ok(Explored { end, layouts: 2, ..first });
    }
    let n_layouts = 1 + u32::try_from(layouts.len()).unwrap_or(u32::MAX);
    Ok(Explored { layouts: n_layouts, ..first })
}

/// Layouts in which the exploration has to be the same.
fn others(asked: &Questions, rules: &Rules) -> Vec<Layout> {
    let asks_order = asked.order > 0 && rules.has(Rule::BlockOrder);
    let order = [Layout::Downward, Layout::Scattered].into_iter().filter(|_| asks_order);
    let asks_alignment = asked.alignment > 0 && rules.has(Rule::BlockAlignment);
    let alignments = [1, 2, 4, 8].map(Layout::Aligned).into_iter().filter(|_| asks_alignment);
    order.chain(alignments).collect()
}

/// Questions of runs that the form of a state does not answer.
struct Questions {
    /// Questions about the order of blocks in memory.
    order: u64,
    /// Questions about the number of an address, a key or a value.
    raw: u64,
    /// Questions about bits of addresses that the alignments of blocks leave open.
    alignment: u64,
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
    /// Laws that change the state that they are asked of, by state: there they are operations, too.
    writers: Writers,
}

impl Search {
    fn new(
        module: &Arc<Module>,
        exploration: &Subject,
        bounds: &Bounds,
        options: &ExploreOptions,
        layout: Layout,
    ) -> Result<Self, HarnessError> {
        let harness = Harness::new(module, exploration)?;
        let mut explorer = Explorer::new(module, layout, harness.seed)?;
        explorer.set_options(options);
        let limits = Limits::new(bounds);
        Ok(Self {
            harness,
            explorer,
            bounds: bounds.clone(),
            limits,
            layout,
            has_elements: false,
            undecided: None,
            writers: Writers::new(),
        })
    }

    /// Explores all levels. Returns the result, and the questions that runs asked.
    fn run(&mut self, observer: &SharedObserver<'_>) -> (Explored, Questions) {
        let mut levels = Vec::new();
        let mut end = None;
        let mut is_complete = false;
        let mut operations = 0;
        let go_on = || observer.goes_on();
        match self.construct(&go_on) {
            Err(failed) => end = Some(self.failed(failed)),
            Ok(()) if !observer.goes_on() => end = Some(self.stopped(0, observer)),
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
            let is_idle = on_states.peek().is_some() && on_states.all(|function| never.contains(&function.name));
            if is_idle && self.explorer.has(Rule::SomeOperation) {
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
            // Nobody knows where runs that decide nothing lead.
            is_complete: is_complete && self.undecided.is_none(),
            levels,
            has_elements: self.has_elements,
            has_one_seed: self.explorer.uses_seed,
            hashes: self.explorer.hashes(),
            n_meant_panics: self.explorer.n_meant_panics(),
            others: self.explorer.others(),
            never,
            layouts: 1,
        };
        let tracker = self.explorer.machine().tracker();
        let alignment = self.explorer.n_alignment_questions;
        (explored, Questions { order: tracker.n_order_questions(), raw: tracker.n_raw_questions(), alignment })
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
            if states > self.limits.states {
                return Some(Reason::TooManyStates { most: self.limits.states, operations }.into());
            }
            if let Err(failed) = self.expand(index, &|| observer.goes_on()) {
                return Some(self.failed(failed));
            }
            // Some calls on this state may be missing.
            if !observer.goes_on() {
                return Some(self.stopped(operations, observer));
            }
        }
        None
    }

    /// The end of an exploration that was stopped after all histories of so many operations.
    fn stopped(&self, operations: u32, observer: &SharedObserver<'_>) -> SearchEnd {
        let states = self.explorer.n_states();
        let at = match self.layout {
            Layout::Upward => StoppedAt::Exploring { states, operations },
            _ => StoppedAt::Repeating { states, operations },
        };
        Reason::Stopped { at, cause: observer.cause() }.into()
    }

    fn construct(&mut self, go_on: &dyn Fn() -> bool) -> Result<(), Failed> {
        let constructors = self.harness.constructors.clone();
        constructors.iter().try_for_each(|function| self.run_all(None, function, go_on))
    }

    /// Runs all functions on a state, unless it is too large.
    fn expand(&mut self, index: usize, go_on: &dyn Fn() -> bool) -> Result<(), Failed> {
        // It was expanded as soon as it was reached.
        if self.explorer.is_left(index) {
            return Ok(());
        }
        let n_elements = self.explorer.image(Some(index)).n_elements();
        self.has_elements |= n_elements > 0;
        if self.limits.elements.is_some_and(|most| n_elements > most as usize) {
            let smaller = if self.explorer.has(Rule::DeadKeys) { self.forget_one(index, go_on)? } else { None };
            self.explorer.leave(index);
            return smaller.map_or(Ok(()), |smaller| self.expand(smaller, go_on));
        }
        let is_moved =
            self.explorer.is_self_referential(index) && self.explorer.has(Rule::Moves) && !self.harness.is_pinned;
        let moved = Some(&self.harness.moved).filter(|_| is_moved);
        let writers = self.writers.remove(&index).unwrap_or_default();
        let functions: Vec<Function> = self.harness.on_states().chain(moved).chain(&writers).cloned().collect();
        functions.iter().try_for_each(|function| self.run_all(Some(index), function, go_on))?;
        self.explorer.leave(index);
        Ok(())
    }

    /// Forgets a key of a state that has too many, if there is one of which only dead copies are left: what was taken out of a
    /// collection often stays in its memory. Such a key is no element.
    ///
    /// Nobody knows which copies are dead. So the oldest key is made undefined, or the next one, such that no function stops at
    /// it, and the exploration goes on with what is left. That is the same state as long as no run looks at the copies; a run
    /// that does shows that the key was an element, and the state too large. Returns the smaller state if it is new.
    fn forget_one(&mut self, index: usize, go_on: &dyn Fn() -> bool) -> Result<Option<usize>, Failed> {
        let image = self.explorer.image(Some(index));
        for place in Explorer::oldest_keys(&image) {
            let step = Step { function: self.harness.forget.clone(), script: vec![place] };
            let Ok(subject) = self.explorer.call(&image, &step.function, step.script.clone()) else { continue };
            let smaller = self.explorer.image_of(subject);
            if !self.is_missed(&smaller, go_on) {
                let _ = self.explorer.call(&image, &step.function, step.script.clone());
                let n_before = self.explorer.n_states();
                self.judge((Some(index), &step), Ok(subject), go_on).map_or(Ok(()), Err)?;
                return Ok(Some(n_before).filter(|new| *new < self.explorer.n_states() && !self.explorer.is_left(*new)));
            }
        }
        Ok(None)
    }

    /// Whether some function stops because a key was forgotten.
    fn is_missed(&mut self, image: &Image, go_on: &dyn Fn() -> bool) -> bool {
        let Self { harness, explorer, .. } = self;
        let functions: Vec<&Function> = harness.on_states().chain(&harness.laws).chain([&harness.drop]).collect();
        functions.into_iter().any(|function| {
            let mut is_missed = false;
            explorer.each_choice_on(image, function, go_on, |_, _, result| {
                is_missed = result.is_err_and(|stopped| is_undefined(&stopped));
                !is_missed
            });
            is_missed
        })
    }

    /// Runs a function with every choice of arguments, and checks the states that it reaches.
    fn run_all(&mut self, from: Option<usize>, function: &Function, go_on: &dyn Fn() -> bool) -> Result<(), Failed> {
        let mut failed = None;
        let Self { explorer, harness, writers, undecided, .. } = self;
        let mut checks = Checks { harness, writers, first_undecided: undecided, go_on };
        explorer.each_choice(from, function, go_on, |explorer, step, result| {
            failed = judge(explorer, &mut checks, (from, step), result);
            failed.is_none()
        });
        failed.map_or(Ok(()), Err)
    }

    /// Checks the machine's current state, which a step leads to.
    fn judge(
        &mut self,
        arrival: (Option<usize>, &Step),
        result: Result<u32, Stopped>,
        go_on: &dyn Fn() -> bool,
    ) -> Option<Failed> {
        let Self { explorer, harness, writers, undecided, .. } = self;
        let mut checks = Checks { harness, writers, first_undecided: undecided, go_on };
        judge(explorer, &mut checks, arrival, result)
    }

    /// Functions that always gave up.
    fn never_possible(&self) -> Vec<String> {
        let Harness { constructors, laws, .. } = &self.harness;
        let all = constructors.iter().chain(self.harness.on_states()).chain(laws).chain([&self.harness.drop]);
        all.filter(|function| !self.explorer.was_possible(function)).map(|function| function.name.clone()).collect()
    }

    /// A failure with its history.
    fn failed(&mut self, failed: Failed) -> SearchEnd {
        SearchEnd::Failed(Box::new(failure(&mut self.explorer, &self.harness, self.layout, failed)))
    }
}
