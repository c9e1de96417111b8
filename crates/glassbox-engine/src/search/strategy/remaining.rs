//! The states left to check, as one set that every run makes smaller.
//!
//! The next state is the least one that remains. The order matters for the size of the diagram only: a prototype had a
//! peak of 2804 nodes with the least, 4105 with the greatest, and 25646 with any state.

use glassbox_space::{BigUint, Diagram, OutOfMemory, Space, State};

use super::covers::{Covers, Todo};
use crate::search::class::Class;
use crate::search::run::Decisions;
use crate::states::States;

/// The states left, for a strategy that computes which states a run covers.
#[derive(Debug)]
pub(super) struct Remaining<C, S> {
    covers: C,
    remaining: S,
}

impl<C, S> Remaining<C, S> {
    pub(super) fn new(covers: C, part: S) -> Self {
        Self { covers, remaining: part }
    }
}

impl<D: Diagram, C: Covers<D>> Covers<D> for Remaining<C, D::Set> {
    fn covers(&mut self, states: &mut States<D>, decisions: &Decisions, state: &State) -> Result<D::Set, OutOfMemory> {
        self.covers.covers(states, decisions, state)
    }
}

impl<D: Diagram, C: Covers<D>> Todo<D> for Remaining<C, D::Set> {
    fn next(&self, space: &Space<D>) -> Option<State> {
        space.least(&self.remaining)
    }

    fn take(&mut self, states: &mut States<D>, class: &Class<D::Set>, all: &D::Set) -> Result<bool, OutOfMemory> {
        let left = states.space.take(&self.remaining, &class.alike, all)?;
        let all_was_there = left.is_some();
        self.remaining = left.unwrap_or_else(|| self.remaining.clone());
        Ok(all_was_there)
    }

    fn left(&self, _: &Space<D>) -> Result<D::Set, OutOfMemory> {
        Ok(self.remaining.clone())
    }

    fn count_left(&self, space: &Space<D>) -> BigUint {
        space.count(&self.remaining)
    }

    fn n_nodes(&self, space: &Space<D>) -> usize {
        space.n_nodes(&self.remaining)
    }
}
