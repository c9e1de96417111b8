//! Rules of the checker that tests can leave out: a comparison must then notice a difference.
//!
//! Every rule is one that verdicts would be wrong without. This is the only place that knows how to leave one out, and only
//! tests do: the rules in force are part of [`Options`](crate::search::Options), of an [`Oracle`](crate::oracle::Oracle) and
//! of [`ExploreOptions`](crate::explore::ExploreOptions), and are all of them otherwise.

use std::collections::BTreeSet;

/// Part of the checker that a rule belongs to: it says which comparison notices that the rule is left out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum RuleScope {
    /// The local judge: its judgement on a state differs from the full judge's.
    Judge,
    /// The full judge: it accepts a damaged state.
    Oracle,
    /// The gates before a verdict: a wrong check holds, or a check gets a verdict that nothing decided.
    Verdict,
    /// Explorations: a wrong one holds because states are merged that differ, or because something is not tried.
    Exploration,
}

macro_rules! rules {
    ($($scope:ident { $($(#[$about:meta])* $rule:ident,)* })*) => {
        /// A rule that the checker would be wrong without.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
        pub enum Rule {
            $($($(#[$about])* $rule,)*)*
        }

        impl Rule {
            /// All rules.
            pub const ALL: &[Self] = &[$($(Self::$rule,)*)*];

            /// The part of the checker that the rule belongs to.
            pub fn scope(self) -> RuleScope {
                match self {
                    $($(Self::$rule => RuleScope::$scope,)*)*
                }
            }
        }
    };
}

rules! {
    Judge {
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
        /// A summary is what it was if all its bytes are, not only the first ones.
        SummaryBytes,
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
        /// Listed values are compared with all that they own.
        ListedOwners,
        /// A write to a block that a listed value owns affects the checks of its node and of the node above.
        ListedContents,
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
        /// An effect compares pairs of key and value, not keys and values apart.
        Pairs,
        /// The result of a check is decided.
        AnswersDecide,
    }
    Oracle {
        /// A block has the size and alignment that it has in the laid state.
        LaidLayouts,
        /// A link leads to a block that is not freed.
        LaidBlocksLive,
        /// Two links lead to two blocks.
        LaidOwners,
        /// A byte that the laid state has is not undefined.
        LaidBytesDefined,
        /// A byte has the value that it has in the laid state.
        LaidValues,
        /// A link leads to the place in its block that it leads to in the laid state.
        LaidPlaces,
        /// Keys are in the order of the laid state.
        LaidKeyOrder,
        /// No block is left that nothing owns.
        NoBlockLeft,
        /// A state that is read is a valid one.
        ReadIsValid,
        /// A vector has a capacity that a laid state has.
        KnownCapacities,
    }
    Verdict {
        /// Runs end the same way in other layouts of memory.
        Layouts,
        /// What a run has found out about the rest of a function holds where that function returns the same in the same memory.
        WholeConfigurations,
        /// A run that does something else where blocks are elsewhere says nothing about other states.
        LayoutsOfEachState,
        /// A run that keeps a number which was computed from an address decides nothing.
        KeptNumbers,
        /// A check holds only if its structures can be dropped.
        Drops,
        /// A check holds only if it holds where something around it goes wrong.
        Disturbances,
        /// A check holds only if its operation reaches no state outside the checked ones.
        ReachedStates,
        /// A check holds only if no earlier call of any check changes what it does.
        Statics,
        /// A check holds only if no earlier call of any check changes what dropping its structures does.
        StaticsOfDrops,
        /// A check holds only if it changes no static that an invariant reads.
        StaticsOfInvariants,
        /// What a run changes in statics is noted before the judge goes back to the start of the run.
        NotedBeforeRewind,
        /// A run that reaches a limit of the machine is not taken for one that ends well.
        LimitsAreNoPass,
        /// A run that reaches a limit of the machine is not taken for a bug.
        LimitsAreNoBug,
        /// A run that leaves a value which no checked state has decides nothing.
        LeavingIsNoPass,
        /// A listed value differs from what is in memory only in bytes that nobody reads.
        UnreadBytes,
        /// A run that depends on a field which may have any value decides nothing.
        AnyValue,
        /// Vectors have every capacity, not only one.
        Capacities,
    }
    Exploration {
        /// States differ if the alignments of blocks do.
        FormAlignments,
        /// States differ if something leads to another byte of a block.
        FormOffsets,
        /// States differ if a block that something leads to is freed in one of them.
        FormFreed,
        /// States differ if a byte is undefined in one of them.
        FormUndefined,
        /// States differ if statics do.
        FormStatics,
        /// States differ if the bytes of a static are undefined in one of them, or those of a name.
        FormNamesInStatics,
        /// States differ if a number of one is the address of a static in the other.
        FormStaticAddresses,
        /// States differ if a value is dropped in one of them.
        FormLiveValues,
        /// States differ if some values are equal in one of them.
        FormEqualities,
        /// States differ if the keys are in another order.
        FormKeyOrder,
        /// States differ if the hashes of keys do.
        FormHashes,
        /// States differ if numbers do that were computed from addresses, values or keys.
        FormMixed,
        /// States differ if one of them has lost blocks.
        FormLost,
        /// States differ if a key was forgotten in one of them.
        FormForgotten,
        /// A subject that something in it leads to is moved.
        Moves,
        /// Laws that change the subject are operations.
        WritingLaws,
        /// Laws are asked with every choice.
        LawChoices,
        /// The subject is dropped with every choice.
        DropChoices,
        /// Values may be equal.
        EqualValues,
        /// Keys have several hashes.
        SeveralHashes,
        /// A key of which only dead copies are left is no element.
        DeadKeys,
        /// Explorations are the same if blocks lie in another order.
        BlockOrder,
        /// Explorations are the same if blocks have no other alignment than they must.
        BlockAlignment,
        /// Nothing depends on the number of an address, a value or a key.
        NumbersDecide,
        /// Nothing is left after the drop.
        NothingLeft,
        /// A block that may have an owner is not lost.
        HiddenOwners,
        /// An operation is possible in some state.
        SomeOperation,
    }
}

/// The rules in force: all, except in tests that leave one out.
#[derive(Clone, Debug, Default)]
pub struct Rules {
    left_out: BTreeSet<Rule>,
}

impl Rule {
    /// Another rule that sees most of what this one sees: whether this one is needed shows only if that one is left out, too.
    pub fn covered_by(self) -> Option<Self> {
        let is_about_links = matches!(self, Self::NoDanglingLinks | Self::NoTwoLinks | Self::SkeletonParentStillLinks);
        is_about_links.then_some(Self::Owners)
    }
}

impl Rules {
    /// All but one.
    pub fn without(rule: Rule) -> Self {
        Self { left_out: BTreeSet::from([rule]) }
    }

    /// The same without another one.
    #[must_use]
    pub fn and_without(mut self, rule: Option<Rule>) -> Self {
        self.left_out.extend(rule);
        self
    }

    /// Whether none is left out.
    pub(crate) fn are_all(&self) -> bool {
        self.left_out.is_empty()
    }

    pub(crate) fn has(&self, rule: Rule) -> bool {
        !self.left_out.contains(&rule)
    }
}
