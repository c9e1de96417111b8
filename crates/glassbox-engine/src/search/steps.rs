//! Changes of the structures during a run, write by write, for `replay --steps`.
//!
//! The check is run once for each write, one write further every time, and the texts of the nodes are compared. That is
//! slow but simple, and operations on small states write little.

use glassbox_space::{Diagram, State};

use super::run::Runner;
use crate::picture::{Look, Picture, Start, look};
use crate::states::States;

/// Number of writes that are compared: more than any operation on a small state makes.
const MOST_WRITES: u32 = 10_000;

/// A write that changed something.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RunStep {
    /// Position of the run: offsets in the module's file, the innermost call first.
    pub trace: Vec<u32>,
    /// The changes: `tree.root: color is Black, was Red`.
    pub changes: Vec<String>,
    /// The structures afterwards, with what has changed since the run began.
    pub picture: Picture,
}

/// The steps of the run from `state`.
pub(super) fn steps<D: Diagram>(states: &mut States<D>, runner: &Runner, state: &State) -> Vec<RunStep> {
    states.write(state);
    let first = states.skeleton.blocks().span().start;
    let start = Start::new(states, state);
    let mut before: Look = look(states, state);
    let mut steps = Vec::new();
    // The heap lies behind the structures; nodes that the operation allocates are there.
    let range = first..u32::MAX;
    let mut next = runner.leave_at_write(states, state, range.clone(), 0);
    for writes in 1..=MOST_WRITES {
        let Some(trace) = next else { break };
        next = runner.leave_at_write(states, state, range.clone(), writes);
        let now = look(states, state);
        let changes = before.changes(&now);
        if !changes.is_empty() {
            steps.push(RunStep { trace, changes, picture: start.picture_now(states) });
            before = now;
        }
    }
    steps
}
