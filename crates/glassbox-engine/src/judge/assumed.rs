//! Assumptions of the space must hold after a run as well: links to the node above, and counts.

use std::collections::BTreeSet;

use glassbox_abi::Skeleton;
use glassbox_abi::skeleton::{Cell, CellKind, EffectKind, visit};
use glassbox_space::Diagram;
use glassbox_vm::memory::GuestAddr;

use super::{Judge, Judged, fail};
use crate::guest::Visited;
use crate::ids::NodeKey;
use crate::result::{Finding, Unsupported};
use crate::rules::Rule;

impl<D: Diagram> Judge<'_, D> {
    pub(super) fn check_assumed(&mut self) -> Judged<()> {
        let mut nodes: BTreeSet<NodeKey> = self.links.keys().chain(self.incoming.keys()).copied().collect();
        nodes.extend(self.reparented.iter().filter(|node| !self.dead.contains(node)).map(|node| self.key(*node)));
        for node in nodes.into_iter().filter(|_| self.rules.has(Rule::Parents)).collect::<Vec<_>>() {
            self.check_parent(node)?;
        }
        Ok(())
    }

    /// Checks that a link to the node above leads there if that node has the type that the link can lead to, else is
    /// null.
    fn check_parent(&mut self, node: NodeKey) -> Judged<()> {
        let fields = self.states.skeleton.fields(node.node_type);
        if fields.parents.is_empty() && fields.are_known() {
            return Ok(());
        }
        let above = self.parent_after(node);
        for visited in self.visit(node, visit::PARENTS)? {
            let Visited::Parent { target, check } = visited else { continue };
            let ty = self.type_of(check);
            let expected = above.filter(|above| Some(above.node_type) == ty);
            if target != expected.map_or(GuestAddr(0), |above| above.address) {
                let expected = expected.map(|above| self.name(above));
                return fail(Finding::ParentLink { node: self.name(node), expected });
            }
        }
        Ok(())
    }
}

/// The reason why a check cannot be judged, if any.
pub(crate) fn unsupported(record: &Skeleton) -> Option<Unsupported> {
    if let Some(cell) = record.cells.iter().find(|cell| cell.kind == CellKind::Slots) {
        return Some(Unsupported::NodesInSlots { field: cell.path.clone() });
    }
    let n_structures = record.arguments.iter().filter(|argument| argument.root.is_some()).count();
    if n_structures > 1 && record.effect.is_some() {
        return Some(Unsupported::EffectOnSeveralStructures);
    }
    if record.effect.is_some() && (keys_and_values_lie_apart(record) || has_several_entries_in_a_node(record)) {
        return Some(Unsupported::EntriesInSeveralNodes);
    }
    None
}

/// Whether some type of nodes holds values, but no keys, though there are keys in others.
fn keys_and_values_lie_apart(record: &Skeleton) -> bool {
    let types = |is_it: fn(&Cell) -> bool| {
        let of_node = |cell: &Cell| Some(record.nodes[cell.node? as usize].node_type);
        record.cells.iter().filter(|cell| is_it(cell)).filter_map(of_node).collect::<BTreeSet<u32>>()
    };
    let with_keys = types(|cell| matches!(cell.kind, CellKind::Key | CellKind::Rank));
    let with_values = types(|cell| matches!(cell.kind, CellKind::Token | CellKind::Item));
    !with_keys.is_empty() && with_values.difference(&with_keys).next().is_some()
}

/// Whether an effect needs the value of a key, values are numbers, and some node has several: nothing says which belongs to
/// which key.
fn has_several_entries_in_a_node(record: &Skeleton) -> bool {
    let needs_value =
        record.effect.as_ref().is_some_and(|effect| matches!(effect.kind, EffectKind::Finds | EffectKind::Replaces));
    let has = |kind: CellKind| record.cells.iter().any(|cell| cell.node.is_some() && cell.kind == kind);
    let keys = || record.cells.iter().filter(|cell| cell.node.is_some() && cell.kind.is_key());
    let mut nodes = BTreeSet::new();
    needs_value && has(CellKind::Item) && !has(CellKind::Token) && keys().any(|cell| !nodes.insert(cell.node))
}
