//! What holds for disjoint sets, and the checks.
//!
//! Parents are indices, which nothing but the invariant keeps from going round in circles, so that it has to look at
//! all elements. There are 1, 3, 10, 133 valid states for 1 to 4 elements.

use glassbox::{Broken, Children, Invariant};

use crate::UnionFind;

impl<const N: usize> Invariant for UnionFind<N> {
    type Summary = ();

    fn check(&self, _: &Children) -> Result<(), Broken> {
        Ok(())
    }

    /// Ranks grow along every path, so that it ends; and a set is large enough for the rank of what stands for it.
    fn ok(&self) -> bool {
        let is_top = |element: usize| self.parents[element] == element;
        let climbs = |element: usize| self.ranks[element] < self.ranks[self.parents[element]];
        if !(0..N).all(|element| is_top(element) || climbs(element)) {
            return false;
        }
        let mut sizes = [0; N];
        for element in 0..N {
            let mut top = element;
            while !is_top(top) {
                top = self.parents[top];
            }
            sizes[top] += 1;
        }
        (0..N).all(|top| !is_top(top) || sizes[top] >= 1 << self.ranks[top])
    }
}

/// What stands for a set is at the end of every path, before and after.
#[glassbox::check]
fn find(sets: &mut UnionFind<4>, #[glassbox(values = 0..4)] element: usize) -> bool {
    let mut expected = element;
    while sets.parents[expected] != expected {
        expected = sets.parents[expected];
    }
    let top = sets.find(element);
    top == expected && sets.find(top) == top && sets.find(element) == top
}

/// Afterwards both are in the same set.
#[glassbox::check]
fn union(sets: &mut UnionFind<4>, #[glassbox(values = 0..4)] a: usize, #[glassbox(values = 0..4)] b: usize) -> bool {
    let were_same = sets.same(a, b);
    (sets.union(a, b) != were_same) & sets.same(a, b)
}

/// Looking for one element changes no set.
#[glassbox::check]
fn find_keeps_sets(
    sets: &mut UnionFind<4>,
    #[glassbox(values = 0..4)] element: usize,
    #[glassbox(values = 0..4)] a: usize,
    #[glassbox(values = 0..4)] b: usize,
) -> bool {
    let mut before = sets.clone();
    sets.find(element);
    sets.same(a, b) == before.same(a, b)
}

/// A union joins two sets and no other.
#[glassbox::check]
fn union_joins_two_sets(
    sets: &mut UnionFind<4>,
    #[glassbox(values = 0..4)] a: usize,
    #[glassbox(values = 0..4)] b: usize,
    #[glassbox(values = 0..4)] other: usize,
) -> bool {
    let joined = sets.same(other, a) || sets.same(other, b);
    sets.union(a, b);
    sets.same(other, a) == joined
}

#[cfg(test)]
mod tests;
