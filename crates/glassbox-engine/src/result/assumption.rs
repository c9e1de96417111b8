//! Assumptions: what a verdict takes for granted.
//!
//! Every verdict carries the list of those in force. What is not in the list is not assumed.

use super::coverage::NotReached;

/// Something that a verdict takes for granted.
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
    /// An access beyond a part of a block but inside the block, or on the stack, is not noticed.
    InnerBoundsUnchecked,
    /// The address of a freed block is not that of a new one.
    FreedAddressesNotReused,
    /// The code is compiled at an optimisation level other than the usual one.
    OptLevel(String),
    /// Values of explorations are of this kind instead of the usual one.
    ValueKind(String),
    /// A field keeps the one value that the description gives it.
    OneValue {
        /// The field.
        field: String,
    },
    /// One seed of `RandomState` stands for all.
    OneSeed,
    /// Only states with at most so many elements were gone on from.
    Elements(u32),
    /// `elements` bounds nothing: no state has a `Val` or a `Key`.
    ElementsBoundNothing,
    /// These functions were never possible, so nothing is known about them.
    NeverPossible(Vec<String>),
    /// Operations reach no other states: this was not tried.
    ReachesNoOtherStates(NotReached),
    /// Operations reach no other states: this was tried on small states only.
    ReachesNoOtherStatesBeyond {
        /// States that were reached.
        states: usize,
    },
}
