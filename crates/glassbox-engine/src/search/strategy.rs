//! What a strategy has to do.

use glassbox_space::{BigUint, Diagram, OutOfMemory, Space, State};

use super::off::Off;
use super::paths::Paths;
use super::remaining::Remaining;
use super::run::Decisions;
use super::tree::Tree;
use super::values::Values;
use super::{Strategy, walk::Class};
use crate::states::States;

/// Says which states a run covers.
pub(super) trait Covers<D: Diagram> {
    /// The states on which the run from `state`, which has just ended with these decisions, says the same.
    fn covers(&mut self, states: &mut States<D>, decisions: &Decisions, state: &State) -> Result<D::Set, OutOfMemory>;
}

/// Knows what is still to check, and chooses what is next.
pub(super) trait Todo<D: Diagram>: Covers<D> {
    /// The state to run next: the least of its class that is to be covered. None if nothing is left.
    fn next(&self, space: &Space<D>) -> Option<State>;

    /// Takes away what a run covers of `all`. False if some of it had been taken away before, or the run is not the one
    /// that was to be next: a mistake of ours.
    fn take(&mut self, states: &mut States<D>, class: &Class<D::Set>, all: &D::Set) -> Result<bool, OutOfMemory>;

    /// What is left.
    fn left(&self, space: &Space<D>) -> Result<D::Set, OutOfMemory>;

    /// How many states are left. Makes no new nodes, so that counting changes nothing.
    fn count_left(&self, space: &Space<D>) -> BigUint;

    /// Nodes of the diagrams that say what is left.
    fn n_nodes(&self, space: &Space<D>) -> usize;
}

/// The strategy that is asked for, with all of `part` to do.
pub(super) fn todo<'a, D: Diagram + 'a>(strategy: Strategy, part: D::Set) -> Box<dyn Todo<D> + 'a> {
    match strategy {
        Strategy::Paths => Box::new(Remaining::new(Paths::new(), part)),
        Strategy::Values => Box::new(Remaining::new(Values::new(), part)),
        Strategy::Off => Box::new(Remaining::new(Off, part)),
        Strategy::Tree => Box::new(Tree::new(part)),
    }
}
