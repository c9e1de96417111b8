//! The states left to check, as one set that every run makes smaller.
//!
//! The next state is the least one that remains. The order matters for the size of the diagram only: a prototype had a
//! peak of 2804 nodes with the least, 4105 with the greatest, and 25646 with any state.

use glassbox_space::{BigUint, Diagram, OutOfMemory, Space, State};

use super::covers::{Covers, Todo};
use crate::search::class::Class;
use crate::search::route::Route;
use crate::search::run::Decisions;
use crate::states::States;

/// The states left, for a strategy that computes which states a run covers.
#[derive(Debug)]
pub(super) struct Remaining<C, S> {
    covers: C,
    left: S,
    /// Whether runs may cover states that other runs have covered.
    overlaps: bool,
}

impl<C, S> Remaining<C, S> {
    /// `overlaps` says whether runs may cover states that are no longer left.
    pub(super) fn new(covers: C, part: S, overlaps: bool) -> Self {
        Self { covers, left: part, overlaps }
    }
}

impl<D: Diagram, C: Covers<D>> Covers<D> for Remaining<C, D::Set> {
    fn covers(&mut self, states: &mut States<D>, decisions: &Decisions, state: &State) -> Result<D::Set, OutOfMemory> {
        self.covers.covers(states, decisions, state)
    }

    fn wants_routes(&self) -> bool {
        self.covers.wants_routes()
    }
}

impl<D: Diagram, C: Covers<D>> Todo<D> for Remaining<C, D::Set> {
    fn next(&self, space: &Space<D>) -> Option<State> {
        space.least(&self.left)
    }

    fn widened(
        &mut self,
        states: &mut States<D>,
        route: Option<&Route>,
        state: &State,
        alike: D::Set,
    ) -> Result<D::Set, OutOfMemory> {
        let more = self.covers.continued(states, route, state)?;
        self.overlaps |= more.is_some();
        if self.overlaps { states.space.and(more.as_ref().unwrap_or(&alike), &self.left) } else { Ok(alike) }
    }

    fn take(&mut self, states: &mut States<D>, class: &Class<D::Set>, all: &D::Set) -> Result<bool, OutOfMemory> {
        let left = states.space.take(&self.left, &class.alike, all)?;
        let all_was_there = left.is_some();
        self.left = left.unwrap_or_else(|| self.left.clone());
        Ok(all_was_there)
    }

    fn left(&self, _: &Space<D>) -> Result<D::Set, OutOfMemory> {
        Ok(self.left.clone())
    }

    fn count_left(&self, space: &Space<D>) -> BigUint {
        space.count(&self.left)
    }

    fn n_nodes(&self, space: &Space<D>) -> usize {
        space.n_nodes(&self.left)
    }
}
