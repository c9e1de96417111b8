//! The variables of a term, and the states that agree on them.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::partitions::Partitions;
use super::terms::{Expressions, Form, Operands};
use crate::{Diagram, OutOfMemory, Space, State, VariableId};

impl<D: Diagram, V: Copy + Ord + std::fmt::Debug> Partitions<D, V> {
    /// The variables that the term depends on, sorted.
    ///
    /// Cached for this term but not for its operands: otherwise a long sum of different variables would take memory
    /// quadratic in its length.
    pub fn support(&mut self, expressions: &impl Expressions<Value = V>, term: u32) -> Arc<[VariableId]> {
        if let Some(Some(support)) = self.supports.get(term as usize) {
            return support.clone();
        }
        let support: Arc<[VariableId]> = self.find_support(expressions, term).into_iter().collect();
        if self.supports.len() <= term as usize {
            self.supports.resize(term as usize + 1, None);
        }
        self.supports[term as usize] = Some(support.clone());
        support
    }

    /// Visits terms from the greatest number down. Operands have smaller numbers, so no term is visited twice.
    fn find_support(&self, expressions: &impl Expressions<Value = V>, term: u32) -> BTreeSet<VariableId> {
        let mut support = BTreeSet::new();
        let mut todo = BTreeSet::from([term]);
        while let Some(term) = todo.pop_last() {
            if let Some(Some(known)) = self.supports.get(term as usize) {
                support.extend(known.iter().copied());
                continue;
            }
            let form = expressions.form(term);
            if let Form::Variable { variable, .. } = form {
                support.insert(variable);
            }
            todo.extend(form.operands().iter().flat_map(Operands::as_slice));
        }
        support
    }

    /// The states in which each of these variables has the same choice as in `now`, or no choice if it has none in
    /// `now`.
    ///
    /// For two states `now` the results are equal or disjoint.
    pub fn as_now(&self, space: &Space<D>, support: &[VariableId], now: &State) -> Result<D::Set, OutOfMemory> {
        let mut set = space.full();
        // From the bottom up: each guard is then above the set so far, which is cheap.
        for &variable in support.iter().rev() {
            let same = match space.choice(variable, now) {
                Some(choice) => space.guard(variable, choice),
                None => space.complement(&space.union(space.guards(variable).to_vec())?)?,
            };
            set = space.and(&same, &set)?;
        }
        Ok(set)
    }
}
