//! The traits of strategies.

use glassbox_space::{BigUint, Diagram, OutOfMemory, Space, State};

use crate::search::class::Class;
use crate::search::route::Route;
use crate::search::run::Decisions;
use crate::states::States;

/// Computes which states a run covers.
pub(in crate::search) trait Covers<D: Diagram> {
    /// The states whose runs have the same result as the run from `state`, which has just ended with these decisions.
    fn covers(&mut self, states: &mut States<D>, decisions: &Decisions, state: &State) -> Result<D::Set, OutOfMemory>;

    /// Whether the routes of runs may be of use.
    fn wants_routes(&self) -> bool {
        false
    }

    /// The states that a run from `state` covers that held and took this route, if it is known: more than its lookalikes, or none if that cannot
    /// be said.
    fn continued(
        &mut self,
        states: &mut States<D>,
        route: Option<&Route>,
        state: &State,
    ) -> Result<Option<D::Set>, OutOfMemory> {
        let _ = (states, route, state);
        Ok(None)
    }
}

/// The states left to check, and the choice of the next one.
pub(in crate::search) trait Todo<D: Diagram>: Covers<D> {
    /// The state to run next: the least state of its class that is left. None if nothing is left.
    fn next(&self, space: &Space<D>) -> Option<State>;

    /// The states that a run covers that held, if `alike` take its path: perhaps more, if its route is known, and never one that is not left.
    fn widened(
        &mut self,
        states: &mut States<D>,
        route: Option<&Route>,
        state: &State,
        alike: D::Set,
    ) -> Result<D::Set, OutOfMemory> {
        let _ = (states, route, state);
        Ok(alike)
    }

    /// Removes the states of `all` that a run covers. False if some of them were removed before, or the run is not the
    /// one that was due: a bug in glassbox.
    fn take(&mut self, states: &mut States<D>, class: &Class<D::Set>, all: &D::Set) -> Result<bool, OutOfMemory>;

    /// The states left.
    fn left(&self, space: &Space<D>) -> Result<D::Set, OutOfMemory>;

    /// Number of states left. Makes no new nodes, so counting changes nothing.
    fn count_left(&self, space: &Space<D>) -> BigUint;

    /// Nodes of the diagrams that hold the states left.
    fn n_nodes(&self, space: &Space<D>) -> usize;
}
