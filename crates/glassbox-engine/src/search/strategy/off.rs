//! No pruning: a run covers its own state, so every state is run. The baseline for the other strategies.

use glassbox_space::{Diagram, OutOfMemory, State};

use super::covers::Covers;
use crate::search::run::Decisions;
use crate::states::States;

/// See the module's documentation.
#[derive(Clone, Copy, Debug)]
pub(super) struct Off;

impl<D: Diagram> Covers<D> for Off {
    fn covers(&mut self, states: &mut States<D>, _: &Decisions, state: &State) -> Result<D::Set, OutOfMemory> {
        states.only(state)
    }
}
