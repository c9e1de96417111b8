//! Partitions of terms, composed on demand and cached.

use std::sync::Arc;

use super::terms::Expressions;
use crate::{Diagram, OutOfMemory, Space, State, VariableId};

/// Limits above which a partition is too large.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PartitionLimits {
    /// Largest number of values of a term.
    pub entries: usize,
    /// Largest number of intersections to compute them from the partitions of the operands.
    pub products: usize,
}

impl Default for PartitionLimits {
    fn default() -> Self {
        Self { entries: 1024, products: 1 << 16 }
    }
}

/// The values of a term, each with the set of states in which the term has it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Partition<S, V> {
    /// Values in ascending order. Guards are disjoint and not empty.
    Exact(Arc<[(V, S)]>),
    /// The partition would exceed the limits.
    TooLarge,
}

/// Counts for reports; they help to find out why a check needs many runs.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct PartitionStatistics {
    /// Number of cached partitions.
    pub partitions: usize,
    /// Number of their entries.
    pub entries: usize,
    /// Number of terms that are too large.
    pub too_large: usize,
    /// Number of guards that fix the term's variables because the term is too large.
    pub fallbacks: u64,
}

/// Cache of the partitions of all terms. Use one for each set of terms and space.
#[derive(Debug)]
pub struct Partitions<D: Diagram, V> {
    pub(super) limits: PartitionLimits,
    /// By term.
    pub(super) cached: Vec<CachedPartition<D::Set, V>>,
    /// Variables by term, if a caller asked for them.
    pub(super) supports: Vec<Option<Arc<[VariableId]>>>,
    /// Number of runs that have begun.
    run: u64,
    statistics: PartitionStatistics,
}

/// A slot of the cache.
#[derive(Clone, Debug)]
pub(super) enum CachedPartition<S, V> {
    Missing,
    /// Never removed from the cache.
    TooLarge,
    Exact {
        entries: Arc<[(V, S)]>,
        last_used: u64,
    },
}

impl<D: Diagram, V: Copy + Ord + std::fmt::Debug> Partitions<D, V> {
    /// An empty cache.
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

    /// The states in which `holds` is true of the term's value.
    ///
    /// If the term is too large: the states in which all its variables have the same choices as in `now`. That is a
    /// subset of the former if `holds` is true of the value in `now`, which the caller has to make sure.
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

    /// Counts so far.
    pub fn statistics(&self) -> PartitionStatistics {
        self.statistics
    }

    /// Call it when a run begins: partitions remember the run that used them last.
    pub fn begin_run(&mut self) {
        self.run += 1;
    }

    /// Removes partitions that the last `runs` runs did not use, the current run included: 1 keeps those that this run
    /// has used, 0 keeps none. Saves memory; a removed partition is composed again when needed. Terms that are too
    /// large stay known.
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

    /// Looks the term up in the cache, which counts as a use.
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
