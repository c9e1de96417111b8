//! Levels: the order of all bits, and the groups of neighbouring variables.
//!
//! A level is a bit of a variable or the beginning of a group. A group is a run of variables; groups can lie in each
//! other. A diagram of bits goes through them one after the other, so whatever later bits depend on has to be remembered
//! while it goes through a group that they have nothing to do with. At the beginning of a group a diagram can have a
//! *product node* instead: a list of pairs of a set of choices of the group's variables and a set of choices of the
//! variables behind it. So the diagram of a subtree is the same wherever it is needed.
//!
//! The **scope** of a level is what a node there is about: for a bit, the bits from it to the end of the innermost group
//! around it; for the beginning of a group, the group and what comes behind it, to the end of the group around both. A
//! node at a level stands for all sets over larger scopes that depend on nothing else.

/// The end of what is in no group: more variables can still be added.
pub(super) const OPEN_END: u32 = u32::MAX;

/// No level.
const NONE: u32 = u32::MAX;

/// All levels.
#[derive(Clone, Debug, Default)]
pub(super) struct Levels {
    /// For each level the end of its scope.
    ends: Vec<u32>,
    /// For each level the beginning of the innermost group around it; for the beginning of a group, that of the group around it.
    around: Vec<u32>,
    /// For each beginning of a group its end; for a bit, none.
    group_ends: Vec<u32>,
    /// Beginnings of groups that have not ended.
    open: Vec<u32>,
    n_groups: usize,
}

impl Levels {
    pub(super) fn len(&self) -> u32 {
        u32::try_from(self.ends.len()).expect("fewer than 2^32 levels")
    }

    /// Whether there are no groups, so that all nodes are about bits.
    pub(super) fn are_bits(&self) -> bool {
        self.n_groups == 0
    }

    pub(super) fn add_bit(&mut self) {
        self.push(NONE);
    }

    pub(super) fn begin_group(&mut self) {
        let begin = self.len();
        self.push(OPEN_END);
        self.open.push(begin);
        self.n_groups += 1;
    }

    /// Panics if no group was begun.
    pub(super) fn end_group(&mut self) {
        let begin = self.open.pop().expect("only a group that was begun can end");
        let end = self.len();
        self.group_ends[begin as usize] = end;
        for level in begin + 1..end {
            if self.around[level as usize] == begin {
                self.ends[level as usize] = end;
            }
        }
    }

    fn push(&mut self, group_end: u32) {
        self.ends.push(OPEN_END);
        self.around.push(self.open.last().copied().unwrap_or(NONE));
        self.group_ends.push(group_end);
    }

    /// The end of a level's scope; [`OPEN_END`] if it is in no group.
    #[inline]
    pub(super) fn end(&self, level: u32) -> u32 {
        self.ends[level as usize]
    }

    /// The end of the group that begins at a level; none for a bit.
    #[inline]
    pub(super) fn group_end(&self, level: u32) -> Option<u32> {
        let end = self.group_ends[level as usize];
        (end != NONE).then_some(end)
    }

    /// The first level whose scope has both levels. Each may be that of a leaf, which is greater than all others.
    #[inline]
    pub(super) fn common(&self, a: u32, b: u32) -> u32 {
        let (mut first, second) = (a.min(b), a.max(b));
        if second >= self.len() {
            return first;
        }
        while second >= self.ends[first as usize] {
            first = self.around[first as usize];
        }
        first
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Bits and groups as in `0 [1 2 [3 4] 5] 6`; groups begin at levels of their own.
    fn levels() -> Levels {
        let mut levels = Levels::default();
        for step in "b(bb(bb)b)b".chars() {
            match step {
                'b' => levels.add_bit(),
                '(' => levels.begin_group(),
                _ => levels.end_group(),
            }
        }
        levels
    }

    #[test]
    fn scopes_end_with_their_group() {
        let levels = levels();
        let ends: Vec<u32> = (0..levels.len()).map(|level| levels.end(level)).collect();
        let open = OPEN_END;
        assert_eq!(ends, [open, open, 8, 8, 8, 7, 7, 8, open]);
        let groups: Vec<Option<u32>> = (0..levels.len()).map(|level| levels.group_end(level)).collect();
        assert_eq!(groups, [None, Some(8), None, None, Some(7), None, None, None, None]);
    }

    #[test]
    fn what_two_levels_have_in_common_is_a_group_between_them_or_the_first() {
        let levels = levels();
        let leaf = u32::MAX - 1;
        let pairs = [(0, 5), (5, 6), (5, 7), (5, 8), (2, 7), (3, 6), (7, 8), (5, leaf), (4, 7), (4, 8)];
        assert_eq!(pairs.map(|(a, b)| levels.common(b, a)), [0, 5, 4, 1, 2, 3, 1, 5, 4, 1]);
    }
}
