//! Bytes that a `check` may read: those that any run of it has read.

use std::collections::BTreeSet;

use glassbox_abi::Skeleton as Record;

use crate::ids::ByteSpan;
use crate::skeleton::Blocks;

/// Bytes of a node and of its children that the `check` of a type has read, over all positions and paths.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MayRead {
    /// Offsets in the node itself.
    pub own: BTreeSet<u32>,
    /// Offsets in any of its tree children.
    pub children: BTreeSet<u32>,
    /// Whether it read a buffer of the node: then every write to a buffer counts.
    pub buffers: bool,
}

impl MayRead {
    /// Adds the bytes that a run at `node` has read.
    pub(super) fn add(&mut self, record: &Record, blocks: &Blocks, node: u32, children: &[u32], reads: &[ByteSpan]) {
        for read in reads {
            for byte in (read.at..read.at + read.len).filter(|byte| blocks.at(*byte).is_some()) {
                self.add_byte(record, node, children, byte);
            }
        }
    }

    /// Adds a byte of some block.
    fn add_byte(&mut self, record: &Record, node: u32, children: &[u32], byte: u32) {
        let offset_in = |node: u32| {
            let node = &record.nodes[node as usize];
            let size = record.types[node.node_type as usize].size;
            byte.checked_sub(node.address).filter(|offset| *offset < size)
        };
        if let Some(offset) = offset_in(node) {
            self.own.insert(offset);
        } else if let Some(offset) = children.iter().find_map(|&child| offset_in(child)) {
            self.children.insert(offset);
        } else {
            self.buffers = true;
        }
    }
}
