//! The blocks that mixed values were computed from.
//!
//! A pointer that is kept in another form (shifted, or combined with a number or with another pointer) still leads to its block.
//! So a mixed word has the blocks that it was computed from: none known (0), one block by its first byte, or a set, as a number
//! with the highest bit. Sets are only added, so they are no part of a snapshot.

use std::collections::BTreeMap;

/// Marks the number of a set. No block begins so high.
const SET: u32 = 1 << 31;

/// A set with more blocks than this is one of unknown blocks.
const MOST_BLOCKS: usize = 16;

/// Sets of blocks.
#[derive(Debug, Default)]
pub(super) struct Names {
    sets: Vec<Vec<u32>>,
    numbers: BTreeMap<Vec<u32>, u32>,
}

impl Names {
    /// The number for the blocks of two numbers.
    pub(super) fn union(&mut self, a: u32, b: u32) -> u32 {
        if a == b {
            return a;
        }
        if a == 0 || b == 0 {
            return 0;
        }
        let mut blocks: Vec<u32> = [a, b].iter().flat_map(|of| self.members(*of)).collect();
        blocks.sort_unstable();
        blocks.dedup();
        if blocks.len() > MOST_BLOCKS {
            return 0;
        }
        if let Some(number) = self.numbers.get(&blocks) {
            return *number;
        }
        let Some(number) = u32::try_from(self.sets.len()).ok().filter(|number| number & SET == 0) else { return 0 };
        self.sets.push(blocks.clone());
        self.numbers.insert(blocks, number | SET);
        number | SET
    }

    /// The blocks of a number that is not 0.
    pub(super) fn members(&self, of: u32) -> Vec<u32> {
        let set = (of & SET != 0).then(|| self.sets.get((of & !SET) as usize)).flatten();
        set.map_or_else(|| vec![of], Clone::clone)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_are_known_by_their_members() {
        let mut names = Names::default();
        let both = names.union(0x9000, 0x9200);
        assert_eq!(names.members(both), [0x9000, 0x9200]);
        assert_eq!(names.union(0x9200, 0x9000), both);
        assert_eq!(names.union(both, 0x9000), both);
        assert_eq!(names.union(both, 0), 0, "of unknown blocks");
        assert_eq!(names.union(0x9000, 0x9000), 0x9000);
        assert_eq!(names.members(0x9000), [0x9000]);
        let many = (1..=20).fold(0x9000, |of, block| names.union(of, 0x9000 + block * 64));
        assert_eq!(many, 0, "too many");
    }
}
