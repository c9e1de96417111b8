//! The record for the host: the plan with addresses as numbers, in the order of [`glassbox_abi::record`].

use glassbox_abi::record::Writer;

use super::Plan;
use super::description::{Argument, Block, Cell, Count, Label, Node, Variable, Vector};
use crate::node::NodeType;

/// Bytes of the record for each cell with all that belongs to it, about: a vector that grows is copied in the machine.
const BYTES_PER_CELL: usize = 160;

impl Plan {
    /// Sends the record to the host. The plan's memory stays: states and patterns lie in it.
    #[cfg(all(glassbox, target_family = "wasm"))]
    pub(crate) fn send(self) {
        crate::node::remember(&self.types);
        crate::host::plan(&self.record());
        std::mem::forget(self);
    }

    /// The record as the host reads it. Addresses are cut to 32 bits.
    #[cfg(not(all(glassbox, target_family = "wasm")))]
    pub(crate) fn skeleton(&self) -> glassbox_abi::Skeleton {
        glassbox_abi::Skeleton::decode(&self.record()).expect("a record can be read")
    }

    fn record(&self) -> Vec<u8> {
        let mut out = Writer::default();
        out.reserve(self.cells.len() * BYTES_PER_CELL);
        out.list(self.paths.all(), |out, (above, name)| {
            out.number(above.number());
            out.text(name);
        });
        out.list(self.conditions.all(), |out, (before, requirement)| {
            out.number(before.number());
            out.number(number(requirement.variable));
            out.list(requirement.choices.iter().copied(), Writer::number);
        });
        out.list(self.asked.iter(), |out, (name, value)| {
            out.text(name);
            out.number(*value);
        });
        out.list(self.arguments.iter(), argument);
        out.list(self.variables.iter(), variable);
        out.list(self.cells.iter(), |out, cell| self.put_cell(out, cell));
        out.list(self.nodes.iter(), node);
        out.list(self.blocks.iter(), block);
        out.list(self.types.iter(), node_type);
        out.list(self.counts.iter(), count);
        out.list(self.vectors.iter(), vector);
        out.list(self.skipped.iter(), |out, text| out.text(text));
        out.number(self.effect.is_some().into());
        if let Some(effect) = &self.effect {
            out.number(effect.kind as u32);
            out.list(effect.arguments.iter().copied(), Writer::number);
        }
        out.number(self.values_depend_on_bounds.into());
        out.number(self.may_leave);
        out.number(self.panic_safe);
        out.finish()
    }

    fn put_cell(&self, out: &mut Writer, cell: &Cell) {
        let patterns = &self.patterns[cell.patterns];
        out.number(cell.path.number());
        out.number(address(cell.at));
        out.number(number(cell.len));
        out.option(cell.variable.map(number));
        out.number(address(patterns.as_ptr().cast()));
        out.number(number(patterns.len() / cell.len));
        out.number(cell.condition.number());
        out.option(cell.node.map(number));
        out.number(cell.kind as u32);
        out.number(cell.place);
        // In the machine, a function is its index in the table.
        out.option(cell.drop.map(|drop| address(drop as *const u8)));
    }
}

fn argument(out: &mut Writer, argument: &Argument) {
    out.number(address(argument.at));
    out.option(argument.root.map(number));
    out.number(argument.by_value.into());
}

fn variable(out: &mut Writer, variable: &Variable) {
    out.number(variable.path.number());
    out.number(variable.choices);
    out.number(variable.condition.number());
    out.option(variable.node.map(number));
    out.list(variable.labels.iter(), |out, label| match label {
        Label::Text(text) => {
            out.number(0);
            out.text(text);
        }
        Label::Path(path) => {
            out.number(1);
            out.number(path.number());
        }
    });
    out.number(variable.role as u32);
}

fn node(out: &mut Writer, node: &Node) {
    out.number(node.path.number());
    out.number(address(node.at));
    out.number(number(node.ty));
    out.option(node.parent.map(number));
    out.number(node.condition.number());
}

fn block(out: &mut Writer, block: &Block) {
    out.number(address(block.at));
    out.number(number(block.layout.size()));
    out.number(number(block.layout.align()));
    out.option(block.node.map(number));
    out.number(block.condition.number());
}

fn node_type(out: &mut Writer, node_type: &NodeType) {
    out.text(node_type.name);
    out.number(number(node_type.size));
    out.number(number(node_type.align));
    out.number(number(node_type.summary_size));
    // Natively, functions have no table index.
    #[cfg(all(glassbox, target_family = "wasm"))]
    let entries = {
        let entries = &node_type.entries;
        [entries.check, entries.ok, entries.links, entries.show, entries.show_summary]
    };
    #[cfg(not(all(glassbox, target_family = "wasm")))]
    let entries = [0; 5];
    for entry in entries {
        out.number(entry);
    }
}

fn count(out: &mut Writer, count: &Count) {
    out.number(count.path.number());
    out.number(address(count.at));
    out.number(number(count.len));
    out.number(count.place);
    out.option(count.node.map(number));
    out.number(count.condition.number());
    out.list(count.counted.iter(), |out, counted| out.number(counted.number()));
    out.number(number(count.ty));
}

fn vector(out: &mut Writer, vector: &Vector) {
    out.option(vector.node.map(number));
    out.number(vector.place);
    out.list(vector.sizes.iter(), |out, size| {
        out.number(size.len);
        out.number(size.capacity);
    });
}

fn number(number: usize) -> u32 {
    u32::try_from(number).expect("fewer than 2^32 of anything")
}

fn address(at: *const u8) -> u32 {
    #[expect(clippy::cast_possible_truncation, reason = "as documented at `skeleton`")]
    let address = at.addr() as u32;
    address
}
