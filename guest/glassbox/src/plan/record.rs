//! The record for the host: the plan with addresses as numbers.

use glassbox_abi::skeleton::{self, Skeleton};

use super::Plan;
use super::condition::Requirement;
use super::description::{Block, Cell, Count, Node, Variable, Vector};
use crate::node::NodeType;

impl Plan {
    /// Sends the record to the host. The plan's memory stays: states and patterns lie in it.
    #[cfg(all(glassbox, target_family = "wasm"))]
    pub(crate) fn send(self) {
        crate::node::remember(&self.types);
        crate::host::plan(&self.skeleton().encode());
        std::mem::forget(self);
    }

    /// The record. Natively, addresses are cut to 32 bits.
    pub(crate) fn skeleton(&self) -> Skeleton {
        Skeleton {
            bounds: self
                .asked
                .iter()
                .map(|(name, value)| skeleton::Bound { name: name.clone(), value: *value })
                .collect(),
            arguments: self
                .arguments
                .iter()
                .map(|argument| skeleton::Argument {
                    address: address(argument.at),
                    root: argument.root.map(number),
                    by_value: argument.by_value,
                })
                .collect(),
            variables: self.variables.iter().map(variable).collect(),
            cells: self.cells.iter().map(cell).collect(),
            nodes: self.nodes.iter().map(node).collect(),
            blocks: self.blocks.iter().map(block).collect(),
            types: self.types.iter().map(node_type).collect(),
            counts: self.counts.iter().map(count).collect(),
            vectors: self.vectors.iter().map(vector).collect(),
            skipped: self.skipped.clone(),
            effect: self.effect.clone(),
            values_depend_on_bounds: self.values_depend_on_bounds.into(),
            may_leave: self.may_leave,
            panic_safe: self.panic_safe,
        }
    }
}

fn variable(variable: &Variable) -> skeleton::Variable {
    skeleton::Variable {
        path: variable.path.clone(),
        choices: variable.choices,
        condition: condition(&variable.condition),
        node: variable.node.map(number),
        labels: variable.labels.clone(),
        role: variable.role,
    }
}

fn cell(cell: &Cell) -> skeleton::Cell {
    skeleton::Cell {
        path: cell.path.clone(),
        address: address(cell.at),
        len: number(cell.len),
        variable: cell.variable.map(number),
        patterns: cell.patterns.chunks_exact(cell.len).map(|pattern| address(pattern.as_ptr().cast())).collect(),
        condition: condition(&cell.condition),
        node: cell.node.map(number),
        kind: cell.kind,
        place: cell.place,
        // In the machine, a function is its index in the table.
        drop: cell.drop.map(|drop| address(drop as *const u8)),
    }
}

fn node(node: &Node) -> skeleton::Node {
    skeleton::Node {
        path: node.path.clone(),
        address: address(node.at),
        node_type: number(node.ty),
        parent: node.parent.map(number),
        condition: condition(&node.condition),
    }
}

fn block(block: &Block) -> skeleton::Block {
    skeleton::Block {
        address: address(block.at),
        len: number(block.layout.size()),
        align: number(block.layout.align()),
        node: block.node.map(number),
        condition: condition(&block.condition),
    }
}

fn vector(vector: &Vector) -> skeleton::Vector {
    skeleton::Vector { node: vector.node.map(number), place: vector.place, sizes: vector.sizes.clone() }
}

fn count(count: &Count) -> skeleton::Count {
    skeleton::Count {
        path: count.path.clone(),
        address: address(count.at),
        len: number(count.len),
        place: count.place,
        node: count.node.map(number),
        condition: condition(&count.condition),
        counted: count.counted.iter().map(|counted| condition(counted)).collect(),
        node_type: number(count.ty),
    }
}

#[cfg(all(glassbox, target_family = "wasm"))]
fn node_type(node_type: &NodeType) -> skeleton::NodeType {
    skeleton::NodeType {
        name: node_type.name.to_owned(),
        size: number(node_type.size),
        align: number(node_type.align),
        summary_size: number(node_type.summary_size),
        check: node_type.entries.check,
        ok: node_type.entries.ok,
        links: node_type.entries.links,
        show: node_type.entries.show,
        show_summary: node_type.entries.show_summary,
    }
}

/// Natively, functions have no table index.
#[cfg(not(all(glassbox, target_family = "wasm")))]
fn node_type(node_type: &NodeType) -> skeleton::NodeType {
    skeleton::NodeType {
        name: node_type.name.to_owned(),
        size: number(node_type.size),
        align: number(node_type.align),
        summary_size: number(node_type.summary_size),
        check: 0,
        ok: 0,
        links: 0,
        show: 0,
        show_summary: 0,
    }
}

fn condition(condition: &[Requirement]) -> skeleton::Condition {
    let requirement = |requirement: &Requirement| skeleton::Requirement {
        variable: number(requirement.variable),
        choices: requirement.choices.to_vec(),
    };
    condition.iter().map(requirement).collect()
}

fn number(number: usize) -> u32 {
    u32::try_from(number).expect("fewer than 2^32 of anything")
}

fn address(at: *const u8) -> u32 {
    #[expect(clippy::cast_possible_truncation, reason = "as documented at `skeleton`")]
    let address = at.addr() as u32;
    address
}
