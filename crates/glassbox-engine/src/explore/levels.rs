//! The levels of an exploration: all states after one operation, after two, and so on, with the checks in each state.

use std::collections::BTreeSet;
use std::ops::Range;
use std::sync::Arc;

use glassbox_abi::names;
use glassbox_vm::exec::Stopped;
use glassbox_vm::heap::Layout;
use glassbox_vm::module::Module;

use super::arrival::{Checks, Writers, is_undefined, judge};
use super::canonical::{ExploreOptions, Matching};
use super::explorer::{Explorer, Image};
use super::failure::{Failed, failure};
use super::harness::{Function, Harness, Step};
use super::progress::{Facts, Position, Saved};
use crate::catalog::Subject;
use crate::observer::{Event, Observer, SharedObserver};
use crate::result::{AddressDependence, Bounds, HarnessError, Reason, SearchEnd, StoppedAt};
use crate::rules::{Rule, Rules};
use crate::search::{Keeping, Portion, Saver, Shard};
use crate::user_function::unfinished;

/// Default limit on the states of an exploration. Each takes some hundred bytes.
const MOST_STATES: usize = 1_000_000;

/// Limits of an exploration.
#[derive(Clone, Copy, Debug)]
pub(super) struct Limits {
    /// The most operations of a history.
    operations: u32,
    /// The most values, and the most different keys, of a state that is explored further.
    elements: Option<u32>,
    /// The most states; an exploration with more is undecided.
    pub(super) states: usize,
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
#[expect(clippy::struct_excessive_bools, reason = "each is a fact of its own")]
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
    /// A measurement: whether an earlier process began it, and this one went on.
    pub is_continued: bool,
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
    explore_with(module, exploration, bounds, options, Keeping::default(), &SharedObserver::new(observer))
}

/// [`explore`] with an observer that is shared, and perhaps only a shard.
pub(crate) fn explore_with(
    module: &Arc<Module>,
    exploration: &Subject,
    bounds: &Bounds,
    options: &ExploreOptions,
    keeping: Keeping<'_>,
    observer: &SharedObserver<'_>,
) -> Result<Explored, HarnessError> {
    let bounds = exploration.bounds.clone().overridden_by(bounds);
    let search = |layout| Search::new(module, exploration, &bounds, options, layout);
    if let Portion::Merged { of } = keeping.portion
        && let Some(merged) = search(Layout::Upward)?.put_together(of, keeping)
    {
        return Ok(merged);
    }
    let saver_of = |layout: Layout| {
        let name = format!("{layout:?} {}", keeping.portion.shard());
        keeping.unfinished.map(|store| Saver::new(store, name, observer))
    };
    let layouts = [Layout::Upward].into_iter().chain(ORDERS).chain(ALIGNMENTS);
    let savers: Vec<(Layout, Option<Saver<'_, '_>>)> = layouts.map(|layout| (layout, saver_of(layout))).collect();
    let saver = |layout: Layout| savers.iter().find(|(it, _)| *it == layout).and_then(|(_, saver)| saver.as_ref());
    let begin = |layout: Layout| match saver(layout).and_then(Saver::load::<Saved>) {
        Some(earlier) => search(layout)?.restored(&earlier).map_or_else(|| search(layout), Ok),
        None => search(layout),
    };
    let explored = in_layouts(module, options, keeping, &begin, &saver, observer)?;
    if observer.cause().is_none() {
        savers.iter().filter_map(|(_, saver)| saver.as_ref()).for_each(Saver::forget::<Saved>);
    }
    Ok(explored)
}

/// Explores in one layout, and in others if that is necessary.
fn in_layouts<'a, 'o: 'a>(
    module: &Arc<Module>,
    options: &ExploreOptions,
    keeping: Keeping<'_>,
    begin: &dyn Fn(Layout) -> Result<Search, HarnessError>,
    saver: &dyn Fn(Layout) -> Option<&'a Saver<'a, 'o>>,
    observer: &SharedObserver<'_>,
) -> Result<Explored, HarnessError> {
    let mut search = begin(Layout::Upward)?;
    let (first, asked) = search.run(keeping.portion.shard(), saver(Layout::Upward), observer);
    if first.end != SearchEnd::Covered {
        return Ok(first);
    }
    if options.matching == Matching::Shape {
        return Ok(Explored { end: Reason::ShapesOnly.into(), ..first });
    }
    let numbers_decide = options.rules.has(Rule::NumbersDecide);
    if asked.decides_by_number && numbers_decide {
        let at = search.explorer.first_number.clone().map(|stopped| unfinished(module, stopped));
        return Ok(Explored { end: Reason::DecidesByNumber(at).into(), ..first });
    }
    // Mixed states are equal only to themselves, so their number depends on the layout.
    let has_mixed = search.explorer.has_mixed();
    let counts = |explored: &Explored| (explored.levels.clone(), explored.states, explored.transitions);
    let layouts = others(&asked, &options.rules);
    if let Portion::Shard(shard) = keeping.portion {
        // In another layout, the states may come in another order.
        if let (Some(store), true, false) = (keeping.shards, layouts.is_empty(), has_mixed) {
            search.save_shard(&first, shard, store);
        }
        let (covered, transitions) = (search.own.len().into(), search.n_last_level.into());
        let reason = Reason::OnlyAShard { covered, transitions };
        return Ok(Explored { end: reason.into(), ..first });
    }
    let forms = if layouts.is_empty() { BTreeSet::new() } else { search.explorer.into_comparable() };
    for layout in &layouts {
        let mut search = begin(*layout)?;
        let (other, questions) = search.run(keeping.portion.shard(), saver(*layout), observer);
        let is_counted = has_mixed || search.explorer.has_mixed() || counts(&other) == counts(&first);
        let is_same = is_counted && search.explorer.into_comparable() == forms;
        let end = match other.end {
            SearchEnd::Covered if questions.decides_by_number && numbers_decide => Reason::DecidesByNumber(None).into(),
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

/// Other orders of blocks, and other alignments.
const ORDERS: [Layout; 2] = [Layout::Downward, Layout::Scattered];
const ALIGNMENTS: [Layout; 4] = [Layout::Aligned(1), Layout::Aligned(2), Layout::Aligned(4), Layout::Aligned(8)];

/// Layouts in which the exploration has to be the same.
fn others(asked: &Questions, rules: &Rules) -> Vec<Layout> {
    let asks_order = asked.asks_order && rules.has(Rule::BlockOrder);
    let asks_alignment = asked.asks_alignment && rules.has(Rule::BlockAlignment);
    let orders = ORDERS.into_iter().filter(|_| asks_order);
    orders.chain(ALIGNMENTS.into_iter().filter(|_| asks_alignment)).collect()
}

/// Questions of runs that the form of a state does not answer.
struct Questions {
    /// About the order of blocks in memory.
    asks_order: bool,
    /// About bits of addresses that the alignments of blocks leave open.
    asks_alignment: bool,
    /// About the number of an address, a key or a value.
    decides_by_number: bool,
}

pub(super) struct Search {
    pub(super) harness: Harness,
    pub(super) explorer: Explorer,
    pub(super) bounds: Bounds,
    pub(super) limits: Limits,
    layout: Layout,
    /// Whether some state has values or keys.
    pub(super) has_elements: bool,
    /// The reason why the first run that decides nothing does not.
    pub(super) undecided: Option<Reason>,
    /// Laws that change the state that they are asked of, by state: there they are operations, too.
    pub(super) writers: Writers,
    /// How far it got: whole states only.
    pub(super) position: Position,
    /// The state that functions are being run on.
    pub(super) current: Option<usize>,
    /// Where the shard's share of the last level begins, if it has one.
    pub(super) last_level: Option<Position>,
    /// The states of the last level that belong to the shard, and the number of all of them.
    pub(super) own: Range<usize>,
    n_last_level: usize,
    /// Whether a state was expanded in the level in which it was reached.
    pub(super) has_expanded_early: bool,
    is_continued: bool,
    /// What earlier processes found out.
    before: Facts,
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
        explorer.set_disturbing(harness.disturbing);
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
            position: Position::default(),
            current: None,
            last_level: None,
            own: 0..0,
            n_last_level: 0,
            has_expanded_early: false,
            is_continued: false,
            before: Facts::default(),
        })
    }

    /// Explores all levels. Returns the result, and the questions that runs asked.
    fn run(
        &mut self,
        shard: Shard,
        saver: Option<&Saver<'_, '_>>,
        observer: &SharedObserver<'_>,
    ) -> (Explored, Questions) {
        let mut end = None;
        let go_on = || observer.goes_on();
        if self.position.levels.is_empty() {
            match self.construct(&go_on) {
                Err(failed) => end = Some(self.failed(failed)),
                Ok(()) if !observer.goes_on() => end = Some(self.stopped(0, observer)),
                Ok(()) if self.explorer.n_states() == 0 => {
                    end = Some(self.undecided.clone().unwrap_or(Reason::NoConstructor).into());
                }
                Ok(()) => self.position = self.at(vec![self.explorer.n_states()], 0),
            }
        }
        let mut operations = u32::try_from(self.position.levels.len().saturating_sub(1)).unwrap_or(u32::MAX);
        let mut is_complete = self.position.levels.last() == Some(&0);
        while end.is_none() && operations < self.limits.operations && !is_complete {
            let is_last = operations + 1 == self.limits.operations;
            let level = self.position.next_level();
            let own = if is_last { part_of(&level, shard) } else { level.clone() };
            if is_last && !shard.is_whole() {
                self.last_level.get_or_insert(self.position.clone());
                (self.own, self.n_last_level) = (own.clone(), level.len());
            }
            end = self.level(own, operations, saver, observer);
            if end.is_none() {
                operations += 1;
                let levels = &self.position.levels;
                let new = self.explorer.n_states() - levels.iter().sum::<usize>();
                self.position = self.at([&levels[..], &[new]].concat(), 0);
                is_complete = new == 0;
            }
        }
        if let Some(saver) = saver.filter(|saver| saver.is_stopped() || saver.is_saved() || saver.is_due())
            && let Some(saved) = self.saved()
        {
            saver.save(&saved);
        }
        let levels = self.position.levels.clone();
        let mut never = Vec::new();
        if end.is_none() && operations > 0 && self.undecided.is_none() {
            never = self.never_possible();
            // Operations may be possible in the states of another shard.
            if self.is_idle(&never) && shard.is_whole() {
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
            is_continued: self.is_continued,
        };
        let Facts { asks_order, asks_alignment, .. } = self.facts();
        (explored, Questions { asks_order, asks_alignment, decides_by_number: self.decides_by_number() })
    }

    /// Whether a run has decided by the number of an address, a key or a value.
    pub(super) fn decides_by_number(&self) -> bool {
        self.explorer.machine().tracker().n_raw_questions() > 0
    }

    /// What runs have done that is not in any state, here and in earlier processes.
    pub(super) fn facts(&self) -> Facts {
        let mut facts = Facts {
            has_elements: self.has_elements,
            uses_seed: self.explorer.uses_seed,
            has_expanded_early: self.has_expanded_early,
            asks_order: self.explorer.machine().tracker().n_order_questions() > 0,
            asks_alignment: self.explorer.n_alignment_questions > 0,
            hashes: self.explorer.hashes(),
            others: self.explorer.others(),
        };
        facts.join(&self.before);
        facts
    }

    /// Notes what earlier processes have found out.
    pub(super) fn take_facts(&mut self, facts: &Facts) {
        self.has_elements |= facts.has_elements;
        self.has_expanded_early |= facts.has_expanded_early;
        self.explorer.note_facts(facts);
        self.before.clone_from(facts);
    }

    /// The position now, after these levels and so many states of the next one.
    fn at(&self, levels: Vec<usize>, done: usize) -> Position {
        let Explorer { transitions, .. } = self.explorer;
        let (n_states, n_meant_panics) = (self.explorer.n_states(), self.explorer.n_meant_panics());
        Position { levels, done, n_states, transitions, n_meant_panics }
    }

    /// Goes on from a position.
    pub(super) fn go_on_from(&mut self, position: Position) {
        self.explorer.transitions = position.transitions;
        self.explorer.set_meant_panics(position.n_meant_panics);
        (self.position, self.is_continued) = (position, true);
    }

    /// Runs all functions on states of a level, which histories of `operations` operations lead to. Begins after those that are done.
    fn level(
        &mut self,
        level: Range<usize>,
        operations: u32,
        saver: Option<&Saver<'_, '_>>,
        observer: &SharedObserver<'_>,
    ) -> Option<SearchEnd> {
        let of = level.len();
        for (done, index) in level.enumerate().skip(self.position.done) {
            let states = self.explorer.n_states();
            observer.tell(&Event::StateExplored { operations: operations + 1, states, done, of });
            if states > self.limits.states {
                return Some(Reason::TooManyStates { most: self.limits.states, operations }.into());
            }
            self.current = Some(index).filter(|index| !self.explorer.is_left(*index));
            if let Err(failed) = self.expand(index, &|| observer.goes_on()) {
                return Some(self.failed(failed));
            }
            // Some calls on this state may be missing.
            if !observer.goes_on() {
                return Some(self.stopped(operations, observer));
            }
            self.current = None;
            let levels = std::mem::take(&mut self.position.levels);
            self.position = self.at(levels, done + 1);
            if let Some(saver) = saver.filter(|saver| saver.is_due())
                && let Some(saved) = self.saved()
            {
                saver.save(&saved);
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
            self.has_expanded_early |= smaller.is_some();
            return smaller.map_or(Ok(()), |smaller| self.expand(smaller, go_on));
        }
        let is_moved =
            self.explorer.is_self_referential(index) && self.explorer.has(Rule::Moves) && !self.harness.is_pinned;
        let moved = Some(&self.harness.moved).filter(|_| is_moved);
        let writers = self.writers.get(&index).cloned().unwrap_or_default();
        let functions: Vec<Function> = self.harness.on_states().chain(moved).chain(&writers).cloned().collect();
        functions.iter().try_for_each(|function| self.run_all(Some(index), function, go_on))?;
        self.explorer.leave(index);
        if go_on() {
            self.writers.remove(&index);
        }
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
            let Ok(subject) = self.explorer.call(&image, &step.function, &step.script) else { continue };
            let smaller = self.explorer.image_of(subject);
            if !self.is_missed(&smaller, go_on) {
                let _ = self.explorer.call(&image, &step.function, &step.script);
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
    pub(super) fn never_possible(&self) -> Vec<String> {
        self.harness
            .all()
            .filter(|function| !self.explorer.was_possible(function))
            .map(|function| function.name.to_string())
            .collect()
    }

    /// Whether no operation was possible, if there are any.
    pub(super) fn is_idle(&self, never: &[String]) -> bool {
        let mut on_states = self.harness.on_states().peekable();
        on_states.peek().is_some()
            && on_states.all(|function| never.iter().any(|name| **name == *function.name))
            && self.explorer.has(Rule::SomeOperation)
    }

    /// A failure with its history.
    fn failed(&mut self, failed: Failed) -> SearchEnd {
        SearchEnd::Failed(Box::new(failure(&mut self.explorer, &self.harness, self.layout, failed)))
    }
}

/// The states of the last level that belong to a shard.
pub(super) fn part_of(level: &Range<usize>, shard: Shard) -> Range<usize> {
    let at = |index: usize| level.start + level.len() * index / shard.of;
    at(shard.index)..at(shard.index + 1)
}
