//! The method as published: a run covers the states with the same choices for all variables that it depended on.
//!
//! Equal choices give equal answers, so the set is a part of what `paths` takes away, and more runs are needed. Kept for
//! comparison. A state that is in the sets of two runs takes the path of both, so both depended on the same variables,
//! with the same choices, and the sets are one.

use glassbox_space::{Diagram, OutOfMemory, PartitionLimits, State};
use glassbox_vm::track::Decided;

use super::strategy::Covers;
use crate::lookalikes::{Lookalikes, Prune};
use crate::states::States;

/// See the module's documentation.
#[derive(Debug)]
pub(super) struct Values<D: Diagram> {
    lookalikes: Lookalikes<D>,
}

impl<D: Diagram> Values<D> {
    pub(super) fn new() -> Self {
        Self { lookalikes: Lookalikes::new(Prune::Values, PartitionLimits::default()) }
    }
}

impl<D: Diagram> Covers<D> for Values<D> {
    fn covers(&mut self, states: &mut States<D>, decisions: &[Decided], state: &State) -> Result<D::Set, OutOfMemory> {
        let terms = states.guest.machine.tracker().terms();
        self.lookalikes.of(&mut states.space, terms, decisions.iter().copied(), state)
    }
}
