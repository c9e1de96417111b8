//! Coverage of a verdict, in numbers.

use glassbox_space::BigUint;

use super::bounds::Bounds;

/// Number of states and calls that were covered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Coverage {
    /// Of a check.
    Check(CheckCoverage),
    /// Of an exploration.
    Exploration(ExplorationCoverage),
}

/// States and arguments that a check covers, at the largest bounds that were searched.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CheckCoverage {
    /// Pairs of a valid state and arguments.
    pub transitions: BigUint,
    /// Pairs that the runs cover.
    pub covered: BigUint,
    /// Number of runs. No two runs cover the same pair.
    pub runs: u64,
    /// States that an audit ran one by one.
    pub audited: u64,
    /// The largest bounds at which the check is known not to fail, if any.
    pub holds_up_to: Option<Bounds>,
    /// Comparison with the states that operations reach.
    pub reached: Reached,
}

/// Comparison of the checked states with those that operations reach.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Reached {
    /// Not compared: the check has no structure, or the search ended before.
    #[default]
    NotAsked,
    /// The states that were reached are among the checked ones, except for those that other checks lead to.
    Contained {
        /// Number of states.
        states: usize,
        /// The bounds of which these are all states; none if not all were reached even at the smallest.
        all_up_to: Option<Bounds>,
        /// Whether these are the bounds of the check.
        is_complete: bool,
        /// States beyond the bounds that were too large to be judged.
        unjudged: usize,
        /// Other checks of the structure whose operations fail, or lead to states that are not among the checked ones.
        left_by: Vec<String>,
    },
    /// Not compared, for this reason.
    NotTried(NotReached),
}

/// Reason why the checked states were not compared with the reachable ones.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum NotReached {
    /// The structure has no constructor.
    NoConstructor,
    /// No state within the small bounds of the comparison is valid.
    NoSmallState,
    /// The constructor makes a structure larger than the bound of the comparison.
    LargeConstructor {
        /// The bound.
        most: u32,
    },
    /// The arguments of the checks cannot be enumerated.
    NoArguments,
    /// The check has several structures.
    SeveralStructures,
}

/// States and transitions of an exploration.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ExplorationCoverage {
    /// Different states.
    pub states: BigUint,
    /// Calls on a state, each with its arguments.
    pub transitions: BigUint,
    /// Length of histories up to which all were tried.
    pub operations: u32,
    /// Whether longer histories lead to no other states.
    pub is_complete: bool,
    /// Number of new states for each length of history, from 0.
    pub levels: Vec<usize>,
}
