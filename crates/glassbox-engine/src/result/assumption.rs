//! Assumptions of a verdict.
//!
//! Every verdict lists all its assumptions: one that is not in the list is not made. The page 'What a PASS means' of the book
//! has a row for each.

use super::bounds::Bounds;
use super::code::AssumptionCode;
use super::coverage::NotReached;
use super::reason::Leaving;

/// An assumption of a verdict.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Assumption {
    /// The code is compiled for 32-bit WebAssembly: other targets have other pointer sizes and layouts, and an operating system, with files and
    /// environment variables. Calls that need one stop a run, unless the compiler already knows that they fail.
    Wasm32,
    /// The code is compiled with debug assertions and overflow checks.
    DebugAssertions,
    /// The code is compiled with overflow checks, but without debug assertions.
    NoDebugAssertions,
    /// One thread runs at a time.
    SingleThread,
    /// A panic aborts: no code runs while unwinding.
    PanicAborts,
    /// At most one callback panics in a history, at a place that is made for it.
    OnePanic,
    /// Allocations never fail.
    AllocationsSucceed,
    /// At most so many allocations fail in a call.
    FewFailedAllocations(u32),
    /// Traits lie at most so many times in a call.
    FewLies(u32),
    /// Only so many operations follow a panic or a lie that leaves no valid structure, and only in states of these bounds that operations
    /// reach; without bounds, none follow.
    FewOperationsAfter {
        /// Number of operations.
        operations: u32,
        /// Bounds of the states.
        up_to: Option<Bounds>,
    },
    /// Where something goes wrong in other checks of the module, they leave nothing in statics that they do not leave elsewhere. A check of
    /// which that is not so is unknown.
    OthersLeaveNoMore,
    /// No reference breaks Rust's aliasing rules, and no value is invalid for its type: not checked.
    AliasingUnchecked,
    /// An access beyond one part of a block but inside the block, or on the stack, is not reported.
    InnerBoundsUnchecked,
    /// Locals and statics have the addresses that they have here.
    FixedPlaces,
    /// Two orders of blocks in memory stand for all. Freed addresses are used again if a run compares one.
    LayoutsOfMemory,
    /// Operations of an exploration compare addresses; two orders of blocks in memory stand for all.
    OrdersOfBlocks,
    /// Structures are not moved between operations.
    NotMoved,
    /// Structures of a check share no nodes.
    SeparateStructures,
    /// The code is compiled at an optimisation level other than the default.
    OptLevel(String),
    /// Values of explorations are of this kind instead of the default one.
    ValueKind(String),
    /// A field keeps the one value that the description gives it.
    OneValue {
        /// The field.
        field: String,
    },
    /// The operation may leave the states that are checked, and does: nothing is known about the states that it leaves.
    MayLeave(Leaving),
    /// Other checks of the module, which fail or are not decided, change no static that this one reads.
    StaticsOfOtherChecks {
        /// Their paths.
        checks: Vec<String>,
    },
    /// The structures are never dropped: the user says so, or their types do nothing when dropped.
    NeverDropped,
    /// Dropping structures that are larger than these shows no bug.
    DroppedUpTo(Bounds),
    /// One seed of `RandomState` stands for all.
    OneSeed,
    /// So many hashes of keys stand for all.
    FewHashes(u32),
    /// Panics that the exploration allows are the caller's fault, and the program does not go on after them.
    MeantPanics,
    /// Another subject, as an operand, is made with at most so many operations.
    OtherSubjects(u32),
    /// States with more elements than this were not explored further.
    Elements(u32),
    /// `elements` has no effect: no state has a `Val` or a `Key`.
    ElementsBoundNothing,
    /// No state allowed a call of these functions, so nothing is known about them.
    NeverPossible(Vec<String>),
    /// Operations reach no state outside the checked ones: not tried, for this reason.
    ReachesNoOtherStates(NotReached),
    /// Operations reach no state outside the checked ones: tried on small states only.
    ReachesNoOtherStatesBeyond {
        /// Number of states that were reached.
        states: usize,
        /// The bounds of which these are all states, if any.
        all_up_to: Option<Bounds>,
    },
    /// Operations of these checks fail, or lead to states that are not among the checked ones: their own verdicts say how.
    LeftByOthers(Vec<String>),
    /// Operations lead to states beyond the bounds that are too large to be judged.
    LargeStatesUnjudged {
        /// Number of such states.
        states: usize,
    },
}

impl Assumption {
    /// Its kind.
    pub fn code(&self) -> AssumptionCode {
        match self {
            Self::Wasm32 => AssumptionCode::Wasm32,
            Self::DebugAssertions => AssumptionCode::DebugAssertions,
            Self::NoDebugAssertions => AssumptionCode::NoDebugAssertions,
            Self::SingleThread => AssumptionCode::SingleThread,
            Self::PanicAborts => AssumptionCode::PanicAborts,
            Self::OnePanic => AssumptionCode::OnePanic,
            Self::AllocationsSucceed => AssumptionCode::AllocationsSucceed,
            Self::FewFailedAllocations(_) => AssumptionCode::FewFailedAllocations,
            Self::FewLies(_) => AssumptionCode::FewLies,
            Self::FewOperationsAfter { .. } => AssumptionCode::FewOperationsAfter,
            Self::OthersLeaveNoMore => AssumptionCode::OthersLeaveNoMore,
            Self::AliasingUnchecked => AssumptionCode::AliasingUnchecked,
            Self::InnerBoundsUnchecked => AssumptionCode::InnerBoundsUnchecked,
            Self::FixedPlaces => AssumptionCode::FixedPlaces,
            Self::LayoutsOfMemory => AssumptionCode::LayoutsOfMemory,
            Self::OrdersOfBlocks => AssumptionCode::OrdersOfBlocks,
            Self::NotMoved => AssumptionCode::NotMoved,
            Self::SeparateStructures => AssumptionCode::SeparateStructures,
            Self::OptLevel(_) => AssumptionCode::OptLevel,
            Self::ValueKind(_) => AssumptionCode::ValueKind,
            Self::OneValue { .. } => AssumptionCode::OneValue,
            Self::MayLeave(_) => AssumptionCode::MayLeave,
            Self::StaticsOfOtherChecks { .. } => AssumptionCode::StaticsOfOtherChecks,
            Self::NeverDropped => AssumptionCode::NeverDropped,
            Self::DroppedUpTo(_) => AssumptionCode::DroppedUpTo,
            Self::OneSeed => AssumptionCode::OneSeed,
            Self::FewHashes(_) => AssumptionCode::FewHashes,
            Self::MeantPanics => AssumptionCode::MeantPanics,
            Self::OtherSubjects(_) => AssumptionCode::OtherSubjects,
            Self::Elements(_) => AssumptionCode::Elements,
            Self::ElementsBoundNothing => AssumptionCode::ElementsBoundNothing,
            Self::NeverPossible(_) => AssumptionCode::NeverPossible,
            Self::ReachesNoOtherStates(_) => AssumptionCode::ReachesNoOtherStates,
            Self::ReachesNoOtherStatesBeyond { .. } => AssumptionCode::ReachesNoOtherStatesBeyond,
            Self::LeftByOthers(_) => AssumptionCode::LeftByOthers,
            Self::LargeStatesUnjudged { .. } => AssumptionCode::LargeStatesUnjudged,
        }
    }
}
