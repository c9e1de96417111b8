//! Reasons for an unknown verdict.

use std::ops::Range;
use std::time::Duration;

use glassbox_space::BigUint;

use super::code::ReasonCode;
use super::error::StatesError;
use super::history::Call;

/// Why a verdict is unknown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reason {
    /// The search was stopped.
    Stopped {
        /// How far it was.
        at: StoppedAt,
        /// Who stopped it; none if a caller of the search did without a cause.
        cause: Option<StopCause>,
    },
    /// The decision diagram is full.
    OutOfMemory,
    /// An exploration has more states than allowed.
    TooManyStates {
        /// The most states allowed.
        most: usize,
        /// All histories of so many operations were tried.
        operations: u32,
    },
    /// Runs leave something to each other outside the structures.
    HiddenState(HiddenState),
    /// Operations reach a state that is not among the checked ones.
    Outside(Outsider),
    /// The states that operations reach could not be compared with the checked ones.
    ReachFailed(Box<StatesError>),
    /// The result depends on where blocks lie in memory.
    DependsOnAddresses(AddressDependence),
    /// Operations decide by the number of an address, key or value.
    DecidesByNumber,
    /// States of one shape counted as one, so most were not tried.
    ShapesOnly,
    /// The judge does not support the description.
    Unsupported(Unsupported),
    /// There is no pair of a valid state and arguments.
    NothingToCheck,
    /// No constructor makes a subject, so nothing was tried.
    NoConstructor,
    /// No operation is possible in any state, so nothing was tried.
    NoOperation,
    /// glassbox contradicts itself.
    Mistake(Mistake),
}

/// How far a search was when it was stopped.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StoppedAt {
    /// The valid states were not known yet.
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
    /// Some histories were not tried.
    Exploring {
        /// States found.
        states: usize,
        /// All histories of so many operations were tried.
        operations: u32,
    },
}

/// Who stopped a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StopCause {
    /// The user, with Ctrl-C.
    Interrupted,
    /// The time budget is used up.
    Budget(Duration),
}

/// Memory outside the structures that one run writes and another reads.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HiddenState {
    /// Addresses of the bytes; empty if it is a global or a table.
    pub range: Range<u32>,
    /// Where it was written: offsets in the module's file, the innermost call first.
    pub trace: Vec<u32>,
    /// Name of the function that wrote it, if it is known.
    pub function: Option<String>,
}

/// A reachable state that is not among the checked ones.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outsider {
    /// Why it is not.
    pub cause: OutsideCause,
    /// The calls that lead to it.
    pub history: Vec<Call>,
}

/// Why a reachable state is not among the checked ones.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OutsideCause {
    /// Its memory holds something that no checked state has.
    NoSuchState {
        /// The field, and what it holds.
        what: String,
    },
    /// The invariant does not hold there.
    Invalid {
        /// The invariant's message, if it has one.
        message: Option<String>,
    },
    /// Memory outside the structure is not what it was at first.
    HiddenState {
        /// The first byte that changed.
        address: u32,
    },
}

/// How a result depends on where blocks lie in memory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AddressDependence {
    /// One state of a check does something else with blocks elsewhere.
    State {
        /// The state, as text.
        state: String,
        /// What it does there.
        difference: Difference,
    },
    /// Other states are valid with blocks elsewhere.
    ValidStates,
    /// An exploration finds other states, or finds them in another way, with blocks elsewhere.
    Explorations {
        /// States with blocks in the usual order.
        first: usize,
        /// States with blocks in the opposite order.
        second: usize,
    },
}

/// What a state does that another run of it, or of its class, does not do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Difference {
    /// It takes another path.
    OtherPath,
    /// It fails.
    Fails {
        /// The message of the full judge.
        message: String,
    },
    /// It does not fail.
    DoesNotFail,
    /// It frees other blocks.
    FreesOtherBlocks,
    /// It leaves another value in a field.
    OtherValue {
        /// The field.
        field: String,
    },
}

/// A description that the judge does not support.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unsupported {
    /// A field counts the nodes below an inner node.
    InnerCount {
        /// The field.
        field: String,
    },
    /// A check of several structures has counts.
    CountsOfSeveralStructures,
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
        /// What the state does.
        difference: Difference,
    },
    /// A run covers states that an earlier run covered.
    OverlappingRuns,
    /// The search did not start again although it had to.
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
        /// Transitions that there are.
        transitions: BigUint,
    },
    /// The module lacks the check that it was asked for.
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
            Self::Stopped { .. } => ReasonCode::Budget,
            Self::OutOfMemory => ReasonCode::OutOfMemory,
            Self::TooManyStates { .. } => ReasonCode::TooManyStates,
            Self::HiddenState(_) => ReasonCode::HiddenState,
            Self::Outside(_) => ReasonCode::Outside,
            Self::ReachFailed(_) => ReasonCode::ReachFailed,
            Self::DependsOnAddresses(_) => ReasonCode::DependsOnAddresses,
            Self::DecidesByNumber => ReasonCode::DecidesByNumber,
            Self::ShapesOnly => ReasonCode::ShapesOnly,
            Self::Unsupported(_) => ReasonCode::Unsupported,
            Self::NothingToCheck => ReasonCode::NothingToCheck,
            Self::NoConstructor | Self::NoOperation => ReasonCode::NothingTried,
            Self::Mistake(_) => ReasonCode::GlassboxMistake,
        }
    }
}

impl From<Mistake> for Reason {
    fn from(mistake: Mistake) -> Self {
        Self::Mistake(mistake)
    }
}
