//! The intersection of many sets.
//!
//! Most decisions of a run are about one bit: a link is there, a colour is red. Others are about a few bits: a node
//! exists if all links on the way to it do. Such sets are *cubes*: at each of their bits one side is empty. The
//! intersection of cubes is a cube and needs no operator: collect the bits, and make one node above the other.

use super::super::walk::Pair;
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

/// A part of an intersection that is complete, behind a group that is not.
#[derive(Clone, Copy, Debug)]
struct Behind {
    /// The beginning of the group.
    group: u32,
    rest: Edge,
}

impl Engine {
    /// Intersection of all sets.
    ///
    /// Goes from the bottom up: each set is then mostly above the result so far, which is cheap. Sets with the same
    /// first bit are intersected with each other first, because the first of them may rule out most of the others.
    pub(super) fn intersect(&mut self, sets: &[Edge]) -> Result<Edge, Full> {
        let Some(Parts { mut literals, mut others }) = self.part(sets) else { return Ok(EMPTY) };
        let mut common = FULL;
        let mut behind: Vec<Behind> = Vec::new();
        while let Some(bit) = literals.last().map(|last| last.0).max(others.last().map(|last| last.0)) {
            common = self.go_up(&mut behind, common, bit)?;
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
        while let Some(Behind { rest, .. }) = behind.pop() {
            common = self.and(common, rest)?;
        }
        Ok(common)
    }

    /// Goes up to a level. Completes the groups that begin behind it; if the level is in a group that the intersection so far
    /// is behind, begins with the group.
    fn go_up(&mut self, behind: &mut Vec<Behind>, mut common: Edge, level: u32) -> Result<Edge, Full> {
        if self.table.levels.are_bits() {
            return Ok(common);
        }
        while let Some(Behind { rest, .. }) = behind.pop_if(|behind| level <= behind.group) {
            common = self.and(common, rest)?;
        }
        let first = self.table.node(common).bit;
        let group = self.table.levels.common(level, first);
        if common > FULL && group < level {
            behind.push(Behind { group, rest: common });
            common = FULL;
        }
        Ok(common)
    }

    /// Sorts the sets by their first bits, the last bit last. None if the intersection is empty: a set is, or two cubes
    /// contradict each other.
    fn part(&self, sets: &[Edge]) -> Option<Parts> {
        let mut parts = Parts::default();
        // Backwards, so that sets with the same bit are popped in the given order.
        for &set in sets.iter().rev() {
            self.add(set, &mut parts);
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

    /// Adds a set: the bits of a cube, the parts of a product of two sets, or the set itself.
    fn add(&self, set: Edge, parts: &mut Parts) {
        if self.add_cube(set, &mut parts.literals) {
            return;
        }
        let node = self.table.node(set);
        if node.is_product()
            && let &[Pair { group, rest }] = self.table.pairs(node)
        {
            self.add(group, parts);
            self.add(rest, parts);
        } else {
            parts.others.push((node.bit, set));
        }
    }

    /// Adds the bits of a set if it is a cube, and returns whether it is.
    fn add_cube(&self, set: Edge, literals: &mut Vec<(u32, bool)>) -> bool {
        let before = literals.len();
        let mut edge = set;
        while edge > FULL {
            let node = self.table.node(edge);
            let is_set = node.lo == EMPTY;
            if node.is_product() || !is_set && node.hi != EMPTY {
                literals.truncate(before);
                return false;
            }
            literals.push((node.bit, is_set));
            edge = if is_set { node.hi } else { node.lo };
        }
        true
    }
}
