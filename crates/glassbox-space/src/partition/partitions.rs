//! Partitions of terms, composed on demand and cached.

use std::sync::Arc;

use super::terms::Expressions;
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
    pub(super) limits: PartitionLimits,
    /// By term.
    pub(super) cached: Vec<CachedPartition<D::Set, V>>,
    /// By term, of those that were asked for.
    pub(super) supports: Vec<Option<Arc<[VariableId]>>>,
    /// How many runs have begun.
    run: u64,
    statistics: PartitionStatistics,
}

#[derive(Clone, Debug)]
pub(super) enum CachedPartition<S, V> {
    Missing,
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
        Self { limits, cached: Vec::new(), supports: Vec::new(), run: 0, statistics }
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
        for known in &mut self.cached {
            if let CachedPartition::Exact { entries, last_used } = known
                && self.run - *last_used >= runs
            {
                self.statistics.partitions -= 1;
                self.statistics.entries -= entries.len();
                *known = CachedPartition::Missing;
            }
        }
    }

    /// What is known of the term, which counts as used.
    pub(super) fn recall(&mut self, term: u32) -> Option<Partition<D::Set, V>> {
        match self.cached.get_mut(term as usize)? {
            CachedPartition::Missing => None,
            CachedPartition::TooLarge => Some(Partition::TooLarge),
            CachedPartition::Exact { entries, last_used } => {
                *last_used = self.run;
                Some(Partition::Exact(entries.clone()))
            }
        }
    }

    pub(super) fn remember(&mut self, term: u32, partition: Partition<D::Set, V>) {
        let term = term as usize;
        if self.cached.len() <= term {
            self.cached.resize(term + 1, CachedPartition::Missing);
        }
        self.cached[term] = match partition {
            Partition::TooLarge => {
                self.statistics.too_large += 1;
                CachedPartition::TooLarge
            }
            Partition::Exact(entries) => {
                self.statistics.partitions += 1;
                self.statistics.entries += entries.len();
                CachedPartition::Exact { entries, last_used: self.run }
            }
        };
    }
}
