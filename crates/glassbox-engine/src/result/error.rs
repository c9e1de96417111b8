//! Errors: reasons why there is no result.

use glassbox_abi::SkeletonError;
use glassbox_space::OutOfMemory;
use glassbox_vm::exec::{InstantiateError, Stopped};

use crate::picture::Picture;

/// Error when deciding a check or an exploration.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DecideError {
    /// The valid states of a check cannot be computed.
    #[error(transparent)]
    States(#[from] StatesError),
    /// An exploration cannot be started.
    #[error(transparent)]
    Harness(#[from] HarnessError),
}

/// Error when computing the valid states of a check.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum StatesError {
    /// The module cannot be instantiated.
    #[error(transparent)]
    Instantiate(#[from] InstantiateError),
    /// The guest could not lay out its states.
    #[error(transparent)]
    Plan(#[from] PlanError),
    /// An invariant failed.
    #[error(transparent)]
    Invariant(#[from] InvariantError),
    /// The decision diagram is full.
    #[error(transparent)]
    OutOfMemory(#[from] OutOfMemory),
    /// No state is valid, so there is nothing to check.
    #[error("`{check}` has no valid state: no state within the bounds satisfies the invariant")]
    Empty {
        /// The check's path.
        check: String,
    },
}

/// Error when asking the guest for a skeleton.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PlanError {
    /// The module has no such check, or one of an older release.
    #[error("the module has no plan for check `{check}`")]
    NoPlan {
        /// The check's path.
        check: String,
    },
    /// The guest stopped while it laid out the states, for example because a domain is missing.
    #[error("laying out the states of `{check}` failed: {stopped}")]
    Stopped {
        /// The check's path.
        check: String,
        /// Cause and place.
        stopped: Stopped,
    },
    /// The guest returned without sending a description.
    #[error("check `{check}` sent no description of its states")]
    Silent {
        /// The check's path.
        check: String,
    },
    /// Two fields of a type have the same number.
    #[error("the fields `{first}` and `{second}` have the same number: rename one of them")]
    SamePlace {
        /// Path of a field, from its node.
        first: String,
        /// Path of another.
        second: String,
    },
    /// The description cannot be decoded.
    #[error(transparent)]
    Record(#[from] SkeletonError),
}

/// Error when computing the valid states from the invariants.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum InvariantError {
    /// A type of inner nodes has a global invariant, which is only called for roots.
    #[error("`ok` of {node} is never called, because it is no root: move the condition to `check`")]
    InnerGlobal {
        /// A node of the type.
        node: String,
    },
    /// An invariant stopped: a panic, a trap, or too many steps.
    #[error("the invariant of {node} stopped: {stopped}")]
    Stopped {
        /// Path of the node.
        node: String,
        /// Cause and place.
        stopped: Stopped,
        /// The state that it stopped in.
        picture: Box<Picture>,
    },
    /// An invariant read memory beyond its node and the node's tree children.
    #[error(
        "the invariant of {node} looks beyond the node and its tree children: use a summary, or a global invariant"
    )]
    NotLocal {
        /// Path of the node.
        node: String,
        /// Cause and place.
        stopped: Stopped,
    },
    /// The description names a function that the module's table does not have.
    #[error("the record names function {index}, which the module does not have")]
    NoFunction {
        /// The table index.
        index: u32,
    },
    /// The search was stopped.
    #[error("the search was stopped before all valid states were found")]
    Interrupted,
    /// The decision diagram is full.
    #[error(transparent)]
    OutOfMemory(#[from] OutOfMemory),
}

/// Error when starting an exploration.
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
    /// Whether the decision diagram is full.
    pub fn is_out_of_memory(&self) -> bool {
        matches!(self, Self::OutOfMemory(_) | Self::Invariant(InvariantError::OutOfMemory(_)))
    }

    /// Whether the search for valid states was stopped.
    pub fn is_interrupted(&self) -> bool {
        matches!(self, Self::Invariant(InvariantError::Interrupted))
    }
}
