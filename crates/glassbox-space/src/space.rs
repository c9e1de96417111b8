//! Variables, base and derived, over a diagram.

use num_bigint::BigUint;

use crate::{Bdd, Diagram, OutOfMemory, State, States, VariableId, Weights};

/// The variables that states are made of, and what follows from them.
///
/// A *base* variable is one that a state has a choice for. A *derived* variable has choices, too, but each is a
/// set of states, its guard: 'the black height is 2' is one, and parent pointers that vary are another. Where
/// that makes no difference, both look the same: a choice is a guard, for a base variable the set of states with
/// that choice.
///
/// The order in which base variables are added is the order of the diagram, first at the top, and decides how large
/// it gets. It is the policy of the caller.
#[derive(Debug)]
pub struct Space<D: Diagram = Bdd> {
    diagram: D,
    /// By number.
    variables: Vec<Variable<D::Set>>,
    /// Those that a state has choices for, in that order.
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
    /// No variables. The diagram must not have any, either.
    pub fn new(diagram: D) -> Self {
        assert!(diagram.choices().is_empty(), "the space adds the variables");
        Self { diagram, variables: Vec::new(), base: Vec::new() }
    }

    // --- Variables ---

    /// Adds a base variable with `n_choices` choices below all others. Makes the guards of all its choices at once.
    pub fn add_variable(&mut self, n_choices: u32) -> Result<VariableId, OutOfMemory> {
        let index = self.base.len();
        self.diagram.add_variable(n_choices)?;
        // From here on states have a choice for it, whether there is room for the guards or not.
        let variable = self.push(Variable { base_index: Some(index), guards: Vec::new() });
        self.base.push(variable);
        let guards: Result<_, _> = (0..n_choices).map(|choice| self.diagram.literal(index, choice)).collect();
        self.variables[variable.as_usize()].guards = guards?;
        Ok(variable)
    }

    /// Adds a derived variable with one choice for each guard.
    ///
    /// No state may be in two guards; that is checked in debug builds. A state may be in none: then the variable
    /// has no choice there, like the black height of something that is not a red-black tree.
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

    /// Where in a state its choice is; none for a derived variable.
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

    /// The diagram, to change it. Adding variables behind the space's back is a mistake.
    pub fn diagram_mut(&mut self) -> &mut D {
        &mut self.diagram
    }

    /// No state.
    pub fn empty(&self) -> D::Set {
        self.diagram.empty()
    }

    /// All states.
    pub fn full(&self) -> D::Set {
        self.diagram.full()
    }

    /// What is in both sets.
    pub fn and(&self, a: &D::Set, b: &D::Set) -> Result<D::Set, OutOfMemory> {
        self.diagram.and(a, b)
    }

    /// What is in one of the sets.
    pub fn or(&self, a: &D::Set, b: &D::Set) -> Result<D::Set, OutOfMemory> {
        self.diagram.or(a, b)
    }

    /// What is in `a` but not in `b`.
    pub fn minus(&self, a: &D::Set, b: &D::Set) -> Result<D::Set, OutOfMemory> {
        self.diagram.minus(a, b)
    }

    /// What is not in the set.
    pub fn complement(&self, set: &D::Set) -> Result<D::Set, OutOfMemory> {
        self.diagram.complement(set)
    }

    /// What is in one of the sets.
    pub fn union(&self, sets: Vec<D::Set>) -> Result<D::Set, OutOfMemory> {
        self.diagram.union(sets)
    }

    /// What is in all of the sets.
    pub fn intersection(&self, sets: Vec<D::Set>) -> Result<D::Set, OutOfMemory> {
        self.diagram.intersection(sets)
    }

    /// Whether no state is in both sets.
    pub fn is_disjoint(&self, a: &D::Set, b: &D::Set) -> Result<bool, OutOfMemory> {
        self.diagram.is_disjoint(a, b)
    }

    /// Whether all of `a` is in `b`.
    pub fn is_subset(&self, a: &D::Set, b: &D::Set) -> Result<bool, OutOfMemory> {
        self.diagram.is_subset(a, b)
    }

    /// What is in `from` but not in `part`; none if not all of it was there to be taken: see [`Diagram::take`].
    pub fn take(&self, from: &D::Set, part: &D::Set, all: &D::Set) -> Result<Option<D::Set>, OutOfMemory> {
        self.diagram.take(from, part, all)
    }

    /// A set that has the same states of `care` as `set`, and others as suits the diagram: see [`Diagram::simplify`].
    pub fn simplify(&self, set: &D::Set, care: &D::Set) -> Result<D::Set, OutOfMemory> {
        self.diagram.simplify(set, care)
    }

    /// Whether there is no member.
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

    /// The first member of least weight, and its weight. Weights go by [`base_index`](Self::base_index).
    pub fn lightest(&self, set: &D::Set, weights: &Weights) -> Option<(State, u64)> {
        self.diagram.lightest(set, weights)
    }

    /// All members, in order, found one by one.
    pub fn iter(&self, set: &D::Set) -> States<'_, D> {
        self.diagram.iter(set)
    }

    /// Parts of about equal size: see [`Diagram::split`].
    pub fn split(&self, set: &D::Set, n: usize) -> Result<Vec<D::Set>, OutOfMemory> {
        self.diagram.split(set, n)
    }

    /// The states that agree with a member on the base variables of `keep`; the others become free.
    pub fn project(&self, set: &D::Set, keep: &[VariableId]) -> Result<D::Set, OutOfMemory> {
        let position = |&variable| self.base_index(variable).expect("only base variables can be kept");
        self.diagram.project(set, &keep.iter().map(position).collect::<Vec<_>>())
    }

    /// Nodes of the set's diagram.
    pub fn n_nodes(&self, set: &D::Set) -> usize {
        self.diagram.n_nodes(set)
    }
}

impl Default for Space {
    fn default() -> Self {
        Self::new(Bdd::default())
    }
}
