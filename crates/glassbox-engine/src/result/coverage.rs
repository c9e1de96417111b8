//! Coverage: how much was looked at, in numbers.

use glassbox_space::BigUint;

use super::bounds::Bounds;

/// How much was looked at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Coverage {
    /// By a check.
    Check(CheckCoverage),
    /// By an exploration.
    Exploration(ExplorationCoverage),
}

/// States and arguments that a check covers, at the largest bounds that were searched.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CheckCoverage {
    /// Pairs of a valid state and arguments.
    pub transitions: BigUint,
    /// Pairs that the runs cover.
    pub covered: BigUint,
    /// Runs, each of which covers pairs that no other covers.
    pub runs: u64,
    /// States that an audit ran one by one.
    pub audited: u64,
    /// The largest bounds at which the check is known not to fail; none if there are none.
    pub holds_up_to: Option<Bounds>,
    /// The comparison with the states that operations reach.
    pub reached: Reached,
}

/// The comparison of the checked states with those that operations reach.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Reached {
    /// The check has no structure, or did not get that far.
    #[default]
    NotAsked,
    /// All of them are among the checked states.
    Contained {
        /// How many there are.
        states: usize,
        /// Whether there are no others within the bounds of the comparison.
        is_complete: bool,
    },
    /// Nothing was reached.
    NotTried(NotReached),
}

/// Why no state was reached.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum NotReached {
    /// No constructor is known.
    NoConstructor,
    /// No state within the small bounds of the comparison is valid.
    NoSmallState,
    /// The constructor makes a structure larger than this size, the bound of the comparison.
    LargeConstructor {
        /// The bound.
        most: u32,
    },
    /// The arguments of the checks cannot be enumerated.
    NoArguments,
    /// The check has several structures.
    SeveralStructures,
    /// States in memory cannot be decoded.
    NotDecodable {
        /// Why.
        what: String,
    },
    /// The search was stopped before.
    Stopped,
}

/// States and transitions of an exploration.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ExplorationCoverage {
    /// Different states.
    pub states: BigUint,
    /// Calls on a state, each with its arguments.
    pub transitions: BigUint,
    /// All histories of so many operations were tried.
    pub operations: u32,
    /// Whether longer histories lead to no other states.
    pub is_complete: bool,
    /// New states after so many operations, from 0.
    pub levels: Vec<usize>,
}
