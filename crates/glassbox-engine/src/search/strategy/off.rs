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
        let mut only = states.space.full();
        // From the bottom up: each new variable is then above the rest, and adding it is cheap.
        for &variable in states.space.base_variables().iter().rev() {
            let choice = states.space.choice(variable, state).expect("base variables have a choice");
            only = states.space.and(&states.space.guard(variable, choice), &only)?;
        }
        Ok(only)
    }
}
