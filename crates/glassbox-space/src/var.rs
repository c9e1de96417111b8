//! Variables and states.
//!
//! Base and derived variables are numbered in one sequence, in the order of their declaration, so that a table with an
//! entry for each variable is a plain vector. A state has choices of base variables only; those of the derived
//! variables follow from them. So a position in a state is not the number of a variable.
//! [`Space::choice`](crate::Space::choice) looks up the choice of either kind.

use std::fmt;
use std::ops::Index;

/// A variable of a space, base or derived.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct VariableId(u32);

impl VariableId {
    /// The variable with this number.
    pub fn from_index(index: u32) -> Self {
        Self(index)
    }

    /// Its number; the first declared variable has number 0.
    pub fn index(self) -> u32 {
        self.0
    }

    /// Its number, as an index into a table.
    pub fn as_usize(self) -> usize {
        self.0 as usize
    }
}

/// One choice for every base variable, in the order of declaration. States are ordered lexicographically: the first
/// declared variable matters most.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct State(Box<[u32]>);

impl State {
    /// The choices.
    pub fn choices(&self) -> &[u32] {
        &self.0
    }

    /// Number of base variables.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there are no variables.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

/// Indexed by position among the base variables: `Space::base_index` of a variable.
impl Index<usize> for State {
    type Output = u32;

    fn index(&self, base_index: usize) -> &u32 {
        &self.0[base_index]
    }
}

impl From<Vec<u32>> for State {
    fn from(choices: Vec<u32>) -> Self {
        Self(choices.into())
    }
}

impl FromIterator<u32> for State {
    fn from_iter<I: IntoIterator<Item = u32>>(choices: I) -> Self {
        Self(choices.into_iter().collect())
    }
}

impl fmt::Debug for State {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(&self.0).finish()
    }
}
