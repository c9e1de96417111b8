//! The smallest of the states that fail like a run.
//!
//! Lookalikes take the same path, so any of them shows the bug, and the smallest shows it best. The evidence (names,
//! addresses, values) belongs to one state, so the check is run again, on that state.

use glassbox_space::{Diagram, OutOfMemory, Weights};

use super::class::Class;
use super::replay::DROP_MARK;
use super::run::{Ran, Runner};
use crate::observer::Phases;
use crate::picture::{Pictures, pictures};
use crate::result::{Evidence, FailingState, Failure, Mistake, Way};
use crate::states::States;

/// The failure of a failing run, in the smallest state that it covers. The inner error is a bug in glassbox.
pub(super) fn failure<D: Diagram>(
    states: &mut States<D>,
    runner: &Runner,
    class: &Class<D::Set>,
) -> Result<Result<Box<Failure>, Mistake>, OutOfMemory> {
    let weights = weights(states);
    let lightest = states.space.lightest(&class.alike, &weights);
    let state = lightest.map_or_else(|| class.state.clone(), |(state, _)| state);
    let mut replay = states.skeleton.transition(&states.space, &state);
    if runner.drops {
        replay.push(DROP_MARK);
    }
    if let Some(planned) = &runner.disturbance {
        replay = planned.what().mark(&replay);
    }
    let Ran { finding: Some(finding), decisions, .. } = runner.run(states, &state, false, Phases::NONE)? else {
        return Ok(Err(Mistake::DoesNotFail { state: replay }));
    };
    let depended_on = states.skeleton.depended_on(&states.guest, &states.space, decisions.of_operation(), &state);
    let Pictures { before, after } = pictures(states, &state, |states| runner.leave(states, &state));
    let lookalikes = states.space.count(&class.alike);
    let evidence = Evidence::State(FailingState { state, lookalikes, before, after, depended_on, way: Way::NotTried });
    Ok(Ok(Box::new(Failure { finding, evidence, replay })))
}

/// Weight of each choice: the number of nodes that it adds to a state, then the number of fields and elements.
///
/// A node exists if a link, a variant or a length of the node above says so: the last requirement of its condition. So
/// a choice weighs as much as the nodes and cells that exist because of it. That is exact if absent nodes and cells
/// weigh nothing, that is, if first choices, which the variables of absent nodes and cells have, lead to no node: true
/// for links and lengths, and for enums whose first variant has no links. For other enums the state is small, but maybe
/// not the smallest.
fn weights<D: Diagram>(states: &States<D>) -> Weights {
    let record = states.skeleton.record();
    let one_node = record.variables.len() as u64 + 1;
    let mut weights = Weights::new();
    let nodes = record.nodes.iter().map(|node| (&node.condition, one_node));
    let fields = record.variables.iter().map(|variable| (&variable.condition, 1));
    for (condition, weight) in nodes.chain(fields) {
        let Some(last) = condition.last() else { continue };
        let base_index = states.space.base_index(states.skeleton.variable(last.variable));
        let Some(base_index) = base_index else { continue };
        for &choice in &last.choices {
            weights.set(base_index, choice, weights.get(base_index, choice) + weight);
        }
    }
    weights
}
