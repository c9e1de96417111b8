//! The intersection of many sets.
//!
//! Most decisions of a run are about one bit: a link is there, a colour is red. Others are about a few bits: a node
//! exists if all links on the way to it do. Such sets are *cubes*: at each of their bits one side is empty. The
//! intersection of cubes is a cube and needs no operator: collect the bits, and make one node above the other.

use super::engine::Engine;
use super::table::{EMPTY, Edge, FULL, Full};

/// Operands of an intersection, sorted by their first bits.
#[derive(Debug, Default)]
struct Parts {
    /// The bits of all cubes, and whether they are set.
    literals: Vec<(u32, bool)>,
    /// The sets that are no cubes, and their first bits.
    others: Vec<(u32, Edge)>,
}

impl Engine {
    /// Intersection of all sets.
    ///
    /// Goes from the bottom up: each set is then mostly above the result so far, which is cheap. Sets with the same
    /// first bit are intersected with each other first, because the first of them may rule out most of the others.
    pub(super) fn intersect(&mut self, sets: &[Edge]) -> Result<Edge, Full> {
        let Some(Parts { mut literals, mut others }) = self.part(sets) else { return Ok(EMPTY) };
        let mut common = FULL;
        while let Some(bit) = literals.last().map(|last| last.0).max(others.last().map(|last| last.0)) {
            if let Some((_, is_set)) = literals.pop_if(|last| last.0 == bit) {
                let (lo, hi) = if is_set { (EMPTY, common) } else { (common, EMPTY) };
                common = self.table.make(bit, lo, hi)?;
            }
            let mut group = FULL;
            while let Some((_, other)) = others.pop_if(|last| last.0 == bit) {
                group = self.and(group, other)?;
            }
            common = self.and(group, common)?;
        }
        Ok(common)
    }

    /// Sorts the sets by their first bits, the last bit last. None if the intersection is empty: a set is, or two cubes
    /// contradict each other.
    fn part(&self, sets: &[Edge]) -> Option<Parts> {
        let mut parts = Parts::default();
        // Backwards, so that sets with the same bit are popped in the given order.
        for &set in sets.iter().rev() {
            if !self.add_cube(set, &mut parts.literals) {
                parts.others.push((self.table.node(set).bit, set));
            }
        }
        parts.literals.sort_unstable();
        parts.literals.dedup();
        let contradicts = |pair: &[(u32, bool)]| pair[0].0 == pair[1].0;
        if parts.literals.windows(2).any(contradicts) || sets.contains(&EMPTY) {
            return None;
        }
        parts.others.sort_by_key(|(bit, _)| *bit);
        parts.others.dedup();
        Some(parts)
    }

    /// Adds the bits of a set if it is a cube, and returns whether it is.
    fn add_cube(&self, set: Edge, literals: &mut Vec<(u32, bool)>) -> bool {
        let before = literals.len();
        let mut edge = set;
        while edge > FULL {
            let node = self.table.node(edge);
            let is_set = node.lo == EMPTY;
            if !is_set && node.hi != EMPTY {
                literals.truncate(before);
                return false;
            }
            literals.push((node.bit, is_set));
            edge = if is_set { node.hi } else { node.lo };
        }
        true
    }
}
