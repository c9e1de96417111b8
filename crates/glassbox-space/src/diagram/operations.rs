//! The operations that every set engine offers, in terms of variables and choices.

use std::fmt::Debug;
use std::hash::Hash;
use std::iter::FusedIterator;

use num_bigint::BigUint;

use super::lightest::Weights;
use crate::{LoadError, OutOfMemory, State};

/// Sets of states over variables that are numbered from 0 in the order in which they were added.
///
/// A new variable goes below all others, and sets made before it contain every choice of it. Operands must be sets
/// of this very diagram, and states must have a choice for each of its variables; all else is a mistake of the
/// caller, and a panic.
pub trait Diagram: Sized {
    /// A set of states. Equal sets are equal values, whichever way they were made. Do not let results depend on the
    /// hash: it may differ between runs.
    type Set: Clone + Eq + Hash + Debug;

    /// Adds a variable with `n_choices` choices, of which there must be at least one.
    fn add_variable(&mut self, n_choices: u32) -> Result<(), OutOfMemory>;

    /// Number of choices of each variable.
    fn choices(&self) -> &[u32];

    /// No state.
    fn empty(&self) -> Self::Set;

    /// All states.
    fn full(&self) -> Self::Set;

    /// The states with this choice of the variable.
    fn literal(&self, variable: usize, choice: u32) -> Result<Self::Set, OutOfMemory>;

    /// The states with this choice of the variable or a greater one; none if there is no such choice.
    fn at_least(&self, variable: usize, choice: u32) -> Result<Self::Set, OutOfMemory>;

    /// What is in both sets.
    fn and(&self, a: &Self::Set, b: &Self::Set) -> Result<Self::Set, OutOfMemory>;

    /// What is in one of the sets.
    fn or(&self, a: &Self::Set, b: &Self::Set) -> Result<Self::Set, OutOfMemory>;

    /// What is in `a` but not in `b`.
    fn minus(&self, a: &Self::Set, b: &Self::Set) -> Result<Self::Set, OutOfMemory>;

    /// A set that has the same states of `care` as `set`; which others it has is for the engine to choose, so that it
    /// takes as little as possible.
    fn simplify(&self, set: &Self::Set, care: &Self::Set) -> Result<Self::Set, OutOfMemory> {
        let _ = care;
        Ok(set.clone())
    }

    /// Whether no state is in both sets.
    fn is_disjoint(&self, a: &Self::Set, b: &Self::Set) -> Result<bool, OutOfMemory> {
        Ok(self.is_empty(&self.and(a, b)?))
    }

    /// What is in `from` but not in `part`; none if a state of `all` is in `part` but not in `from`, so that not all of
    /// the part was there to be taken. All of `from` must be in `all`.
    fn take(&self, from: &Self::Set, part: &Self::Set, all: &Self::Set) -> Result<Option<Self::Set>, OutOfMemory> {
        let part = self.and(part, all)?;
        if self.is_subset(&part, from)? { self.minus(from, &part).map(Some) } else { Ok(None) }
    }

    /// Whether all of `a` is in `b`.
    fn is_subset(&self, a: &Self::Set, b: &Self::Set) -> Result<bool, OutOfMemory> {
        Ok(self.is_empty(&self.minus(a, b)?))
    }

    /// Whether there is no member.
    fn is_empty(&self, set: &Self::Set) -> bool;

    /// Whether the state is a member.
    fn contains(&self, set: &Self::Set, state: &State) -> bool;

    /// Number of members.
    fn count(&self, set: &Self::Set) -> BigUint;

    /// The first member.
    fn least(&self, set: &Self::Set) -> Option<State>;

    /// The first member after `state`, which need not be a member.
    fn after(&self, set: &Self::Set, state: &State) -> Option<State>;

    /// The members with these ranks: 0 is the first. None past the end. Asking for several at once is cheaper.
    fn select(&self, set: &Self::Set, ranks: &[BigUint]) -> Vec<Option<State>>;

    /// The member of least total weight and its weight; of several such members the first.
    fn lightest(&self, set: &Self::Set, weights: &Weights) -> Option<(State, u64)>;

    /// The states that agree with a member on the variables of `keep`; the others become free.
    fn project(&self, set: &Self::Set, keep: &[usize]) -> Result<Self::Set, OutOfMemory>;

    /// A measure of what the set costs: nodes of its diagram, without the two leaves.
    fn n_nodes(&self, set: &Self::Set) -> usize;

    /// The sets as bytes, in a format that depends only on the sets; they share what they have in common.
    fn save(&self, sets: &[&Self::Set]) -> Vec<u8>;

    /// The sets in `bytes`, which must have been saved over variables with the same numbers of choices.
    fn load(&self, bytes: &[u8]) -> Result<Vec<Self::Set>, LoadError>;

    /// What the diagram holds.
    fn statistics(&self) -> DiagramStatistics;

    // --- What follows from the above ---

    /// What is not in the set.
    fn complement(&self, set: &Self::Set) -> Result<Self::Set, OutOfMemory> {
        self.minus(&self.full(), set)
    }

    /// What is in one of the sets. Unites neighbours first, so that no operand is in more than log n unions.
    fn union(&self, mut sets: Vec<Self::Set>) -> Result<Self::Set, OutOfMemory> {
        while sets.len() > 1 {
            let pairs = sets.chunks(2).map(|pair| match pair {
                [a, b] => self.or(a, b),
                rest => Ok(rest[0].clone()),
            });
            sets = pairs.collect::<Result<_, _>>()?;
        }
        Ok(sets.pop().unwrap_or_else(|| self.empty()))
    }

    /// What is in all of the sets.
    fn intersection(&self, sets: Vec<Self::Set>) -> Result<Self::Set, OutOfMemory> {
        sets.iter().try_fold(self.full(), |common, set| self.and(&common, set))
    }

    /// The member with this rank: 0 is the first.
    fn nth(&self, set: &Self::Set, rank: &BigUint) -> Option<State> {
        self.select(set, std::slice::from_ref(rank)).remove(0)
    }

    /// All members, in order, found one by one.
    fn iter(&self, set: &Self::Set) -> States<'_, Self> {
        States::new(self, set.clone())
    }

    /// `n` sets that have no member in common and together have all members. Members of one are before those of the
    /// next, and their sizes differ by one at most.
    fn split(&self, set: &Self::Set, n: usize) -> Result<Vec<Self::Set>, OutOfMemory> {
        parts(self, set, n)
    }
}

/// What a diagram holds, and what that took.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct DiagramStatistics {
    /// Nodes of all sets that are alive, and of those that are not but have not been collected yet.
    pub nodes: usize,
    /// The most nodes there were after an operation.
    pub peak: usize,
    /// Nodes that there is room for.
    pub capacity: usize,
    /// How often garbage was collected.
    pub collections: u64,
}

// --- Iteration ---

/// All members of a set, in order. It remembers where it is, and no more: each step is a walk down the diagram.
#[derive(Clone, Debug)]
pub struct States<'a, D: Diagram> {
    diagram: &'a D,
    set: D::Set,
    next: Option<State>,
}

impl<'a, D: Diagram> States<'a, D> {
    fn new(diagram: &'a D, set: D::Set) -> Self {
        let next = diagram.least(&set);
        Self { diagram, set, next }
    }
}

impl<D: Diagram> Iterator for States<'_, D> {
    type Item = State;

    fn next(&mut self) -> Option<State> {
        let state = self.next.take()?;
        self.next = self.diagram.after(&self.set, &state);
        Some(state)
    }
}

impl<D: Diagram> FusedIterator for States<'_, D> {}

// --- Splitting ---
//
// The parts are intervals of the order of states, because an interval is a thin diagram: the states from s on need one
// literal for each variable. So a part has at most about as many nodes as the whole plus the variables.

/// See [`Diagram::split`].
fn parts<D: Diagram>(diagram: &D, set: &D::Set, n: usize) -> Result<Vec<D::Set>, OutOfMemory> {
    assert!(n > 0, "a set is split into at least one part");
    let count = diagram.count(set);
    let ranks: Vec<BigUint> = (1..n).map(|part| &count * part / n).collect();
    let mut rest = set.clone();
    let mut parts = Vec::with_capacity(n);
    for begin in diagram.select(set, &ranks) {
        // There are fewer members than parts: this rank is past the last one.
        let after = match begin {
            Some(begin) => diagram.and(&rest, &from(diagram, &begin)?)?,
            None => diagram.empty(),
        };
        parts.push(diagram.minus(&rest, &after)?);
        rest = after;
    }
    parts.push(rest);
    Ok(parts)
}

/// The states from `begin` on: greater in some variable and equal in all before it.
fn from<D: Diagram>(diagram: &D, begin: &State) -> Result<D::Set, OutOfMemory> {
    let mut set = diagram.full();
    for (variable, &choice) in begin.choices().iter().enumerate().rev() {
        let equal = diagram.and(&diagram.literal(variable, choice)?, &set)?;
        set = diagram.or(&diagram.at_least(variable, choice + 1)?, &equal)?;
    }
    Ok(set)
}
