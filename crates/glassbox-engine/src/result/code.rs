//! Stable names of kinds of findings, reasons and assumptions.
//!
//! `cargo glassbox explain` takes a code, machine-readable reports carry it, and a page of the book explains it. A code
//! does not change between releases; the text of a message may.

use std::fmt;

/// Declares an enum without fields, the text of each variant, and a list of all of them.
macro_rules! codes {
    ($(#[$meta:meta])* $name:ident { $($(#[$doc:meta])* $variant:ident = $text:literal,)* }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
        pub enum $name { $($(#[$doc])* $variant,)* }

        impl $name {
            /// All codes, in the order of this enum.
            pub const ALL: &[Self] = &[$(Self::$variant,)*];

            /// The code as text, in kebab case.
            pub const fn as_str(self) -> &'static str {
                match self { $(Self::$variant => $text,)* }
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(self.as_str())
            }
        }
    };
}

codes! {
    /// Kind of a [`Finding`](super::Finding).
    FindingCode {
        /// The code panicked.
        Panic = "panic",
        /// A check returned false.
        ReturnedFalse = "returned-false",
        /// A law of an exploration returned false.
        Law = "law",
        /// An invariant does not hold after the run.
        BrokenInvariant = "broken-invariant",
        /// The contents are not what the declared effect says.
        Contents = "contents",
        /// Keys are not in order.
        KeyOrder = "key-order",
        /// A node is neither linked nor freed.
        LostNode = "lost-node",
        /// A link leads to no live node.
        DanglingLink = "dangling-link",
        /// Two links lead to one node.
        SharedLink = "shared-link",
        /// A node is below itself.
        Cycle = "cycle",
        /// A parent link does not lead to the node above.
        ParentLink = "parent-link",
        /// A count is not the number of nodes.
        NodeCount = "node-count",
        /// A field with one possible value has another.
        FixedField = "fixed-field",
        /// A node cannot be read after the run.
        UnreadableNode = "unreadable-node",
        /// A link leads to a type that no state within the bounds has.
        UnknownType = "unknown-type",
        /// An operation does not panic as it must.
        MustPanic = "must-panic",
        /// A value was not dropped exactly once.
        DroppedValue = "dropped-value",
        /// A block is not freed, and no pointer leads to it.
        MemoryLeak = "memory-leak",
        /// An access to a freed block.
        UseAfterFree = "use-after-free",
        /// A free of an address that is not a live block.
        DoubleFree = "double-free",
        /// An access outside every live block.
        OutOfBounds = "out-of-bounds",
        /// An access through a null pointer.
        NullPointer = "null-pointer",
        /// A write to an immutable static.
        ReadOnlyMemory = "read-only-memory",
        /// An access to stack memory that no variable owns.
        DeadStack = "dead-stack",
        /// An allocation of no bytes.
        EmptyAllocation = "empty-allocation",
        /// A decision on bytes that were never written.
        UninitialisedMemory = "uninitialised-memory",
        /// A free with another size or alignment than the allocation.
        WrongLayout = "wrong-layout",
        /// The run never ends.
        EndlessLoop = "endless-loop",
        /// Another trap of WebAssembly.
        Trap = "trap",
        /// An access to memory that an invariant or a run must not read.
        OutOfReach = "out-of-reach",
        /// A host function stopped the run.
        StoppedByHost = "stopped-by-host",
    }
}

codes! {
    /// Kind of a [`Reason`](super::Reason) for an unknown verdict.
    ReasonCode {
        /// A budget or Ctrl-C ended the search.
        Budget = "budget",
        /// The decision diagram is full.
        OutOfMemory = "out-of-memory",
        /// An exploration has more states than the limit.
        TooManyStates = "too-many-states",
        /// A run reached a limit of the machine.
        Limit = "limit",
        /// A run needs something that glassbox does not offer.
        NotOffered = "not-offered",
        /// A run depends on memory outside the structures that another run writes.
        HiddenState = "hidden-state",
        /// Operations reach a state outside the checked ones.
        Outside = "outside",
        /// The comparison with the states that operations reach failed.
        ReachFailed = "reach-failed",
        /// The result depends on where blocks lie in memory.
        DependsOnAddresses = "depends-on-addresses",
        /// The code decides by the number of an address, key or value.
        DecidesByNumber = "decides-by-number",
        /// A run or an invariant depends on the value of a field that may have any.
        DependsOnAny = "depends-on-any",
        /// Blocks are left, and values that were computed from addresses may lead to them.
        HiddenOwners = "hidden-owners",
        /// Only one state of each shape was explored.
        ShapesOnly = "shapes-only",
        /// The judge does not support the description.
        Unsupported = "unsupported",
        /// There is no pair of a valid state and arguments.
        NothingToCheck = "nothing-to-check",
        /// No constructor or no operation could be run.
        NothingTried = "nothing-tried",
        /// Items of an exploration may be public functions, and were not tried.
        UnseenItems = "unseen-items",
        /// This is one of several shards, and nothing is wrong in it.
        OnlyAShard = "only-a-shard",
        /// What shards cover is not the whole.
        ShardsDoNotAddUp = "shards-do-not-add-up",
        /// A contradiction that shows a bug in glassbox.
        GlassboxMistake = "glassbox-mistake",
    }
}

codes! {
    /// Kind of an [`Assumption`](super::Assumption) of a verdict.
    AssumptionCode {
        /// The code is compiled for 32-bit WebAssembly.
        Wasm32 = "address-width",
        /// The code is compiled with debug assertions and overflow checks.
        DebugAssertions = "debug-assertions",
        /// The code is compiled with overflow checks, but without debug assertions.
        NoDebugAssertions = "no-debug-assertions",
        /// One thread runs at a time.
        SingleThread = "single-thread",
        /// A panic aborts.
        PanicAborts = "panic-aborts",
        /// At most one callback panics.
        OnePanic = "one-panic",
        /// Allocations never fail.
        AllocationsSucceed = "allocations-succeed",
        /// Few allocations fail.
        FewFailedAllocations = "few-failed-allocations",
        /// Traits seldom lie.
        FewLies = "few-lies",
        /// Few operations follow a panic or a lie.
        FewOperationsAfter = "few-operations-after",
        /// Other checks in which something goes wrong leave no more in statics.
        OthersLeaveNoMore = "others-leave-no-more",
        /// Rust's rules about references and valid values are not checked.
        AliasingUnchecked = "aliasing-unchecked",
        /// Accesses inside a block are not told apart.
        InnerBoundsUnchecked = "inner-bounds-unchecked",
        /// Locals and statics have the addresses that they have here.
        FixedPlaces = "fixed-places",
        /// Some layouts of memory stand for all.
        LayoutsOfMemory = "layouts-of-memory",
        /// Two orders of blocks in memory stand for all, in an exploration.
        OrdersOfBlocks = "orders-of-blocks",
        /// Structures are not moved between operations.
        NotMoved = "not-moved",
        /// Structures of a check share no nodes.
        SeparateStructures = "separate-structures",
        /// The optimisation level is not the default one.
        OptLevel = "opt-level",
        /// Values of explorations are of another kind.
        ValueKind = "value-kind",
        /// A field keeps its one value.
        OneValue = "one-value",
        /// The operation may leave the states that are checked.
        MayLeave = "may-leave",
        /// Other checks change no static that this one reads.
        StaticsOfOtherChecks = "statics-of-other-checks",
        /// The structures are never dropped.
        NeverDropped = "never-dropped",
        /// Dropping larger structures shows no bug.
        DroppedUpTo = "dropped-up-to",
        /// One seed of `RandomState` stands for all.
        OneSeed = "one-seed",
        /// A few hashes of keys stand for all.
        FewHashes = "few-hashes",
        /// Panics that the exploration allows are the caller's fault.
        MeantPanics = "meant-panics",
        /// Another subject is made with few operations.
        OtherSubjects = "other-subjects",
        /// States with more elements were not explored further.
        Elements = "elements",
        /// The bound on elements has no effect.
        ElementsBoundNothing = "elements-bound-nothing",
        /// No state allowed a call of some functions.
        NeverPossible = "never-possible",
        /// Not tried whether operations reach other states.
        ReachesNoOtherStates = "reaches-no-other-states",
        /// Tried on small states only whether operations reach other states.
        ReachesNoOtherStatesBeyond = "reaches-no-other-states-beyond",
        /// Other checks lead to states that are not checked.
        LeftByOthers = "left-by-others",
        /// Some reached states are too large to be judged.
        LargeStatesUnjudged = "large-states-unjudged",
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn codes_are_unique_and_in_kebab_case() {
        let findings = FindingCode::ALL.iter().map(|code| code.as_str());
        let reasons = ReasonCode::ALL.iter().map(|code| code.as_str());
        let assumptions = AssumptionCode::ALL.iter().map(|code| code.as_str());
        let all: Vec<&str> = findings.chain(reasons).chain(assumptions).collect();
        assert_eq!(all.iter().collect::<BTreeSet<_>>().len(), all.len());
        for code in all {
            assert!(code.chars().all(|c| c.is_ascii_lowercase() || c == '-'), "{code}");
        }
    }
}
