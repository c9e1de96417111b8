//! Rules of the judge that tests can leave out: an oracle must then notice a difference.

use std::collections::BTreeSet;

/// A rule that the judge would be wrong without.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Rule {
    /// The target of a link is alive and exists.
    NoDanglingLinks,
    /// A node has no second link from another visited node.
    NoTwoLinks,
    /// A node has no second link from its parent in the skeleton, which was not visited.
    SkeletonParentStillLinks,
    /// Every visited node hangs from a root.
    FromARoot,
    /// Children of relinked and freed nodes are linked again or freed.
    NothingLost,
    /// The node above a freed one is visited.
    AboveFreed,
    /// The check of the node above a written one may read what was written.
    AboveWritten,
    /// Where a summary is not what it was, the node above is checked.
    Upward,
    /// An equal value with another term counts as written.
    EqualValuesAreWrites,
    /// Decisions of the judge are decisions of the run.
    JudgingDecides,
    /// Links to the node above are right.
    Parents,
    /// Counts are right.
    Counts,
    /// Every written cell holds what a checked state has there.
    Parts,
    /// Every block has one owner.
    Owners,
    /// Aliases lead to nodes that are there.
    Aliases,
    /// Global invariants hold.
    Global,
    /// Keys are in order.
    Order,
    /// New blocks are not forgotten.
    Leaks,
    /// Values are dropped once, and contents are what the effect says.
    Contents,
    /// The result of a check is decided.
    AnswersDecide,
    /// Runs end the same way in other layouts of memory.
    Layouts,
}

impl Rule {
    /// All rules.
    pub const ALL: [Self; 21] = [
        Self::NoDanglingLinks,
        Self::NoTwoLinks,
        Self::SkeletonParentStillLinks,
        Self::FromARoot,
        Self::NothingLost,
        Self::AboveFreed,
        Self::AboveWritten,
        Self::Upward,
        Self::EqualValuesAreWrites,
        Self::JudgingDecides,
        Self::Parents,
        Self::Counts,
        Self::Parts,
        Self::Owners,
        Self::Aliases,
        Self::Global,
        Self::Order,
        Self::Leaks,
        Self::Contents,
        Self::AnswersDecide,
        Self::Layouts,
    ];
}

/// The rules in force: all, except in tests that leave one out.
#[derive(Clone, Debug, Default)]
pub struct Rules {
    left_out: BTreeSet<Rule>,
}

impl Rules {
    /// All but one.
    pub fn without(rule: Rule) -> Self {
        Self { left_out: BTreeSet::from([rule]) }
    }

    pub(crate) fn has(&self, rule: Rule) -> bool {
        !self.left_out.contains(&rule)
    }
}
