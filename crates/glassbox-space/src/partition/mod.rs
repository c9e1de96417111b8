//! From terms to guards: which values a term takes, and in which states.
//!
//! A term is built by somebody else, who says what it is through [`Expressions`]. Its *partition* is the list of
//! its values, each with the set of states in which the term has it. It is composed operator by operator: the
//! partitions of the operands are combined pair by pair, empty intersections dropped, equal values merged. That
//! is what keeps it small: a comparison of two terms with a hundred values each has two. Partitions are
//! remembered for each term.
//!
//! **A term need not have a value everywhere.** Where it would trap its partition has no entry, and neither has
//! that of an operator applied to it. So make the guard of the outcome that was *taken*, with [`Partitions::guard`]; the
//! complement of the other outcome's guard contains the states in which there is no outcome at all.
//!
//! **Too large.** If a partition would have too many entries, or take too many intersections, the term has none,
//! and nor have those built on it. Then the guard of an outcome is the set of states in which every variable of
//! the term has the choice that it has now: smaller than the true one, still right, since equal variables make
//! equal values. It costs runs, not answers. Whether a term is too large is a property of the term, decided once
//! and remembered for good: if one run removed the true class and another one a small piece of it, the pieces of
//! different runs would overlap and no longer add up to the whole.
//!
//! | file | holds |
//! |---|---|
//! | `terms.rs` | what we need to know of terms |
//! | `compose.rs` | the partition of a term from those of its operands |
//! | `support.rs` | the variables of a term, and the states that agree on them |

mod compose;
mod support;
mod terms;

use std::sync::Arc;

pub use terms::{Expressions, Form, Operands};

use crate::{Diagram, OutOfMemory, Space, State, VariableId};

/// When a partition is too large.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PartitionLimits {
    /// Values that a term may have.
    pub entries: usize,
    /// Intersections that finding them may take, given the operands' partitions.
    pub products: usize,
}

impl Default for PartitionLimits {
    fn default() -> Self {
        Self { entries: 1024, products: 1 << 16 }
    }
}

/// The values of a term, with the states in which it has them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Partition<S, V> {
    /// In ascending order of values. Guards are not empty and have no state in common.
    Exact(Arc<[(V, S)]>),
    /// More than the limits allow.
    TooLarge,
}

/// Counts, for reports and for those who wonder why a check needs so many runs.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct PartitionStatistics {
    /// Terms whose partition is remembered.
    pub partitions: usize,
    /// Their entries.
    pub entries: usize,
    /// Terms that are too large.
    pub too_large: usize,
    /// Guards that were made of a term's variables because the term is too large.
    pub fallbacks: u64,
}

/// What is known of each term. One for each set of terms and space.
#[derive(Debug)]
pub struct Partitions<D: Diagram, V> {
    limits: PartitionLimits,
    /// By term.
    known: Vec<Known<D::Set, V>>,
    /// By term, of those that were asked for.
    supports: Vec<Option<Arc<[VariableId]>>>,
    /// How many runs have begun.
    run: u64,
    statistics: PartitionStatistics,
}

#[derive(Clone, Debug)]
enum Known<S, V> {
    Nothing,
    /// Never forgotten.
    TooLarge,
    Exact {
        entries: Arc<[(V, S)]>,
        last_used: u64,
    },
}

impl<D: Diagram, V: Copy + Ord + std::fmt::Debug> Partitions<D, V> {
    /// Nothing is known yet.
    pub fn new(limits: PartitionLimits) -> Self {
        let statistics = PartitionStatistics::default();
        Self { limits, known: Vec::new(), supports: Vec::new(), run: 0, statistics }
    }

    /// The partition of a term.
    pub fn of(
        &mut self,
        space: &Space<D>,
        expressions: &impl Expressions<Value = V>,
        term: u32,
    ) -> Result<Partition<D::Set, V>, OutOfMemory> {
        let mut todo = vec![term];
        while let Some(&term) = todo.last() {
            if let Some(operand) = self.missing(expressions, term) {
                todo.push(operand);
            } else {
                self.compose(space, expressions, term)?;
                todo.pop();
            }
        }
        Ok(self.recall(term).expect("just composed"))
    }

    /// The states in which the term has a value for which `holds`.
    ///
    /// If the term is too large: those in which all its variables are as they are `now`. That is a part of the
    /// former if the term has such a value now, which is for the caller to know.
    pub fn guard(
        &mut self,
        space: &Space<D>,
        expressions: &impl Expressions<Value = V>,
        term: u32,
        now: &State,
        holds: impl Fn(V) -> bool,
    ) -> Result<D::Set, OutOfMemory> {
        match self.of(space, expressions, term)? {
            Partition::Exact(entries) => {
                let holding = entries.iter().filter(|(value, _)| holds(*value));
                space.union(holding.map(|(_, guard)| guard.clone()).collect())
            }
            Partition::TooLarge => {
                self.statistics.fallbacks += 1;
                let support = self.support(expressions, term);
                self.as_now(space, &support, now)
            }
        }
    }

    /// What the work so far came to.
    pub fn statistics(&self) -> PartitionStatistics {
        self.statistics
    }

    /// Says that a run begins: partitions remember the run that used them last.
    pub fn begin_run(&mut self) {
        self.run += 1;
    }

    /// Forgets partitions that no run has used for `runs` runs, the current one included: 1 keeps those that
    /// this run has used, 0 keeps none. For when memory is short; what is forgotten is composed again if need be.
    /// That a term is too large is not forgotten.
    pub fn forget_unused_since(&mut self, runs: u64) {
        for known in &mut self.known {
            if let Known::Exact { entries, last_used } = known
                && self.run - *last_used >= runs
            {
                self.statistics.partitions -= 1;
                self.statistics.entries -= entries.len();
                *known = Known::Nothing;
            }
        }
    }

    /// What is known of the term, which counts as used.
    fn recall(&mut self, term: u32) -> Option<Partition<D::Set, V>> {
        match self.known.get_mut(term as usize)? {
            Known::Nothing => None,
            Known::TooLarge => Some(Partition::TooLarge),
            Known::Exact { entries, last_used } => {
                *last_used = self.run;
                Some(Partition::Exact(entries.clone()))
            }
        }
    }

    fn remember(&mut self, term: u32, partition: Partition<D::Set, V>) {
        let term = term as usize;
        if self.known.len() <= term {
            self.known.resize(term + 1, Known::Nothing);
        }
        self.known[term] = match partition {
            Partition::TooLarge => {
                self.statistics.too_large += 1;
                Known::TooLarge
            }
            Partition::Exact(entries) => {
                self.statistics.partitions += 1;
                self.statistics.entries += entries.len();
                Known::Exact { entries, last_used: self.run }
            }
        };
    }
}
