//! Variables and choices that terms depend on.

use std::collections::BTreeSet;

use glassbox_space::{Diagram, Space, State, VariableId};
use glassbox_vm::track::{Decided, Term, TermId, Terms};

use super::Skeleton;
use super::conditions::Conditions;
use super::image::PlantedCount;
use crate::guest::Guest;

/// The variables of these terms, each once. Terms share parts; each part is visited once.
pub(super) fn variables(terms: &Terms, of: impl IntoIterator<Item = TermId>) -> BTreeSet<VariableId> {
    let (mut variables, mut seen) = (BTreeSet::new(), BTreeSet::new());
    let mut todo: Vec<TermId> = of.into_iter().collect();
    while let Some(term) = todo.pop() {
        if !seen.insert(term) {
            continue;
        }
        if let Term::Variable { variable, .. } = terms.term(term) {
            variables.insert(VariableId::from_index(variable));
        }
        let (operands, n) = terms.operands(term);
        todo.extend(&operands[..n]);
    }
    variables
}

/// Adds the positions in a state that the choice of a variable depends on.
pub(super) fn add_support<D: Diagram>(
    support: &mut Vec<usize>,
    variable: VariableId,
    counts: &[PlantedCount],
    space: &Space<D>,
    conditions: &Conditions<D>,
) {
    if let Some(condition) = conditions.of_variable(variable) {
        support.extend(conditions.support(condition));
    } else if let Some(count) = counts.iter().find(|count| count.variable == variable) {
        support.extend(count.counted.iter().flat_map(|condition| conditions.support(*condition)));
    } else {
        support.push(space.base_index(variable).expect("memory depends on base variables, conditions and counts"));
    }
}

impl<D: Diagram> Skeleton<D> {
    /// The variables that a decision is about, by their index in the record, ascending. Where it asks whether a node is there, that is the last link
    /// that leads to it; where it asks for a number of nodes, none.
    pub(crate) fn asked_about(&self, guest: &Guest, space: &Space<D>, decided: Decided) -> Vec<u32> {
        let asked = variables(self.terms(guest), [decided.term]);
        let own = asked.iter().filter_map(|variable| space.base_index(*variable));
        let links = asked.iter().filter_map(|variable| {
            let condition = self.conditions.of_variable(*variable)?;
            self.conditions.support(condition).next()
        });
        let positions: BTreeSet<usize> = own.chain(links).collect();
        let indices = (0..).zip(&self.record.variables).map(|(index, _)| index);
        indices
            .filter(|index| space.base_index(self.variable(*index)).is_some_and(|at| positions.contains(&at)))
            .collect()
    }

    /// The fields and arguments, in the order of the record, that the decisions of a run from `state` depended on.
    /// Fields that the state does not have are left out.
    pub(crate) fn depended_on(
        &self,
        guest: &Guest,
        space: &Space<D>,
        decisions: &[Decided],
        state: &State,
    ) -> Vec<String> {
        let terms = self.terms(guest);
        let mut support = Vec::new();
        for variable in variables(terms, decisions.iter().map(|decided| decided.term)) {
            let is_known = space.base_index(variable).is_some()
                || self.conditions.of_variable(variable).is_some()
                || self.counts.iter().any(|count| count.variable == variable);
            if is_known {
                add_support(&mut support, variable, &self.counts, space, &self.conditions);
            }
        }
        let support: BTreeSet<usize> = support.into_iter().collect();
        let named = (0..).zip(&self.record.variables).filter(|(index, variable)| {
            let position = space.base_index(self.variable(*index));
            position.is_some_and(|position| support.contains(&position))
                && self.holds(space, &variable.condition, state)
        });
        named.map(|(_, variable)| variable.path.clone()).collect()
    }
}
