//! The space: base and derived variables over a diagram.

use std::ops::Range;

use num_bigint::BigUint;

use crate::{Bdd, Diagram, OutOfMemory, State, States, VariableId, Weights};

/// The variables of states, and operations on sets of states.
///
/// A state has a choice for each *base* variable. A *derived* variable follows from them: each of its choices has a
/// guard, the set of states with that choice. Examples are the black height of a tree, and parent pointers that vary. A
/// choice of a base variable has a guard, too, so callers can treat both kinds alike.
///
/// The diagram has the base variables in the order in which they are added, the first at the top. The order decides how
/// large the diagram gets; the caller chooses it.
#[derive(Debug)]
pub struct Space<D: Diagram = Bdd> {
    diagram: D,
    /// By number.
    variables: Vec<Variable<D::Set>>,
    /// The base variables, in the order of a state's choices.
    base: Vec<VariableId>,
}

#[derive(Debug)]
struct Variable<S> {
    /// Position in a state, for a base variable.
    base_index: Option<usize>,
    /// One for each choice.
    guards: Vec<S>,
}

impl<D: Diagram> Space<D> {
    /// A space without variables. The diagram must not have any, either.
    pub fn new(diagram: D) -> Self {
        assert!(diagram.choices().is_empty(), "the space adds the variables");
        Self { diagram, variables: Vec::new(), base: Vec::new() }
    }

    // --- Variables ---

    /// Adds a base variable with `n_choices` choices below all others, and computes the guards of its choices.
    pub fn add_variable(&mut self, n_choices: u32) -> Result<VariableId, OutOfMemory> {
        let index = self.base.len();
        self.diagram.add_variable(n_choices)?;
        // From here on states have a choice for it, even if there is no room for the guards.
        let variable = self.push(Variable { base_index: Some(index), guards: Vec::new() });
        self.base.push(variable);
        let guards: Result<_, _> = (0..n_choices).map(|choice| self.diagram.literal(index, choice)).collect();
        self.variables[variable.as_usize()].guards = guards?;
        Ok(variable)
    }

    /// Adds base variables with these numbers of choices. Each range of them is a group: see [`Diagram::begin_group`]. Two
    /// groups have nothing in common, or one lies in the other.
    pub fn add_variables(&mut self, choices: &[u32], groups: &[Range<usize>]) -> Result<Vec<VariableId>, OutOfMemory> {
        let (mut starts, mut ends) = (vec![0; choices.len() + 1], vec![0; choices.len() + 1]);
        for group in groups {
            starts[group.start] += 1;
            ends[group.end] += 1;
        }
        let mut added = Vec::with_capacity(choices.len());
        for (index, &n_choices) in choices.iter().enumerate() {
            (0..starts[index]).for_each(|_| self.diagram.begin_group());
            added.push(self.add_variable(n_choices)?);
            (0..ends[index + 1]).for_each(|_| self.diagram.end_group());
        }
        Ok(added)
    }

    /// Adds a derived variable with one choice for each guard.
    ///
    /// No state may be in two guards; debug builds check that. A state may be in none: then the variable has no choice
    /// there, like the black height of something that is not a red-black tree.
    pub fn derive(&mut self, guards: Vec<D::Set>) -> Result<VariableId, OutOfMemory> {
        if cfg!(debug_assertions) {
            self.check_disjoint(&guards)?;
        }
        Ok(self.push(Variable { base_index: None, guards }))
    }

    fn check_disjoint(&self, guards: &[D::Set]) -> Result<(), OutOfMemory> {
        let mut before = self.empty();
        for (choice, guard) in guards.iter().enumerate() {
            let common = self.and(&before, guard)?;
            if let Some(state) = self.least(&common) {
                panic!("guards of a variable must be disjoint, but choice {choice} and one before it share {state:?}");
            }
            before = self.or(&before, guard)?;
        }
        Ok(())
    }

    fn push(&mut self, variable: Variable<D::Set>) -> VariableId {
        let index = u32::try_from(self.variables.len()).expect("fewer than 2^32 variables");
        self.variables.push(variable);
        VariableId::from_index(index)
    }

    fn variable(&self, variable: VariableId) -> &Variable<D::Set> {
        &self.variables[variable.as_usize()]
    }

    /// Number of variables of both kinds.
    pub fn n_variables(&self) -> usize {
        self.variables.len()
    }

    /// The base variables, in the order of a state's choices.
    pub fn base_variables(&self) -> &[VariableId] {
        &self.base
    }

    /// Whether it is a base variable.
    pub fn is_base(&self, variable: VariableId) -> bool {
        self.base_index(variable).is_some()
    }

    /// Position of its choice in a state; none for a derived variable.
    pub fn base_index(&self, variable: VariableId) -> Option<usize> {
        self.variable(variable).base_index
    }

    /// Number of choices.
    pub fn n_choices(&self, variable: VariableId) -> u32 {
        u32::try_from(self.variable(variable).guards.len()).expect("choices are 32-bit numbers")
    }

    /// The states with this choice of the variable.
    pub fn guard(&self, variable: VariableId, choice: u32) -> D::Set {
        self.guards(variable)[choice as usize].clone()
    }

    /// The guards of all choices.
    pub fn guards(&self, variable: VariableId) -> &[D::Set] {
        &self.variable(variable).guards
    }

    /// The choice of the variable in a state: for a derived one the choice whose guard has the state, if any.
    pub fn choice(&self, variable: VariableId, state: &State) -> Option<u32> {
        let Variable { base_index, guards } = self.variable(variable);
        match base_index {
            Some(index) => Some(state[*index]),
            None => (0..).zip(guards).find(|(_, guard)| self.contains(guard, state)).map(|(choice, _)| choice),
        }
    }

    // --- Sets ---

    /// The diagram.
    pub fn diagram(&self) -> &D {
        &self.diagram
    }

    /// The diagram, mutably. Do not add variables to it: the space would not know them.
    pub fn diagram_mut(&mut self) -> &mut D {
        &mut self.diagram
    }

    /// The empty set.
    pub fn empty(&self) -> D::Set {
        self.diagram.empty()
    }

    /// The set of all states.
    pub fn full(&self) -> D::Set {
        self.diagram.full()
    }

    /// Intersection of two sets.
    pub fn and(&self, a: &D::Set, b: &D::Set) -> Result<D::Set, OutOfMemory> {
        self.diagram.and(a, b)
    }

    /// Union of two sets.
    pub fn or(&self, a: &D::Set, b: &D::Set) -> Result<D::Set, OutOfMemory> {
        self.diagram.or(a, b)
    }

    /// Difference: the states of `a` that are not in `b`.
    pub fn minus(&self, a: &D::Set, b: &D::Set) -> Result<D::Set, OutOfMemory> {
        self.diagram.minus(a, b)
    }

    /// Complement: the states that are not in the set.
    pub fn complement(&self, set: &D::Set) -> Result<D::Set, OutOfMemory> {
        self.diagram.complement(set)
    }

    /// Union of all sets.
    pub fn union(&self, sets: Vec<D::Set>) -> Result<D::Set, OutOfMemory> {
        self.diagram.union(sets)
    }

    /// Intersection of all sets.
    pub fn intersection(&self, sets: Vec<D::Set>) -> Result<D::Set, OutOfMemory> {
        self.diagram.intersection(sets)
    }

    /// Whether the sets have no state in common.
    pub fn is_disjoint(&self, a: &D::Set, b: &D::Set) -> Result<bool, OutOfMemory> {
        self.diagram.is_disjoint(a, b)
    }

    /// Whether `a` is a subset of `b`.
    pub fn is_subset(&self, a: &D::Set, b: &D::Set) -> Result<bool, OutOfMemory> {
        self.diagram.is_subset(a, b)
    }

    /// The states of `from` that are not in `part`, if `from` has all of `part`: see [`Diagram::take`].
    pub fn take(&self, from: &D::Set, part: &D::Set, all: &D::Set) -> Result<Option<D::Set>, OutOfMemory> {
        self.diagram.take(from, part, all)
    }

    /// A smaller set that agrees with `set` on the states of `care`: see [`Diagram::simplify`].
    pub fn simplify(&self, set: &D::Set, care: &D::Set) -> Result<D::Set, OutOfMemory> {
        self.diagram.simplify(set, care)
    }

    /// Whether the set is empty.
    pub fn is_empty(&self, set: &D::Set) -> bool {
        self.diagram.is_empty(set)
    }

    /// Whether the state is a member.
    pub fn contains(&self, set: &D::Set, state: &State) -> bool {
        self.diagram.contains(set, state)
    }

    /// Number of members.
    pub fn count(&self, set: &D::Set) -> BigUint {
        self.diagram.count(set)
    }

    /// The first member.
    pub fn least(&self, set: &D::Set) -> Option<State> {
        self.diagram.least(set)
    }

    /// The first member of least weight, and its weight. The index of a weight is a [`base_index`](Self::base_index).
    pub fn lightest(&self, set: &D::Set, weights: &Weights) -> Option<(State, u64)> {
        self.diagram.lightest(set, weights)
    }

    /// Iterator over all members, in order.
    pub fn iter(&self, set: &D::Set) -> States<'_, D> {
        self.diagram.iter(set)
    }

    /// Splits the set into parts of about equal size: see [`Diagram::split`].
    pub fn split(&self, set: &D::Set, n: usize) -> Result<Vec<D::Set>, OutOfMemory> {
        self.diagram.split(set, n)
    }

    /// The states that agree with a member on the base variables of `keep`; the others become free.
    pub fn project(&self, set: &D::Set, keep: &[VariableId]) -> Result<D::Set, OutOfMemory> {
        let position = |&variable| self.base_index(variable).expect("only base variables can be kept");
        self.diagram.project(set, &keep.iter().map(position).collect::<Vec<_>>())
    }

    /// Number of nodes of the set's diagram.
    pub fn n_nodes(&self, set: &D::Set) -> usize {
        self.diagram.n_nodes(set)
    }
}

impl Default for Space {
    fn default() -> Self {
        Self::new(Bdd::default())
    }
}
