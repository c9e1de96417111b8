//! The message of an invariant that does not hold in a state.

use std::collections::BTreeMap;

use glassbox_space::{Bdd, State};
use glassbox_vm::track::{TermId, Word};

use crate::guest::Piece;
use crate::limits::RUN_FUEL;
use crate::states::States;

/// Checks every node of a state that is not valid, children first. Returns the path of the first that is broken, and its
/// message; none if it is the global invariant that does not hold.
pub(super) fn broken(states: &mut States<Bdd>, state: &State) -> Option<(String, String)> {
    states.write(state);
    states.guest.machine.set_fuel(RUN_FUEL);
    states.guest.host().broken = None;
    let record = states.skeleton.record().clone();
    let mut summaries: BTreeMap<u32, Vec<Piece>> = BTreeMap::new();
    let nodes: Vec<_> = (0..).zip(&record.nodes).collect();
    for (index, node) in nodes.into_iter().rev() {
        if !states.skeleton.holds(&states.space, &node.condition, state) {
            continue;
        }
        let ty = &record.types[node.node_type as usize];
        let out = states.guest.machine.reserve(ty.summary_size.max(1), 16)?;
        let children = record.nodes.iter().filter(|child| child.parent == Some(index)).map(|child| child.address);
        states.guest.host().summaries = children.filter_map(|at| Some((at, summaries.get(&at)?.clone()))).collect();
        let check = states.guest.machine.table_function(0, ty.check)?;
        if !states.guest.ask(check, &[node.address, out]).ok()? {
            return Some((node.path.clone(), states.guest.host().broken.take()?));
        }
        let piece = |at: u32| {
            let byte = states.guest.machine.read(out + at, 1);
            Piece { at, len: 1, term: TermId::NONE, word: Word::new(byte.value, byte.shadow.undefined) }
        };
        let summary = (0..ty.summary_size).map(piece).collect();
        summaries.insert(node.address, summary);
    }
    None
}
