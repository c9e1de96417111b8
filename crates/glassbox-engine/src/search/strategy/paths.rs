//! The default: a run covers the states that take the same path.
//!
//! A state takes the same path if it gives the same answers to all questions of the run, however different it is
//! otherwise: see `lookalikes.rs` for the set, and the machine's `track/concolic` for the argument. Two runs with
//! different paths part at some question, which they answer differently, so their sets are disjoint.

use glassbox_space::{Diagram, OutOfMemory, PartitionLimits, State};
use glassbox_vm::track::Decided;

use super::covers::Covers;
use crate::lookalikes::{Lookalikes, Prune};
use crate::search::run::Decisions;
use crate::states::States;

/// See the module's documentation.
#[derive(Debug)]
pub(super) struct Paths<D: Diagram> {
    lookalikes: Lookalikes<D>,
}

impl<D: Diagram> Paths<D> {
    /// Only the states of `all` matter.
    pub(super) fn new(all: D::Set) -> Self {
        Self { lookalikes: Lookalikes::new(Prune::Paths, PartitionLimits::default()).among(all) }
    }
}

impl<D: Diagram> Paths<D> {
    /// The states that answer these questions like `state`.
    pub(super) fn alike(
        &mut self,
        states: &mut States<D>,
        decisions: &[Decided],
        state: &State,
    ) -> Result<D::Set, OutOfMemory> {
        let terms = states.guest.machine.tracker().terms();
        self.lookalikes.of(&mut states.space, terms, decisions.iter().copied(), state)
    }
}

impl<D: Diagram> Covers<D> for Paths<D> {
    fn covers(&mut self, states: &mut States<D>, decisions: &Decisions, state: &State) -> Result<D::Set, OutOfMemory> {
        self.alike(states, decisions.all(), state)
    }
}
