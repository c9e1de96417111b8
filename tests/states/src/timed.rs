//! A diagram that measures time: work on sets, apart from running and judging.

use std::cell::Cell;
use std::ops::Range;
use std::time::{Duration, Instant};

use glassbox_space::{BigUint, Diagram, DiagramStatistics, LoadError, OutOfMemory, State, Weights};

/// Runs `work` and measures its time.
#[expect(clippy::disallowed_methods, reason = "how long it takes is part of what is printed")]
pub fn timed<T>(work: impl FnOnce() -> T) -> (T, Duration) {
    let start = Instant::now();
    let result = work();
    (result, start.elapsed())
}

/// A diagram that adds up the time spent in it.
#[derive(Debug, Default)]
pub struct Timed<D> {
    diagram: D,
    spent: Cell<Duration>,
}

impl<D> Timed<D> {
    /// The time spent so far.
    pub fn spent(&self) -> Duration {
        self.spent.get()
    }

    fn time<T>(&self, work: impl FnOnce(&D) -> T) -> T {
        let (result, duration) = timed(|| work(&self.diagram));
        self.spent.set(self.spent.get() + duration);
        result
    }
}

impl<D: Diagram> Diagram for Timed<D> {
    type Set = D::Set;

    fn add_variable(&mut self, n_choices: u32) -> Result<(), OutOfMemory> {
        self.diagram.add_variable(n_choices)
    }

    fn choices(&self) -> &[u32] {
        self.diagram.choices()
    }

    fn begin_group(&mut self) {
        self.diagram.begin_group();
    }

    fn end_group(&mut self) {
        self.diagram.end_group();
    }

    fn groups(&self) -> Vec<Range<usize>> {
        self.diagram.groups()
    }

    fn empty(&self) -> D::Set {
        self.diagram.empty()
    }

    fn full(&self) -> D::Set {
        self.diagram.full()
    }

    fn literal(&self, variable: usize, choice: u32) -> Result<D::Set, OutOfMemory> {
        self.time(|diagram| diagram.literal(variable, choice))
    }

    fn at_least(&self, variable: usize, choice: u32) -> Result<D::Set, OutOfMemory> {
        self.time(|diagram| diagram.at_least(variable, choice))
    }

    fn and(&self, a: &D::Set, b: &D::Set) -> Result<D::Set, OutOfMemory> {
        self.time(|diagram| diagram.and(a, b))
    }

    fn or(&self, a: &D::Set, b: &D::Set) -> Result<D::Set, OutOfMemory> {
        self.time(|diagram| diagram.or(a, b))
    }

    fn minus(&self, a: &D::Set, b: &D::Set) -> Result<D::Set, OutOfMemory> {
        self.time(|diagram| diagram.minus(a, b))
    }

    fn simplify(&self, set: &D::Set, care: &D::Set) -> Result<D::Set, OutOfMemory> {
        self.time(|diagram| diagram.simplify(set, care))
    }

    fn take(&self, from: &D::Set, part: &D::Set, all: &D::Set) -> Result<Option<D::Set>, OutOfMemory> {
        self.time(|diagram| diagram.take(from, part, all))
    }

    fn union(&self, sets: Vec<D::Set>) -> Result<D::Set, OutOfMemory> {
        self.time(|diagram| diagram.union(sets))
    }

    fn intersection(&self, sets: Vec<D::Set>) -> Result<D::Set, OutOfMemory> {
        self.time(|diagram| diagram.intersection(sets))
    }

    fn is_disjoint(&self, a: &D::Set, b: &D::Set) -> Result<bool, OutOfMemory> {
        self.time(|diagram| diagram.is_disjoint(a, b))
    }

    fn is_subset(&self, a: &D::Set, b: &D::Set) -> Result<bool, OutOfMemory> {
        self.time(|diagram| diagram.is_subset(a, b))
    }

    fn is_empty(&self, set: &D::Set) -> bool {
        self.diagram.is_empty(set)
    }

    fn contains(&self, set: &D::Set, state: &State) -> bool {
        self.time(|diagram| diagram.contains(set, state))
    }

    fn count(&self, set: &D::Set) -> BigUint {
        self.time(|diagram| diagram.count(set))
    }

    fn least(&self, set: &D::Set) -> Option<State> {
        self.time(|diagram| diagram.least(set))
    }

    fn after(&self, set: &D::Set, state: &State) -> Option<State> {
        self.time(|diagram| diagram.after(set, state))
    }

    fn select(&self, set: &D::Set, ranks: &[BigUint]) -> Vec<Option<State>> {
        self.time(|diagram| diagram.select(set, ranks))
    }

    fn lightest(&self, set: &D::Set, weights: &Weights) -> Option<(State, u64)> {
        self.time(|diagram| diagram.lightest(set, weights))
    }

    fn project(&self, set: &D::Set, keep: &[usize]) -> Result<D::Set, OutOfMemory> {
        self.time(|diagram| diagram.project(set, keep))
    }

    fn split(&self, set: &D::Set, n: usize) -> Result<Vec<D::Set>, OutOfMemory> {
        self.time(|diagram| diagram.split(set, n))
    }

    fn n_nodes(&self, set: &D::Set) -> usize {
        self.time(|diagram| diagram.n_nodes(set))
    }

    fn save(&self, sets: &[&D::Set]) -> Vec<u8> {
        self.time(|diagram| diagram.save(sets))
    }

    fn load(&self, bytes: &[u8]) -> Result<Vec<D::Set>, LoadError> {
        self.time(|diagram| diagram.load(bytes))
    }

    fn statistics(&self) -> DiagramStatistics {
        self.diagram.statistics()
    }
}
