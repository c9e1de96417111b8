//! Encoding of variables as bits.
//!
//! A variable with k choices takes ⌈log2 k⌉ bits, the most significant first, none at all if k = 1. Unless k is a
//! power of two, there are more codes than choices. **The surplus codes belong to the last choice**: choice k-1
//! has all codes from k-1 on. A code is *canonical* if it is a choice: c for choice c.
//!
//! So every assignment of bits is a state, and a set of states is the set of *all* codes of its members. Such a set is
//! *closed*: with a code it contains all codes of the same state. It follows that
//!
//! - literals are closed by definition, and `and`, `or`, `minus` and complement of closed sets are closed, because they
//!   treat each code by itself, and all codes of one state alike. So the operators are those of the bits, and there is
//!   no 'universe' to intersect with. Quantifying all bits of a variable is fine, too.
//! - two sets of states are equal if their sets of codes are, and a set is empty if it has no code.
//! - the least code of a set is canonical. Bits are compared from the most significant on, so codes are ordered
//!   like states; if a variable had a surplus code in the least one, the same with k-1 instead would be a smaller
//!   member. The same holds among the codes that begin with given bits, as long as one of those is canonical.
//! - counting must count canonical codes only. `count.rs` does that while walking.
//!
//! The alternative, to make surplus codes invalid, needs the set of valid codes in every complement and every
//! literal, and a diagram of it in every set: more nodes, and one more thing to forget.

use std::ops::Range;

use super::levels::Levels;
use crate::State;

/// Numbers of choices of all variables, and their bits.
#[derive(Clone, Debug, Default)]
pub(super) struct Codes {
    choices: Vec<u32>,
    /// For each variable, its first bit.
    first: Vec<u32>,
    /// For each variable, the number of its bits.
    width: Vec<u32>,
    /// For each level, its variable; for the begin of a group, the first variable in it.
    owner: Vec<u32>,
    levels: Levels,
}

impl Codes {
    /// Adds a variable and returns the number of its bits.
    pub(super) fn add(&mut self, n_choices: u32) -> u32 {
        assert!(n_choices > 0, "a variable needs at least one choice");
        let width = u32::BITS - (n_choices - 1).leading_zeros();
        let variable = self.n_variables();
        self.first.push(self.levels.len());
        self.choices.push(n_choices);
        self.width.push(width);
        for _ in 0..width {
            self.owner.push(variable);
            self.levels.add_bit();
        }
        width
    }

    /// Begins a group: see [`Diagram::begin_group`](super::Diagram::begin_group).
    pub(super) fn begin_group(&mut self) {
        self.owner.push(self.n_variables());
        self.levels.begin_group();
    }

    /// Ends the group that was begun last.
    pub(super) fn end_group(&mut self) {
        self.levels.end_group();
    }

    fn n_variables(&self) -> u32 {
        u32::try_from(self.choices.len()).expect("fewer than 2^32 variables")
    }

    pub(super) fn choices(&self) -> &[u32] {
        &self.choices
    }

    /// The variables' bits and groups.
    pub(super) fn levels(&self) -> &Levels {
        &self.levels
    }

    /// The variables of each group, in the order in which groups begin.
    pub(super) fn groups(&self) -> Vec<Range<usize>> {
        let groups = (0..self.levels.len()).filter_map(|level| Some((level, self.levels.group_end(level)?)));
        groups.map(|(begin, end)| self.variable_from(begin)..self.variable_from(end)).collect()
    }

    /// The variable of this bit.
    pub(super) fn owner(&self, bit: u32) -> usize {
        self.owner[bit as usize] as usize
    }

    /// The first variable that begins at this level or after it. The level must not be within a variable.
    pub(super) fn variable_from(&self, level: u32) -> usize {
        self.owner.get(level as usize).map_or(self.choices.len(), |variable| *variable as usize)
    }

    /// The variable's first bit, or its position if the variable has no bits.
    pub(super) fn first(&self, variable: usize) -> u32 {
        self.first[variable]
    }

    /// The position behind the variable's last bit.
    pub(super) fn end(&self, variable: usize) -> u32 {
        self.first[variable] + self.width[variable]
    }

    /// The last choice: the greatest canonical code.
    pub(super) fn last(&self, variable: usize) -> u32 {
        self.choices[variable] - 1
    }

    /// Whether every code is a choice, so that there are no surplus codes.
    pub(super) fn are_all_choices(&self) -> bool {
        self.choices.iter().all(|n| n.is_power_of_two())
    }

    /// Number of bits of the same variable after this one.
    pub(super) fn bits_after(&self, bit: u32) -> u32 {
        self.end(self.owner(bit)) - bit - 1
    }

    /// Value of the bit in the code of this choice of its variable.
    pub(super) fn is_set(&self, choice: u32, bit: u32) -> bool {
        choice >> self.bits_after(bit) & 1 == 1
    }

    /// Value of the bit in the code of the state.
    pub(super) fn is_set_in(&self, state: &State, bit: u32) -> bool {
        self.is_set(state[self.owner(bit)], bit)
    }

    /// The least code that agrees with `choice` before the bit and has the bit set; none if that is a surplus code.
    pub(super) fn raised(&self, choice: u32, bit: u32) -> Option<u32> {
        let after = self.bits_after(bit);
        let code = (choice >> after | 1) << after;
        (code <= self.last(self.owner(bit))).then_some(code)
    }

    /// Panics unless the state has a choice for each variable.
    pub(super) fn check(&self, state: &State) {
        assert_eq!(state.len(), self.choices.len(), "a state has a choice for each base variable");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_variable_has_as_many_bits_as_its_last_choice_needs() {
        let widths = [1, 2, 3, 4, 5, 8, 9, u32::MAX].map(|n| Codes::default().add(n));
        assert_eq!(widths, [0, 1, 2, 2, 3, 3, 4, 32]);
    }

    #[test]
    fn raising_a_bit_stops_at_the_last_choice() {
        let mut codes = Codes::default();
        codes.add(6);
        assert_eq!([0, 1, 2].map(|bit| codes.raised(0, bit)), [Some(4), Some(2), Some(1)]);
        // 6 = 110 is a surplus code of choice 5 = 101.
        assert_eq!(codes.raised(5, 1), None);
        assert_eq!(codes.raised(4, 2), Some(5));
    }
}
