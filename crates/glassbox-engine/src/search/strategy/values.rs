//! The published method: a run covers the states with the same values in all fields that the operation has read.
//!
//! Questions of the judge are compared by their answers only: then there are about as many runs as Darga and Boyapati
//! report (red-black trees of heights 1 to 6: 6, 28, 119, 410, 1249 and 3440; they have 6, 28, 108, 366, 1094 and
//! 2968). Equal values give equal answers, so the set is a part of the one that `paths` removes, and more runs are
//! needed. Kept for comparison. A state that is in the sets of two runs takes the path of both, so both have read and
//! asked the same, with the same values and answers, and the sets are one.

use glassbox_space::{Diagram, OutOfMemory, PartitionLimits, State};

use super::covers::Covers;
use crate::lookalikes::{Lookalikes, Prune};
use crate::search::run::Decisions;
use crate::states::States;

/// See the module's documentation.
#[derive(Debug)]
pub(super) struct Values<D: Diagram> {
    operation: Lookalikes<D>,
    judging: Lookalikes<D>,
}

impl<D: Diagram> Values<D> {
    pub(super) fn new() -> Self {
        let [operation, judging] =
            [Prune::Values, Prune::Paths].map(|prune| Lookalikes::new(prune, PartitionLimits::default()));
        Self { operation, judging }
    }
}

impl<D: Diagram> Covers<D> for Values<D> {
    fn covers(&mut self, states: &mut States<D>, decisions: &Decisions, state: &State) -> Result<D::Set, OutOfMemory> {
        let terms = states.guest.machine.tracker().terms();
        let space = &mut states.space;
        let read_alike = self.operation.of(space, terms, decisions.of_operation().iter().copied(), state)?;
        let judged_alike = self.judging.of(space, terms, decisions.of_judging().iter().copied(), state)?;
        space.and(&read_alike, &judged_alike)
    }
}
