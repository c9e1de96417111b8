//! The traits of strategies.

use glassbox_space::{BigUint, Diagram, OutOfMemory, Space, State};

use crate::search::class::Class;
use crate::search::run::Decisions;
use crate::states::States;

/// Knows which states a run covers.
pub(in crate::search) trait Covers<D: Diagram> {
    /// The states on which the run from `state`, which has just ended with these decisions, says the same.
    fn covers(&mut self, states: &mut States<D>, decisions: &Decisions, state: &State) -> Result<D::Set, OutOfMemory>;
}

/// Knows the states still to check, and chooses the next one.
pub(in crate::search) trait Todo<D: Diagram>: Covers<D> {
    /// The state to run next: the least of its class that is to be covered. None if nothing is left.
    fn next(&self, space: &Space<D>) -> Option<State>;

    /// Removes what a run covers of `all`. False if some of it had been removed before, or the run is not the one that was
    /// to be next: a mistake of ours.
    fn take(&mut self, states: &mut States<D>, class: &Class<D::Set>, all: &D::Set) -> Result<bool, OutOfMemory>;

    /// The states left.
    fn left(&self, space: &Space<D>) -> Result<D::Set, OutOfMemory>;

    /// Number of states left. Makes no new nodes, so that counting changes nothing.
    fn count_left(&self, space: &Space<D>) -> BigUint;

    /// Nodes of the diagrams that hold the states left.
    fn n_nodes(&self, space: &Space<D>) -> usize;
}
