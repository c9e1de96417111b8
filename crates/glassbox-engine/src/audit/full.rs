//! Judges a run by reading the whole memory: asks the oracle.

use glassbox_space::{Diagram, State};

use crate::oracle::Rejection;
use crate::states::States;

/// Runs the check that the states belong to on one of them. Returns the reason why the oracle does not accept the result, if
/// any.
pub fn run_and_judge<D: Diagram>(states: &mut States<D>, state: &State) -> Result<(), Rejection> {
    let choices = states.skeleton.choices(&states.space, state);
    states.oracle().run(&choices)
}
