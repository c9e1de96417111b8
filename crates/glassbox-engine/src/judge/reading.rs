//! Reading a node after the run: the guest walks over its fields and says what lies where.

use glassbox_abi::skeleton::visit;
use glassbox_space::Diagram;

use super::{Judge, Judged, fail};
use crate::guest::{NodeMemory, Visited};
use crate::ids::{NodeKey, TypeKey};
use crate::result::Finding;

/// A tree link of a node after the run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct TreeLink {
    pub(super) target: NodeKey,
    /// Whether the target lies in a buffer, not in a block of its own.
    pub(super) in_place: bool,
}

impl<D: Diagram> Judge<'_, D> {
    /// Reads a node completely: its links, its cells, and the blocks that it owns.
    pub(super) fn read_node(&mut self, node: NodeKey) -> Judged<(Vec<TreeLink>, NodeMemory)> {
        let links = self.links_of(node, visit::PARTS)?;
        Ok((links, std::mem::take(&mut self.states.guest.host().memory)))
    }

    /// The tree links of a node after the run, and what else the visit is asked for. Keys and values among them are kept
    /// for the rule on key order.
    pub(super) fn links_of(&mut self, node: NodeKey, more: u32) -> Judged<Vec<TreeLink>> {
        // Items are looked at only where their order matters.
        let items = if self.states.collection.order.has(node.node_type.0) { visit::ITEMS } else { 0 };
        let visited = self.visit(node, visit::LINKS | items | more)?;
        let links = visited.iter().filter_map(|visited| match *visited {
            Visited::Link { target, check, in_place, .. } => {
                let link = |node_type| TreeLink { target: NodeKey { address: target, node_type }, in_place };
                Some(self.type_of(check).map(link))
            }
            _ => None,
        });
        // A type that no position has cannot be judged, and must not pass.
        let links = links.collect::<Option<_>>().ok_or_else(|| Finding::UnknownType { node: self.name(node) })?;
        self.sequences.insert(node, visited);
        Ok(links)
    }

    /// Calls the function of a node's type that reports what was selected.
    pub(super) fn visit(&mut self, node: NodeKey, what: u32) -> Judged<Vec<Visited>> {
        self.states.guest.host().visited.clear();
        self.states.guest.host().memory = NodeMemory::default();
        self.states.guest.host().whole = self.states.skeleton.places().whole(node.node_type);
        let visitor = self.node_type(node).links;
        if let Err(stopped) = self.call(visitor, &[node.address.0, what]) {
            return fail(Finding::UnreadableNode { node: self.name(node), stopped });
        }
        Ok(std::mem::take(&mut self.states.guest.host().visited))
    }

    /// The type with this `check`.
    pub(super) fn type_of(&self, check: u32) -> Option<TypeKey> {
        let types = &self.states.skeleton.record().types;
        (0..).zip(types).find(|(_, ty)| ty.check == check).map(|(index, _)| TypeKey(index))
    }
}
