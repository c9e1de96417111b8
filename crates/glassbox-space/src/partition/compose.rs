//! The partition of a term from those of its operands.

use std::sync::Arc;

use super::partitions::{CachedPartition, Partition, PartitionLimits, Partitions};
use super::terms::{Expressions, Form, Operands};
use crate::{Diagram, OutOfMemory, Space};

type Entries<S, V> = Arc<[(V, S)]>;

/// Values of several operands, and the states in which the operands have them.
type Rows<S, V> = Vec<(Vec<V>, S)>;

/// Reason why there is no partition.
enum Stop {
    TooLarge,
    OutOfMemory(OutOfMemory),
}

impl From<OutOfMemory> for Stop {
    fn from(error: OutOfMemory) -> Self {
        Self::OutOfMemory(error)
    }
}

impl<D: Diagram, V: Copy + Ord + std::fmt::Debug> Partitions<D, V> {
    /// An operand that has to be composed before the term. None if the term is cached, or too large because one of its
    /// operands is.
    pub(super) fn missing(&self, expressions: &impl Expressions<Value = V>, term: u32) -> Option<u32> {
        let known = |term: u32| self.cached.get(term as usize).unwrap_or(&CachedPartition::Missing);
        if !matches!(known(term), CachedPartition::Missing) {
            return None;
        }
        let operands = expressions.form(term).operands()?;
        debug_assert!(operands.as_slice().iter().all(|&operand| operand < term), "operands come first");
        let mut operands = operands.as_slice().iter().copied().map(|operand| (operand, known(operand)));
        let (operand, known) = operands.find(|(_, known)| !matches!(known, CachedPartition::Exact { .. }))?;
        matches!(known, CachedPartition::Missing).then_some(operand)
    }

    /// Composes the term's partition unless it is cached. The operands must be cached.
    pub(super) fn compose(
        &mut self,
        space: &Space<D>,
        expressions: &impl Expressions<Value = V>,
        term: u32,
    ) -> Result<(), OutOfMemory> {
        if self.recall(term).is_some() {
            return Ok(());
        }
        let form = expressions.form(term);
        let operands = match form.operands() {
            None => Some(Vec::new()),
            Some(operands) => self.recall_all(operands),
        };
        let composer = Composer { space, expressions, term, limits: self.limits, products: 0, entries: Vec::new() };
        let partition = match operands.ok_or(Stop::TooLarge).and_then(|operands| composer.compose(form, &operands)) {
            Ok(entries) => Partition::Exact(entries),
            Err(Stop::TooLarge) => Partition::TooLarge,
            Err(Stop::OutOfMemory(error)) => return Err(error),
        };
        self.remember(term, partition);
        Ok(())
    }

    /// The operands' partitions; none if one is too large.
    fn recall_all(&mut self, operands: Operands) -> Option<Vec<Entries<D::Set, V>>> {
        let recall = |&operand| match self.recall(operand)? {
            Partition::Exact(entries) => Some(entries),
            Partition::TooLarge => None,
        };
        operands.as_slice().iter().map(recall).collect()
    }
}

/// Composes one partition.
struct Composer<'a, D: Diagram, E: Expressions> {
    space: &'a Space<D>,
    expressions: &'a E,
    term: u32,
    limits: PartitionLimits,
    /// Number of intersections so far.
    products: usize,
    /// Values in any order, possibly repeated. Guards are disjoint and not empty.
    entries: Vec<(E::Value, D::Set)>,
}

impl<D: Diagram, E: Expressions> Composer<'_, D, E> {
    /// The partition of a term of this form, from those of its operands.
    fn compose(
        mut self,
        form: Form<'_, E::Value>,
        operands: &[Entries<D::Set, E::Value>],
    ) -> Result<Entries<D::Set, E::Value>, Stop> {
        match form {
            Form::Constant(value) => self.add(value, self.space.full()),
            Form::Variable { variable, values } => self.variable(self.space.guards(variable), values),
            Form::Apply { operands: terms } => self.apply(terms.as_slice(), operands)?,
            Form::Select { .. } => self.select(operands)?,
        }
        self.finish()
    }

    fn variable(&mut self, guards: &[D::Set], values: &[E::Value]) {
        assert_eq!(guards.len(), values.len(), "term {} has a value for each choice", self.term);
        for (guard, &value) in guards.iter().zip(values) {
            self.add(value, guard.clone());
        }
    }

    fn apply(&mut self, terms: &[u32], operands: &[Entries<D::Set, E::Value>]) -> Result<(), Stop> {
        let mut rows = rows_of(operands[0].iter());
        for (position, operand) in operands.iter().enumerate().skip(1) {
            // The same term again has the same value again.
            if let Some(same) = terms[..position].iter().position(|&term| term == terms[position]) {
                for (values, _) in &mut rows {
                    values.push(values[same]);
                }
            } else {
                rows = self.combine(&rows, operand)?;
            }
        }
        self.add_applied(rows);
        Ok(())
    }

    /// Uses of each side only the states in which the condition chooses it.
    fn select(&mut self, operands: &[Entries<D::Set, E::Value>]) -> Result<(), Stop> {
        let [condition, then, otherwise] = operands else { unreachable!("a select has three operands") };
        let expressions = self.expressions;
        let choosing = |truth| condition.iter().filter(move |(value, _)| expressions.truth(*value) == truth);
        let guards = |truth| choosing(Some(truth)).map(|(_, guard)| guard.clone()).collect();
        let chosen = [self.space.union(guards(true))?, self.space.union(guards(false))?];
        let unknown = rows_of(choosing(None));
        for (chosen, side) in chosen.into_iter().zip([then, otherwise]) {
            for (values, guard) in self.combine(&[(Vec::new(), chosen)], side)? {
                self.add(values[0], guard);
            }
        }
        let rows = self.combine(&unknown, then)?;
        let rows = self.combine(&rows, otherwise)?;
        self.add_applied(rows);
        Ok(())
    }

    /// Combines every row with every entry that has a state in common with it.
    fn combine(
        &mut self,
        rows: &[(Vec<E::Value>, D::Set)],
        entries: &[(E::Value, D::Set)],
    ) -> Result<Rows<D::Set, E::Value>, Stop> {
        self.products = self.products.saturating_add(rows.len().saturating_mul(entries.len()));
        if self.products > self.limits.products {
            return Err(Stop::TooLarge);
        }
        let mut combined = Vec::new();
        for (values, guard) in rows {
            for (value, other) in entries {
                let common = self.space.and(guard, other)?;
                if !self.space.is_empty(&common) {
                    combined.push(([&values[..], &[*value]].concat(), common));
                }
            }
        }
        Ok(combined)
    }

    /// Applies the operator to each row, and adds the rows that have a value.
    fn add_applied(&mut self, rows: Rows<D::Set, E::Value>) {
        for (values, guard) in rows {
            if let Some(value) = self.expressions.apply(self.term, &values) {
                self.add(value, guard);
            }
        }
    }

    fn add(&mut self, value: E::Value, guard: D::Set) {
        if !self.space.is_empty(&guard) {
            self.entries.push((value, guard));
        }
    }

    /// Sorts the entries and merges equal values.
    fn finish(mut self) -> Result<Entries<D::Set, E::Value>, Stop> {
        self.entries.sort_by_key(|&(value, _)| value);
        let classes: Vec<_> = self.entries.chunk_by(|a, b| a.0 == b.0).collect();
        if classes.len() > self.limits.entries {
            return Err(Stop::TooLarge);
        }
        let merge = |class: &[(E::Value, D::Set)]| {
            let guards = class.iter().map(|(_, guard)| guard.clone()).collect();
            Ok((class[0].0, self.space.union(guards)?))
        };
        classes.into_iter().map(merge).collect()
    }
}

fn rows_of<'a, S: Clone + 'a, V: Copy + 'a>(entries: impl Iterator<Item = &'a (V, S)>) -> Rows<S, V> {
    entries.map(|(value, guard)| (vec![*value], guard.clone())).collect()
}
