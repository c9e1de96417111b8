//! Classes: a run and its lookalikes.

use glassbox_space::State;

use super::run::{Decisions, RunEnd};
use crate::hidden::Changes;
use crate::result::{Finding, Reason};

/// A run and its lookalikes.
#[derive(Clone, Debug)]
pub(super) struct Class<S> {
    /// The state that was run: the least state of the class that is left in this part.
    pub(super) state: State,
    /// The bug that the run found, if any.
    pub(super) finding: Option<Finding>,
    /// The reason why nothing is known about the state that the run leaves.
    pub(super) unknown: Option<Reason>,
    /// How the code under check ended.
    pub(super) end: RunEnd,
    /// What the run changed outside the structures.
    pub(super) changes: Changes,
    /// The decisions that the run depended on.
    pub(super) decisions: Decisions,
    /// The states that it covers: its lookalikes, or more. Until they are intersected with the transitions, they may include states that are not valid: the
    /// diagram is much smaller that way.
    pub(super) alike: S,
    /// Whether they all take the path of the run; otherwise some of them take it in parts only.
    pub(super) takes_one_path: bool,
}
