//! Assumptions of a verdict.
//!
//! Every verdict lists all its assumptions: one that is not in the list is not made.

use super::bounds::Bounds;
use super::coverage::NotReached;

/// An assumption of a verdict.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Assumption {
    /// The code is compiled for 32-bit WebAssembly: other targets have other pointer sizes and layouts.
    Wasm32,
    /// One thread runs at a time.
    SingleThread,
    /// A panic aborts: no code runs while unwinding.
    PanicAborts,
    /// Allocations never fail.
    AllocationsSucceed,
    /// An access beyond one part of a block but inside the block, or on the stack, is not reported.
    InnerBoundsUnchecked,
    /// The allocator never reuses the address of a freed block.
    FreedAddressesNotReused,
    /// The code is compiled at an optimisation level other than the default.
    OptLevel(String),
    /// Values of explorations are of this kind instead of the default one.
    ValueKind(String),
    /// A field keeps the one value that the description gives it.
    OneValue {
        /// The field.
        field: String,
    },
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
