//! Fields of each type of nodes, collected from all its positions.
//!
//! A single position may know less: at the last level within the bounds an enum has only variants without links, and
//! after an operation it may have others. So the type decides the meaning of a byte.

use std::collections::{BTreeMap, BTreeSet};

use glassbox_abi::Skeleton as Record;
use glassbox_abi::skeleton::{Cell, CellKind, Role};

use super::places::is_compared;
use crate::ids::NodeKey;

/// Fields of one type of nodes.
#[derive(Clone, Debug, Default)]
pub(crate) struct Fields {
    /// Offsets of bytes that may decide where tree links lead: the links themselves, tags of enums, lengths, and all
    /// fields with one pattern: an enum of which the bounds leave one variant may have another afterwards.
    links: BTreeSet<u32>,
    /// Offsets of bytes that are something else in some position: values of several choices, parents, keys, tokens.
    others: BTreeSet<u32>,
    /// Offsets of bytes that mean something in some states of a position only, or not the same in all.
    conditional: BTreeSet<u32>,
    /// Links to the node above.
    pub(crate) parents: BTreeSet<ParentField>,
}

/// A link to the node above.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct ParentField {
    /// Offset in the node.
    pub(crate) at: u32,
    pub(crate) len: u32,
    pub(crate) name: String,
}

impl Fields {
    /// Whether a byte may decide where links lead. `None`: it lies in a buffer, not in the node itself.
    pub(crate) fn may_be_link(&self, offset: Option<u32>) -> bool {
        offset.is_none_or(|offset| self.links.contains(&offset) || !self.others.contains(&offset))
    }

    /// Whether the type has any position.
    pub(crate) fn are_known(&self) -> bool {
        !self.links.is_empty() || !self.others.is_empty()
    }

    /// Whether only a visit of the node can say what a byte means.
    pub(crate) fn needs_visit(&self, offset: Option<u32>) -> bool {
        self.may_be_link(offset) || offset.is_none_or(|offset| self.conditional.contains(&offset))
    }
}

/// The fields of each type.
pub(super) fn fields(record: &Record) -> Vec<Fields> {
    let mut fields = vec![Fields::default(); record.types.len()];
    for cell in &record.cells {
        let Some(node) = cell.node.map(|node| &record.nodes[node as usize]) else { continue };
        let Some(offset) = cell.address.checked_sub(node.address) else { continue };
        let of_type = &mut fields[node.node_type as usize];
        let bytes = if decides_links(record, cell) { &mut of_type.links } else { &mut of_type.others };
        bytes.extend(offset..offset + cell.len);
        if cell.condition != node.condition && (is_compared(cell.kind) || cell.kind == CellKind::Key) {
            of_type.conditional.extend(offset..offset + cell.len);
        }
        if cell.kind == CellKind::Parent {
            let name = cell.path.rsplit('.').next().unwrap_or_default().to_owned();
            of_type.parents.insert(ParentField { at: offset, len: cell.len, name });
        }
    }
    fields
}

fn decides_links(record: &Record, cell: &Cell) -> bool {
    let role = cell.variable.map(|variable| record.variables[variable as usize].role);
    match cell.kind {
        CellKind::Tree | CellKind::Variant | CellKind::Length | CellKind::Vector | CellKind::Slots => true,
        CellKind::Data => role != Some(Role::Value),
        _ => false,
    }
}

/// Positions by address and type.
pub(super) fn positions(record: &Record) -> BTreeMap<NodeKey, u32> {
    (0..).zip(&record.nodes).map(|(index, node)| (NodeKey::new(node.address, node.node_type), index)).collect()
}
