//! The operations that every set engine offers, in terms of variables and choices.

use std::fmt::Debug;
use std::hash::Hash;
use std::iter::FusedIterator;
use std::ops::Range;

use num_bigint::BigUint;

use super::lightest::Weights;
use crate::{LoadError, OutOfMemory, State};

/// A set engine: sets of states over variables that are numbered from 0 in the order of their addition.
///
/// A new variable goes below all others; existing sets contain every choice of it. Operands must be sets of the same
/// diagram, and states must have a choice for each of its variables; otherwise the operation panics.
pub trait Diagram: Sized {
    /// A set of states. Equal sets are equal values, however they were computed. Results must not depend on the hash,
    /// which may differ between runs.
    type Set: Clone + Eq + Hash + Debug;

    /// Adds a variable with `n_choices` choices, at least one.
    fn add_variable(&mut self, n_choices: u32) -> Result<(), OutOfMemory>;

    /// Number of choices of each variable.
    fn choices(&self) -> &[u32];

    /// Begins a group: the variables that are added until it ends belong together, and those behind it depend on few
    /// properties of it. An engine may use that to make diagrams smaller; sets are the same. Groups may lie in each other.
    /// Until it ends, only sets that depend on a single variable may be made.
    fn begin_group(&mut self) {}

    /// Ends the group that was begun last.
    fn end_group(&mut self) {}

    /// The variables of each group, in the order in which groups begin.
    fn groups(&self) -> Vec<Range<usize>> {
        Vec::new()
    }

    /// The empty set.
    fn empty(&self) -> Self::Set;

    /// The set of all states.
    fn full(&self) -> Self::Set;

    /// The states with this choice of the variable.
    fn literal(&self, variable: usize, choice: u32) -> Result<Self::Set, OutOfMemory>;

    /// The states with this choice of the variable or a greater one; the empty set if there is no such choice.
    fn at_least(&self, variable: usize, choice: u32) -> Result<Self::Set, OutOfMemory>;

    /// Intersection of two sets.
    fn and(&self, a: &Self::Set, b: &Self::Set) -> Result<Self::Set, OutOfMemory>;

    /// Union of two sets.
    fn or(&self, a: &Self::Set, b: &Self::Set) -> Result<Self::Set, OutOfMemory>;

    /// Difference: the states of `a` that are not in `b`.
    fn minus(&self, a: &Self::Set, b: &Self::Set) -> Result<Self::Set, OutOfMemory>;

    /// A set that agrees with `set` on the states of `care`. The engine chooses its other states so that the set needs
    /// few nodes.
    fn simplify(&self, set: &Self::Set, care: &Self::Set) -> Result<Self::Set, OutOfMemory> {
        let _ = care;
        Ok(set.clone())
    }

    /// Whether the sets have no state in common.
    fn is_disjoint(&self, a: &Self::Set, b: &Self::Set) -> Result<bool, OutOfMemory> {
        Ok(self.is_empty(&self.and(a, b)?))
    }

    /// The states of `from` that are not in `part`. None if a state of `all` is in `part` but not in `from`: then
    /// `from` does not have all of the part. `from` must be a subset of `all`.
    fn take(&self, from: &Self::Set, part: &Self::Set, all: &Self::Set) -> Result<Option<Self::Set>, OutOfMemory> {
        let part = self.and(part, all)?;
        if self.is_subset(&part, from)? { self.minus(from, &part).map(Some) } else { Ok(None) }
    }

    /// Whether `a` is a subset of `b`.
    fn is_subset(&self, a: &Self::Set, b: &Self::Set) -> Result<bool, OutOfMemory> {
        Ok(self.is_empty(&self.minus(a, b)?))
    }

    /// Whether the set is empty.
    fn is_empty(&self, set: &Self::Set) -> bool;

    /// Whether the state is a member.
    fn contains(&self, set: &Self::Set, state: &State) -> bool;

    /// Number of members.
    fn count(&self, set: &Self::Set) -> BigUint;

    /// The first member.
    fn least(&self, set: &Self::Set) -> Option<State>;

    /// The first member after `state`, which need not be a member.
    fn after(&self, set: &Self::Set, state: &State) -> Option<State>;

    /// The members with these ranks; the first member has rank 0. None past the end. One call for several ranks is
    /// cheaper than one call for each.
    fn select(&self, set: &Self::Set, ranks: &[BigUint]) -> Vec<Option<State>>;

    /// The member of least total weight and its weight; of several such members the first.
    fn lightest(&self, set: &Self::Set, weights: &Weights) -> Option<(State, u64)>;

    /// The states that agree with a member on the variables of `keep`; the others become free.
    fn project(&self, set: &Self::Set, keep: &[usize]) -> Result<Self::Set, OutOfMemory>;

    /// Number of nodes of the set's diagram, without the two leaves: a measure of its memory.
    fn n_nodes(&self, set: &Self::Set) -> usize;

    /// Serializes the sets. The bytes depend on the sets only. Sets share common nodes.
    fn save(&self, sets: &[&Self::Set]) -> Vec<u8>;

    /// Loads sets that were saved over variables with the same numbers of choices.
    fn load(&self, bytes: &[u8]) -> Result<Vec<Self::Set>, LoadError>;

    /// Node counts and number of garbage collections.
    fn statistics(&self) -> DiagramStatistics;

    // --- Operations with a default ---

    /// Complement: the states that are not in the set.
    fn complement(&self, set: &Self::Set) -> Result<Self::Set, OutOfMemory> {
        self.minus(&self.full(), set)
    }

    /// Union of all sets. Unites neighbours first, so that no operand is in more than log n unions.
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

    /// Intersection of all sets.
    fn intersection(&self, sets: Vec<Self::Set>) -> Result<Self::Set, OutOfMemory> {
        sets.iter().try_fold(self.full(), |common, set| self.and(&common, set))
    }

    /// The member with this rank; the first member has rank 0.
    fn nth(&self, set: &Self::Set, rank: &BigUint) -> Option<State> {
        self.select(set, std::slice::from_ref(rank)).remove(0)
    }

    /// Iterator over all members, in order.
    fn iter(&self, set: &Self::Set) -> States<'_, Self> {
        States::new(self, set.clone())
    }

    /// Splits a set into `n` disjoint parts whose sizes differ by at most one. The members of a part come before those
    /// of the next part.
    fn split(&self, set: &Self::Set, n: usize) -> Result<Vec<Self::Set>, OutOfMemory> {
        parts(self, set, n)
    }
}

/// Node counts of a diagram, and how often it collected garbage.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct DiagramStatistics {
    /// Nodes in the table, including garbage that was not collected yet.
    pub nodes: usize,
    /// Largest number of nodes after any operation so far.
    pub peak: usize,
    /// Largest possible number of nodes.
    pub capacity: usize,
    /// Number of garbage collections.
    pub collections: u64,
}

// --- Iteration ---

/// Iterator over the members of a set, in order. It stores the next member only; each step is a walk down the diagram.
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
