//! What a run has changed.
//!
//! A byte is written if its value, its undefined bits or its term differ from before. A store that puts back what was
//! there is no write. One that puts an equal value with another term is: in other states the value may differ.

use glassbox_space::Diagram;
use glassbox_vm::track::ByteImage;

use super::{Judge, NodeKey, Rule};
use crate::states::States;

/// The memory of the structures before the run: for each block of the record its bytes.
#[derive(Debug)]
pub(crate) struct Before {
    blocks: Vec<Vec<ByteImage>>,
}

impl Before {
    pub(crate) fn new<D: Diagram>(states: &mut States<D>) -> Self {
        let ranges: Vec<_> =
            states.skeleton.record().blocks.iter().map(|block| block.address..block.address + block.len).collect();
        Self { blocks: ranges.into_iter().map(|range| states.guest.machine.image(range)).collect() }
    }
}

impl<D: Diagram> Judge<'_, D> {
    pub(super) fn find_written(&mut self, before: &Before) {
        for (index, old) in before.blocks.iter().enumerate() {
            let block = self.states.skeleton.record().blocks[index].clone();
            let Some(owner) = block.node else { continue };
            if !self.states.skeleton.holds(&self.states.space, &block.condition, self.state) {
                continue;
            }
            if self.is_freed(block.address) {
                self.block_freed(owner, block.address..block.address + block.len);
                continue;
            }
            let new = self.states.guest.machine.image(block.address..block.address + block.len);
            for (address, (old, new)) in (block.address..).zip(old.iter().zip(&new)) {
                if old != new && (self.rules.has(Rule::EqualValuesAreWrites) || old.value != new.value) {
                    self.byte_written(owner, address);
                }
            }
        }
    }

    fn is_freed(&self, address: u32) -> bool {
        let block = self.states.guest.machine.heap().block_at_or_before(address);
        block.is_some_and(|block| block.address == address && block.freed.is_some())
    }

    /// Nodes in a freed block are gone; a node whose buffer is freed has changed.
    fn block_freed(&mut self, owner: u32, range: std::ops::Range<u32>) {
        let nodes = (0..).zip(&self.states.skeleton.record().nodes);
        let inside: Vec<u32> = nodes.filter(|(_, node)| range.contains(&node.address)).map(|(node, _)| node).collect();
        for &node in &inside {
            if self.decide_exists(node) {
                self.dead.insert(node);
                self.affect_parent(node);
            }
        }
        if !inside.contains(&owner) {
            self.relinked.insert(owner);
            self.affected.insert(self.key(owner));
        }
    }

    fn byte_written(&mut self, owner: u32, address: u32) {
        let node = self.node_at(owner, address);
        let record = self.states.skeleton.record();
        let position = &record.nodes[node as usize];
        let ty = position.node_type;
        let size = record.types[ty as usize].size;
        let offset = address.checked_sub(position.address).filter(|offset| *offset < size);
        let parent = position.parent;
        let fields = self.states.skeleton.fields(ty);
        if fields.may_be_link(offset) {
            self.relinked.insert(node);
        }
        let in_field =
            |(at, len, _): &(u32, u32, String)| offset.is_some_and(|offset| (*at..at + len).contains(&offset));
        if fields.parents.iter().any(in_field) {
            self.reparented.insert(node);
        }
        let own = &self.states.initial.may_read[ty as usize];
        if offset.map_or(own.buffers, |offset| own.own.contains(&offset)) {
            self.affected.insert(self.key(node));
        }
        self.note_items(node, ty, offset);
        if let Some(parent) = parent.filter(|_| self.rules.has(Rule::AboveWritten)) {
            self.byte_of_child_written(parent, offset);
        }
    }

    /// A byte of a tree child of `parent` was written; one without an offset lies in a buffer of the child, which the
    /// check of the node above may read as well.
    fn byte_of_child_written(&mut self, parent: u32, offset: Option<u32>) {
        let ty = self.states.skeleton.record().nodes[parent as usize].node_type;
        let may_read = &self.states.initial.may_read[ty as usize];
        if offset.map_or(may_read.buffers, |offset| may_read.children.contains(&offset)) {
            self.affected.insert(self.key(parent));
        }
    }

    /// The node that an address of a block belongs to: the innermost one that lies there, else the block's owner.
    fn node_at(&self, owner: u32, address: u32) -> u32 {
        let record = self.states.skeleton.record();
        let holds = |node: &glassbox_abi::skeleton::Node| {
            let size = record.types[node.node_type as usize].size;
            (node.address..node.address + size).contains(&address)
        };
        let inside = (0..).zip(&record.nodes).filter(|(_, node)| holds(node));
        inside.map(|(index, _)| index).last().unwrap_or(owner)
    }

    /// The node above a freed one may still link to it, so its links are looked at, written or not.
    fn affect_parent(&mut self, node: u32) {
        if let Some(parent) = self.states.skeleton.record().nodes[node as usize].parent
            && self.rules.has(Rule::AboveFreed)
        {
            self.relinked.insert(parent);
            let key: NodeKey = self.key(parent);
            self.affected.insert(key);
        }
    }
}
