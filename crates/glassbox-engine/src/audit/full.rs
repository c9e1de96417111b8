//! Judges a run by reading the whole memory: asks the oracle.

use glassbox_space::{Diagram, State};

use crate::oracle::{Oracle, Rejection};
use crate::states::{Source, States};

/// Runs the check that the states belong to on one of them. Returns the reason why the oracle does not accept the result, if
/// any.
pub fn run_and_judge<D: Diagram>(states: &mut States<D>, state: &State) -> Result<(), Rejection> {
    let choices = states.skeleton.choices(&states.space, state);
    oracle_of(states).run(&choices)
}

/// The oracle of the states, which is made when it is first needed.
pub(crate) fn oracle_of<D: Diagram>(states: &mut States<D>) -> &mut Oracle {
    let Source { module, check, bounds, layout } = &states.source;
    let judge = states.full_judge.get_or_insert_with(|| Box::new(Oracle::new(module, check, bounds, *layout)));
    judge.downcast_mut().expect("nothing else is kept here")
}
