//! Conditions as sets of states and as terms. Each is made once.
//!
//! Conditions grow at their end: the condition of a node begins with that of its parent. So they form a tree, in which
//! each condition adds a requirement to its parent. The conditions that hold in a state are found from the root of that
//! tree, at the cost of those that hold.

use std::collections::BTreeMap;

use glassbox_abi::skeleton::Requirement;
use glassbox_space::{Diagram, OutOfMemory, Space, State, VariableId};
use glassbox_vm::track::{TermId, Word};

use crate::guest::Guest;

/// Number of a condition.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct ConditionId(u32);

impl ConditionId {
    /// The condition without requirements.
    pub(super) const ALWAYS: Self = Self(0);

    pub(super) fn index(self) -> usize {
        self.0 as usize
    }
}

/// A condition: another one with one more requirement.
#[derive(Debug)]
struct Node<S> {
    front: ConditionId,
    /// Position of the variable in a state, and the choices that will do, ascending.
    variable: usize,
    choices: Vec<u32>,
    /// Conditions with one more requirement.
    longer: Vec<ConditionId>,
    guard: S,
    term: Option<TermId>,
}

/// All conditions made so far.
#[derive(Debug)]
pub(super) struct Conditions<D: Diagram> {
    variables: Vec<VariableId>,
    /// By number.
    nodes: Vec<Node<D::Set>>,
    /// Conditions by the one that they extend, and by variable, least choice and number of choices of the requirement.
    numbers: BTreeMap<(ConditionId, u32, u32, usize), Vec<ConditionId>>,
    /// By number of a derived variable: the condition in whose states it is 1.
    of_variables: Vec<Option<ConditionId>>,
}

impl<D: Diagram> Conditions<D> {
    pub(super) fn new(space: &Space<D>, variables: Vec<VariableId>) -> Self {
        let always = Node {
            front: ConditionId::ALWAYS,
            variable: 0,
            choices: Vec::new(),
            longer: Vec::new(),
            guard: space.full(),
            term: Some(TermId::NONE),
        };
        Self { variables, nodes: vec![always], numbers: BTreeMap::new(), of_variables: Vec::new() }
    }

    /// Number of conditions.
    pub(super) fn len(&self) -> usize {
        self.nodes.len()
    }

    /// The condition, if it was made before.
    pub(super) fn find(&self, condition: &[Requirement]) -> Option<ConditionId> {
        condition.iter().try_fold(ConditionId::ALWAYS, |front, last| self.find_longer(front, last))
    }

    fn find_longer(&self, front: ConditionId, last: &Requirement) -> Option<ConditionId> {
        let alike = self.numbers.get(&key(front, last))?;
        alike.iter().copied().find(|id| self.nodes[id.index()].choices == last.choices)
    }

    /// The condition, and the states in which it holds.
    pub(super) fn make(&mut self, space: &Space<D>, condition: &[Requirement]) -> Result<ConditionId, OutOfMemory> {
        let mut front = ConditionId::ALWAYS;
        for last in condition {
            front = match self.find_longer(front, last) {
                Some(id) => id,
                None => self.add(space, front, last)?,
            };
        }
        Ok(front)
    }

    fn add(&mut self, space: &Space<D>, front: ConditionId, last: &Requirement) -> Result<ConditionId, OutOfMemory> {
        let variable = self.variables[last.variable as usize];
        let choices = last.choices.iter().map(|&choice| space.guard(variable, choice)).collect();
        let guard = space.and(&self.nodes[front.index()].guard, &space.union(choices)?)?;
        let id = ConditionId(u32::try_from(self.nodes.len()).expect("the record counts with 32 bits"));
        let variable = space.base_index(variable).expect("variables of the record are base variables");
        let (choices, longer) = (last.choices.clone(), Vec::new());
        self.nodes.push(Node { front, variable, choices, longer, guard, term: None });
        self.nodes[front.index()].longer.push(id);
        self.numbers.entry(key(front, last)).or_default().push(id);
        Ok(id)
    }

    /// The states in which it holds.
    pub(super) fn guard(&self, id: ConditionId) -> &D::Set {
        &self.nodes[id.index()].guard
    }

    /// A term that is 1 where it holds, else 0; none if it always holds.
    pub(super) fn term(
        &mut self,
        space: &mut Space<D>,
        guest: &mut Guest,
        id: ConditionId,
    ) -> Result<TermId, OutOfMemory> {
        if let Some(term) = self.known_term(id) {
            return Ok(term);
        }
        let holds = self.guard(id).clone();
        let variable = space.derive(vec![space.complement(&holds)?, holds])?;
        let values = [Word::defined(0), Word::defined(1)];
        let term = guest.machine.tracker_mut().terms_mut().variable(variable.index(), &values);
        self.nodes[id.index()].term = Some(term);
        self.of_variables.resize(self.of_variables.len().max(variable.as_usize() + 1), None);
        self.of_variables[variable.as_usize()] = Some(id);
        Ok(term)
    }

    /// The term of a condition, if it was made before.
    pub(super) fn known_term(&self, id: ConditionId) -> Option<TermId> {
        self.nodes[id.index()].term
    }

    /// The condition behind a derived variable that is 1 where it holds.
    pub(super) fn of_variable(&self, variable: VariableId) -> Option<ConditionId> {
        self.of_variables.get(variable.as_usize()).copied().flatten()
    }

    /// Whether it holds in a state.
    pub(super) fn holds(&self, id: ConditionId, state: &State) -> bool {
        self.chain(id).all(|id| self.last_holds(id, state))
    }

    /// Positions in a state of the variables that it depends on.
    pub(super) fn support(&self, id: ConditionId) -> impl Iterator<Item = usize> + '_ {
        self.chain(id).map(|id| self.nodes[id.index()].variable)
    }

    /// The condition and those that it extends, except for the one without requirements.
    fn chain(&self, id: ConditionId) -> impl Iterator<Item = ConditionId> + '_ {
        let some = |id: ConditionId| (id != ConditionId::ALWAYS).then_some(id);
        std::iter::successors(some(id), move |id| some(self.nodes[id.index()].front))
    }

    fn last_holds(&self, id: ConditionId, state: &State) -> bool {
        let Node { variable, choices, .. } = &self.nodes[id.index()];
        choices.binary_search(&state[*variable]).is_ok()
    }

    /// All conditions that hold in a state, in no particular order.
    pub(super) fn holding(&self, state: &State, mut visit: impl FnMut(ConditionId)) {
        let mut todo = vec![ConditionId::ALWAYS];
        while let Some(id) = todo.pop() {
            visit(id);
            let longer = &self.nodes[id.index()].longer;
            todo.extend(longer.iter().filter(|id| self.last_holds(**id, state)));
        }
    }
}

fn key(front: ConditionId, last: &Requirement) -> (ConditionId, u32, u32, usize) {
    (front, last.variable, last.choices.first().copied().unwrap_or(0), last.choices.len())
}
