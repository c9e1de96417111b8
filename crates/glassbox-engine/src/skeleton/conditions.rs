//! Conditions as sets of states and as terms. Each is made once.

use std::collections::BTreeMap;

use glassbox_abi::skeleton::{Condition, Requirement};
use glassbox_space::{Diagram, OutOfMemory, Space, VariableId};
use glassbox_vm::track::{TermId, Word};

use crate::guest::Guest;

/// A condition that can be looked up.
type Key = Vec<(u32, Vec<u32>)>;

/// All conditions asked for so far.
#[derive(Debug)]
pub(super) struct Conditions<D: Diagram> {
    variables: Vec<VariableId>,
    guards: BTreeMap<Key, D::Set>,
    terms: BTreeMap<Key, TermId>,
    /// The condition behind a derived variable that is 1 where it holds.
    of_variables: BTreeMap<VariableId, Condition>,
}

fn key(condition: &[Requirement]) -> Key {
    condition.iter().map(|requirement| (requirement.variable, requirement.choices.clone())).collect()
}

impl<D: Diagram> Conditions<D> {
    pub(super) fn new(variables: Vec<VariableId>) -> Self {
        Self { variables, guards: BTreeMap::new(), terms: BTreeMap::new(), of_variables: BTreeMap::new() }
    }

    /// The states in which it holds. Conditions grow at their end, so the front is made first.
    pub(super) fn guard(&mut self, space: &Space<D>, condition: &[Requirement]) -> Result<D::Set, OutOfMemory> {
        let Some((last, front)) = condition.split_last() else { return Ok(space.full()) };
        if let Some(guard) = self.guards.get(&key(condition)) {
            return Ok(guard.clone());
        }
        let front = self.guard(space, front)?;
        let variable = self.variables[last.variable as usize];
        let choices = last.choices.iter().map(|&choice| space.guard(variable, choice)).collect();
        let guard = space.and(&front, &space.union(choices)?)?;
        self.guards.insert(key(condition), guard.clone());
        Ok(guard)
    }

    /// A term that is 1 where it holds, else 0; none if it always holds.
    pub(super) fn term(
        &mut self,
        space: &mut Space<D>,
        guest: &mut Guest,
        condition: &[Requirement],
    ) -> Result<TermId, OutOfMemory> {
        if condition.is_empty() {
            return Ok(TermId::NONE);
        }
        if let Some(&term) = self.terms.get(&key(condition)) {
            return Ok(term);
        }
        let holds = self.guard(space, condition)?;
        let variable = space.derive(vec![space.complement(&holds)?, holds])?;
        let values = [Word::defined(0), Word::defined(1)];
        let term = guest.machine.tracker_mut().terms_mut().variable(variable.index(), &values);
        self.terms.insert(key(condition), term);
        self.of_variables.insert(variable, condition.to_vec());
        Ok(term)
    }

    /// The same for one that has been asked for.
    pub(super) fn known_term(&self, condition: &[Requirement]) -> TermId {
        if condition.is_empty() { TermId::NONE } else { self.terms[&key(condition)] }
    }

    pub(super) fn of_variable(&self, variable: VariableId) -> Option<&Condition> {
        self.of_variables.get(&variable)
    }
}
