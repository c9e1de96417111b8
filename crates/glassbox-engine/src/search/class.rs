//! Classes: a run, and the states that are like it.

use glassbox_space::State;

use super::run::Decisions;
use crate::result::Finding;

/// A run, and the states that are like it.
#[derive(Clone, Debug)]
pub(super) struct Class<S> {
    /// The state that was run: the least of those to be covered here.
    pub(super) state: State,
    /// The bug that the run found, if any.
    pub(super) finding: Option<Finding>,
    /// The decisions that the run depended on.
    pub(super) decisions: Decisions,
    /// Its lookalikes. Until they are cut back to the transitions, others may be among them: the diagram is much smaller
    /// that way.
    pub(super) alike: S,
}
