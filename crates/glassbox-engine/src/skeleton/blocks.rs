//! The blocks of a record by address, and the nodes in them.

use std::ops::Range;

use glassbox_abi::Skeleton as Record;

/// The blocks of a record, by address.
#[derive(Clone, Debug, Default)]
pub(crate) struct Blocks {
    /// Address range of each block, and its number, in order of addresses. Blocks do not overlap.
    ranges: Vec<(Range<u32>, u32)>,
    /// For each block of the record: the nodes in it, in order of addresses.
    nodes: Vec<Vec<Inside>>,
    /// For each node the blocks that belong to it.
    of_nodes: Vec<Vec<u32>>,
    /// The size of the largest node.
    largest: u32,
}

/// A node in a block.
#[derive(Clone, Copy, Debug)]
struct Inside {
    address: u32,
    size: u32,
    node: u32,
}

impl Blocks {
    pub(super) fn new(record: &Record) -> Self {
        let ranges = (0..).zip(&record.blocks).map(|(index, block)| (block.address..block.address + block.len, index));
        let mut blocks = Self {
            ranges: ranges.collect(),
            nodes: vec![Vec::new(); record.blocks.len()],
            of_nodes: vec![Vec::new(); record.nodes.len()],
            largest: record.types.iter().map(|ty| ty.size).max().unwrap_or(0),
        };
        blocks.ranges.sort_by_key(|(range, _)| range.start);
        for (index, block) in (0..).zip(&record.blocks) {
            if let Some(node) = block.node {
                blocks.of_nodes[node as usize].push(index);
            }
        }
        for (node, position) in (0..).zip(&record.nodes) {
            if let Some(block) = blocks.at(position.address) {
                let size = record.types[position.node_type as usize].size;
                blocks.nodes[block as usize].push(Inside { address: position.address, size, node });
            }
        }
        blocks.nodes.iter_mut().for_each(|nodes| nodes.sort_by_key(|inside| (inside.address, inside.node)));
        blocks
    }

    /// The block with this address.
    pub(crate) fn at(&self, address: u32) -> Option<u32> {
        let after = self.ranges.partition_point(|(range, _)| range.start <= address);
        let (range, block) = self.ranges[..after].last()?;
        range.contains(&address).then_some(*block)
    }

    /// The blocks that belong to a node.
    pub(super) fn of(&self, node: u32) -> &[u32] {
        &self.of_nodes[node as usize]
    }

    /// From the first block's first byte to the last one's last.
    pub(crate) fn span(&self) -> Range<u32> {
        match (self.ranges.first(), self.ranges.last()) {
            (Some((first, _)), Some((last, _))) => first.start..last.end,
            _ => 0..0,
        }
    }

    /// The nodes that begin in a block.
    pub(crate) fn nodes_in(&self, block: u32) -> impl Iterator<Item = u32> + '_ {
        self.nodes[block as usize].iter().map(|inside| inside.node)
    }

    /// The nodes that an address of a block is part of, the innermost first: the last one in the record.
    pub(crate) fn nodes_at(&self, block: u32, address: u32) -> impl Iterator<Item = u32> + use<> {
        let nodes = &self.nodes[block as usize];
        let until = nodes.partition_point(|inside| inside.address <= address);
        let near = nodes[..until].iter().rev().take_while(|inside| address - inside.address < self.largest);
        let mut inside: Vec<u32> =
            near.filter(|inside| address - inside.address < inside.size).map(|inside| inside.node).collect();
        inside.sort_unstable_by(|a, b| b.cmp(a));
        inside.into_iter()
    }
}

#[cfg(test)]
mod tests {
    use glassbox_abi::skeleton::{Block, Node, NodeType};

    use super::*;

    fn record() -> Record {
        let block = |address, len, node| Block { address, len, align: 4, node, condition: Vec::new() };
        let node =
            |address, node_type| Node { path: String::new(), address, node_type, parent: None, condition: Vec::new() };
        let ty = |size| NodeType {
            name: String::new(),
            size,
            align: 4,
            summary_size: 0,
            check: 0,
            ok: 0,
            links: 0,
            show: 0,
            show_summary: 0,
        };
        Record {
            // A holder of 12 bytes, a buffer with two elements of 8 bytes of which the first has a node of 4 bytes
            // at its beginning, and a buffer without nodes.
            blocks: vec![block(200, 20, Some(0)), block(100, 12, Some(0)), block(300, 4, None)],
            nodes: vec![node(100, 0), node(200, 1), node(208, 1), node(200, 2)],
            types: vec![ty(12), ty(8), ty(4)],
            ..Record::default()
        }
    }

    #[test]
    fn an_address_belongs_to_the_innermost_node() {
        let blocks = Blocks::new(&record());
        let at = |address| blocks.at(address).and_then(|block| blocks.nodes_at(block, address).next());
        assert_eq!([100, 111, 200, 203, 204, 207, 208, 215].map(at), [0, 0, 3, 3, 1, 1, 2, 2].map(Some));
        assert_eq!([99, 112, 216, 219, 220, 300, 304].map(at), [None; 7]);
        assert_eq!(
            [99, 100, 112, 219, 220, 300].map(|address| blocks.at(address)),
            [None, Some(1), None, Some(0), None, Some(2)]
        );
    }

    #[test]
    fn blocks_know_their_nodes_and_nodes_their_blocks() {
        let blocks = Blocks::new(&record());
        assert_eq!(blocks.nodes_in(0).collect::<Vec<_>>(), [1, 3, 2]);
        assert_eq!(blocks.of(0), [0, 1]);
        assert_eq!(blocks.span(), 100..304);
    }
}
