//! Errors: why there is no result.

use glassbox_abi::SkeletonError;
use glassbox_space::OutOfMemory;
use glassbox_vm::exec::{InstantiateError, Stopped};

use crate::picture::Picture;

/// Why a check or an exploration cannot be decided.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DecideError {
    /// The states of a check are not known.
    #[error(transparent)]
    States(#[from] StatesError),
    /// An exploration cannot begin.
    #[error(transparent)]
    Harness(#[from] HarnessError),
}

/// Why the states of a check are not known.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum StatesError {
    /// The module cannot be run.
    #[error(transparent)]
    Instantiate(#[from] InstantiateError),
    /// The guest could not lay out its states.
    #[error(transparent)]
    Plan(#[from] PlanError),
    /// An invariant did not answer.
    #[error(transparent)]
    Invariant(#[from] InvariantError),
    /// The diagram has no room left.
    #[error(transparent)]
    OutOfMemory(#[from] OutOfMemory),
    /// No state is valid, so nothing could ever be checked.
    #[error("`{check}` has no valid state: no state within the bounds satisfies the invariant")]
    Empty {
        /// The check's path.
        check: String,
    },
}

/// Why there is no skeleton.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PlanError {
    /// The module has no such check, or one of an older release.
    #[error("the module has no plan for check `{check}`")]
    NoPlan {
        /// The check's path.
        check: String,
    },
    /// The guest stopped while it laid out the states: a domain is missing, for example.
    #[error("laying out the states of `{check}` failed: {stopped}")]
    Stopped {
        /// The check's path.
        check: String,
        /// Why and where.
        stopped: Stopped,
    },
    /// The guest returned without a description.
    #[error("the plan of check `{check}` describes nothing")]
    Silent {
        /// The check's path.
        check: String,
    },
    /// The description cannot be read.
    #[error(transparent)]
    Record(#[from] SkeletonError),
}

/// Why the valid states are not known.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum InvariantError {
    /// A check did not answer.
    #[error("the invariant of {node} does not answer: {stopped}")]
    Stopped {
        /// Path of the node.
        node: String,
        /// Why and where.
        stopped: Stopped,
        /// The state.
        picture: Box<Picture>,
    },
    /// A check looked too far.
    #[error(
        "the invariant of {node} looks beyond the node and its tree children: use a summary, or a global invariant"
    )]
    NotLocal {
        /// Path of the node.
        node: String,
        /// Why and where.
        stopped: Stopped,
    },
    /// The guest's tables do not hold the functions that its description names.
    #[error("the record names function {index}, which the module does not have")]
    NoFunction {
        /// The table index.
        index: u32,
    },
    /// The search was stopped.
    #[error("the search was stopped before all valid states were found")]
    Interrupted,
    /// The diagram has no room left.
    #[error(transparent)]
    OutOfMemory(#[from] OutOfMemory),
}

/// Why an exploration cannot begin.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum HarnessError {
    /// The module lacks a function.
    #[error("the module has no function `{0}`")]
    NoFunction(String),
    /// The module cannot be instantiated.
    #[error(transparent)]
    Instantiate(#[from] InstantiateError),
}

impl StatesError {
    /// Whether the diagram has no room left.
    pub fn is_out_of_memory(&self) -> bool {
        matches!(self, Self::OutOfMemory(_) | Self::Invariant(InvariantError::OutOfMemory(_)))
    }

    /// Whether the search for valid states was stopped.
    pub fn is_interrupted(&self) -> bool {
        matches!(self, Self::Invariant(InvariantError::Interrupted))
    }
}
