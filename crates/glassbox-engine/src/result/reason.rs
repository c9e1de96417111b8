//! Reasons for an unknown verdict.

use std::ops::Range;
use std::time::Duration;

use glassbox_abi::Disturbance;
use glassbox_space::BigUint;
use glassbox_vm::exec::{Limits, Stop};

use super::code::ReasonCode;
use super::error::StatesError;
use super::finding::NodeName;
use super::history::Call;

/// Reason why a verdict is unknown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reason {
    /// The search was stopped.
    Stopped {
        /// Progress at that time.
        at: StoppedAt,
        /// Cause of the stop; none if a caller of the search stopped it without one.
        cause: Option<StopCause>,
    },
    /// The decision diagram is full.
    OutOfMemory,
    /// An exploration has more states than the limit.
    TooManyStates {
        /// The limit.
        most: usize,
        /// Length of histories up to which all were tried.
        operations: u32,
    },
    /// A run reached a limit of the machine.
    Limit(Unfinished),
    /// A run needs something that glassbox does not offer, such as a clock.
    NotOffered(Unfinished),
    /// A run depends on memory outside the structures that another run writes.
    HiddenState(HiddenState),
    /// Operations reach a state outside the checked ones.
    Outside(Outsider),
    /// An operation leaves a state that is not among the checked ones.
    Leaves(Leaving),
    /// The comparison with the states that operations reach failed.
    ReachFailed(Box<StatesError>),
    /// The result depends on where blocks lie in memory.
    DependsOnAddresses(AddressDependence),
    /// Operations decide by the number of an address, key or value.
    DecidesByNumber(Option<Unfinished>),
    /// A run or an invariant depends on the value of a field that may have any. These are all such fields.
    DependsOnAny(Vec<String>),
    /// Blocks are left, and values that were computed from addresses may lead to them.
    HiddenOwners,
    /// States of the same shape counted as one, so most states were not tried.
    ShapesOnly,
    /// The judge does not support the description.
    Unsupported(Unsupported),
    /// There is no pair of a valid state and arguments.
    NothingToCheck,
    /// No constructor returned a subject, so nothing was tried.
    NoConstructor,
    /// No operation is possible in any state, so nothing was tried.
    NoOperation,
    /// Items of an exploration may be public functions, and were not tried.
    UnseenItems(Vec<String>),
    /// This is one of several shards, and nothing is wrong in it. All of them together decide.
    OnlyAShard {
        /// Transitions, or states of an exploration, that belong to it.
        covered: BigUint,
        /// All of them.
        transitions: BigUint,
    },
    /// What shards cover is not the whole.
    ShardsDoNotAddUp {
        /// Transitions that the shards cover.
        covered: BigUint,
        /// All transitions.
        transitions: BigUint,
    },
    /// A contradiction that shows a bug in glassbox.
    Mistake(Mistake),
}

/// Progress of a search that was stopped.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StoppedAt {
    /// The valid states were not computed yet.
    FindingStates,
    /// Some transitions were not covered.
    Searching {
        /// Transitions that are not covered.
        left: BigUint,
        /// All transitions.
        transitions: BigUint,
    },
    /// All transitions are covered, but the states that operations reach were not compared with the checked ones.
    Reaching,
    /// All transitions are covered, but not all with this disturbance.
    Disturbing(Disturbance),
    /// All transitions are covered, but it is not known what other checks leave in statics.
    Statics,
    /// Some histories were not tried.
    Exploring {
        /// States found.
        states: usize,
        /// Length of histories up to which all were tried.
        operations: u32,
    },
    /// All histories were tried, but not all again with other places of blocks in memory.
    Repeating {
        /// States found again.
        states: usize,
        /// Length of histories up to which all were tried again.
        operations: u32,
    },
}

/// Cause of a stop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StopCause {
    /// The user, with Ctrl-C.
    Interrupted,
    /// The time budget is used up.
    Budget(Duration),
    /// Checks need more memory than they may use, and this one has most of it, or got no more.
    Memory {
        /// The limit, in bytes; none if the computer has no more.
        most: Option<u64>,
    },
}

/// A run that stopped for a reason that says nothing about the code under check.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unfinished {
    /// The reason.
    pub stop: Stop,
    /// Where it stopped: offsets in the module's file, the innermost call first.
    pub trace: Vec<u32>,
    /// Name of the innermost function of the user's code, if known.
    pub function: Option<String>,
    /// What the run was allowed to use.
    pub limits: Limits,
}

/// Memory outside the structures that one run writes and another reads.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HiddenState {
    /// Addresses of the bytes; empty if it is a global or a table.
    pub range: Range<u32>,
    /// Where it was written: offsets in the module's file, the innermost call first.
    pub trace: Vec<u32>,
    /// Name of the function that wrote it, if known.
    pub function: Option<String>,
}

/// A reachable state outside the checked ones.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outsider {
    /// The difference to the checked states.
    pub cause: OutsideCause,
    /// The calls that lead to it.
    pub history: Vec<Call>,
}

/// A value that an operation leaves in a field, and that no checked state has there.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Leaving {
    /// The node.
    pub node: NodeName,
    /// The field.
    pub field: String,
    /// The value.
    pub value: LeftValue,
    /// The state before the operation, as text.
    pub state: String,
}

/// A value that no checked state has.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum LeftValue {
    /// A number or other value that is not listed.
    NotListed {
        /// The value, if it is short.
        value: Option<u64>,
        /// The listed values, if they have texts.
        listed: Vec<String>,
    },
    /// The only value of a skipped field has changed.
    Skipped,
    /// It owns memory, and is none of the listed values, or shares what it owns.
    Owning,
    /// It is a pointer, and what it leads to has changed.
    Pointed,
    /// A vector has this size.
    Size {
        /// Number of elements.
        len: u32,
        /// Number of elements that it has room for.
        capacity: u32,
    },
    /// A link has other bytes than a link to its target.
    OddLink,
    /// A link leads to a node that no checked state has there.
    Alias,
}

/// Reason why a reachable state is not among the checked ones.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OutsideCause {
    /// Its memory holds something that no checked state has.
    NoSuchState {
        /// The field, and its value.
        what: String,
    },
    /// The invariant does not hold there.
    Invalid {
        /// The invariant's message, if it has one.
        message: Option<String>,
    },
}

/// Dependence of a result on the addresses of blocks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AddressDependence {
    /// A state of a check behaves differently in another memory layout.
    State {
        /// The state, as text.
        state: String,
        /// The difference.
        difference: Difference,
    },
    /// A number that was computed from the address of a block is left in memory, and another address gives another number.
    KeptNumber {
        /// The state, as text.
        state: String,
    },
    /// Other states are valid in another memory layout.
    ValidStates,
    /// An exploration finds other states, or reaches them differently, in another memory layout.
    Explorations {
        /// States with blocks at ascending addresses.
        first: usize,
        /// States with blocks at descending addresses.
        second: usize,
    },
}

/// Difference between a run and another run of the same state or class.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Difference {
    /// It takes another path.
    OtherPath,
    /// It fails.
    Fails {
        /// Message of the full judge.
        message: String,
    },
    /// It does not fail.
    DoesNotFail,
    /// It frees other blocks.
    FreesOtherBlocks,
    /// It leaves other memory.
    OtherMemory,
    /// It leaves another value in a field.
    OtherValue {
        /// The field.
        field: String,
    },
}

/// A description that the judge does not support.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unsupported {
    /// Nodes lie in the slots of a vector (`holes`): which slots are in use after a run is not judged.
    NodesInSlots {
        /// The vector.
        field: String,
    },
    /// Keys and values lie in different nodes, so that nothing says which belong together.
    EntriesInSeveralNodes,
    /// A check of several structures declares an effect.
    EffectOnSeveralStructures,
}

/// A contradiction that shows a bug of glassbox itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Mistake {
    /// A state does not do what its class does.
    Audit {
        /// The state, as text.
        state: String,
        /// The state that was run, as text.
        alike: String,
        /// The difference.
        difference: Difference,
    },
    /// Two runs cover the same state.
    OverlappingRuns,
    /// The search did not restart although it had to.
    NotRestarted,
    /// A state that should fail like its class does not.
    DoesNotFail {
        /// The state, as text.
        state: String,
    },
    /// The covered transitions do not add up.
    WrongSum {
        /// Transitions that are covered.
        covered: BigUint,
        /// All transitions.
        transitions: BigUint,
    },
    /// The module does not have the check.
    NoSuchCheck {
        /// The check's path.
        path: String,
    },
    /// No step was searched.
    NothingSearched,
}

impl Reason {
    /// The kind of reason, as a stable code.
    pub fn code(&self) -> ReasonCode {
        match self {
            Self::OutOfMemory | Self::Stopped { cause: Some(StopCause::Memory { .. }), .. } => ReasonCode::OutOfMemory,
            Self::Stopped { .. } => ReasonCode::Budget,
            Self::TooManyStates { .. } => ReasonCode::TooManyStates,
            Self::Limit(_) => ReasonCode::Limit,
            Self::NotOffered(_) => ReasonCode::NotOffered,
            Self::HiddenState(_) => ReasonCode::HiddenState,
            Self::Outside(_) | Self::Leaves(_) => ReasonCode::Outside,
            Self::ReachFailed(_) => ReasonCode::ReachFailed,
            Self::DependsOnAddresses(_) => ReasonCode::DependsOnAddresses,
            Self::DecidesByNumber(_) => ReasonCode::DecidesByNumber,
            Self::DependsOnAny(_) => ReasonCode::DependsOnAny,
            Self::HiddenOwners => ReasonCode::HiddenOwners,
            Self::ShapesOnly => ReasonCode::ShapesOnly,
            Self::Unsupported(_) => ReasonCode::Unsupported,
            Self::NothingToCheck => ReasonCode::NothingToCheck,
            Self::NoConstructor | Self::NoOperation => ReasonCode::NothingTried,
            Self::UnseenItems(_) => ReasonCode::UnseenItems,
            Self::OnlyAShard { .. } => ReasonCode::OnlyAShard,
            Self::ShardsDoNotAddUp { .. } => ReasonCode::ShardsDoNotAddUp,
            Self::Mistake(_) => ReasonCode::GlassboxMistake,
        }
    }
}

impl From<Mistake> for Reason {
    fn from(mistake: Mistake) -> Self {
        Self::Mistake(mistake)
    }
}
