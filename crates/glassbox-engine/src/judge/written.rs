//! Bytes that a run has changed.
//!
//! A byte is written if its value, its undefined bits or its term differ from before. A store that puts back what was
//! there is no write. One that puts an equal value with another term is: in other states the value may differ.
//!
//! The machine saves a byte when a run first writes to it. So the cost depends on the number of writes, not on the size
//! of memory.

use glassbox_space::Diagram;
use glassbox_vm::track::ByteImage;

use super::Judge;
use crate::ids::{NodeKey, TypeKey};
use crate::rules::Rule;
use crate::skeleton::ParentField;
use crate::states::States;

/// Prepares for a run: from now on, the machine saves the bytes that it overwrites.
pub(crate) fn watch_writes<D: Diagram>(states: &mut States<D>) {
    let span = states.skeleton.blocks().span();
    let span = match states.skeleton.listed().span() {
        Some(owned) if span.is_empty() => owned,
        Some(owned) => span.start.min(owned.start)..span.end.max(owned.end),
        None => span,
    };
    states.guest.machine.tracker_mut().watch_writes(span);
}

impl<D: Diagram> Judge<'_, D> {
    pub(super) fn find_written(&mut self) {
        for block in self.freed_blocks() {
            self.block_freed(block);
        }
        let overwritten: Vec<(u32, ByteImage)> = self.states.guest.machine.tracker_mut().overwritten().to_vec();
        for (address, old) in overwritten {
            let new = self.states.guest.machine.byte_image(address);
            if old != new && (self.rules.has(Rule::EqualValuesAreWrites) || old.value != new.value) {
                self.byte_written(address);
            }
        }
        self.states.guest.host().touched.clone_from(&self.written);
    }

    /// Blocks of the record that the run has freed, in order. The machine lets no run free what its state does not have.
    pub(super) fn freed_blocks(&self) -> Vec<u32> {
        let freed = self.states.guest.machine.heap().freed_since_kept();
        let blocks = self.states.skeleton.blocks();
        let mut freed: Vec<u32> = freed.filter_map(|block| blocks.at(block.address)).collect();
        freed.sort_unstable();
        freed
    }

    /// Records that nodes in a freed block are gone, and a node whose buffer is freed has changed.
    fn block_freed(&mut self, block: u32) {
        let Some(owner) = self.states.skeleton.record().blocks[block as usize].node else { return };
        let mut inside: Vec<u32> = self.states.skeleton.blocks().nodes_in(block).collect();
        inside.sort_unstable();
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

    fn byte_written(&mut self, address: u32) {
        let Some(node) = self.node_at(address) else {
            self.byte_of_listed_written(address);
            return;
        };
        self.written.insert(address);
        let record = self.states.skeleton.record();
        let position = &record.nodes[node as usize];
        let ty = position.node_type;
        let size = record.types[ty as usize].size;
        let offset = address.checked_sub(position.address).filter(|offset| *offset < size);
        let parent = position.parent;
        let fields = self.states.skeleton.fields(TypeKey(ty));
        let cells = self.states.skeleton.places().cells_over(record, address);
        let own: Vec<u32> = cells.into_iter().filter(|cell| record.cells[*cell as usize].node == Some(node)).collect();
        // A byte that no cell of this position has may mean something all the same: other positions have one there.
        if fields.needs_visit(offset) || own.is_empty() {
            self.relinked.insert(node);
        } else {
            self.rewritten.extend(own.into_iter().map(|cell| (node, cell)));
        }
        let fields = self.states.skeleton.fields(TypeKey(ty));
        let in_field =
            |parent: &ParentField| offset.is_some_and(|offset| (parent.at..parent.at + parent.len).contains(&offset));
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

    /// Records that a byte was written that a listed value may lead to. If a listed value owns it, the checks of its node and of
    /// the node above may have read it: bytes in such blocks are not recorded one by one.
    fn byte_of_listed_written(&mut self, address: u32) {
        let listed = self.states.skeleton.listed();
        if !listed.leads_to(address) {
            return;
        }
        self.written.insert(address);
        if !self.rules.has(Rule::ListedContents) {
            return;
        }
        let record = self.states.skeleton.record();
        let owners: Vec<u32> = listed.owners(record, address).filter(|owner| self.exists(*owner)).collect();
        let parents = owners.iter().filter_map(|owner| record.nodes[*owner as usize].parent);
        let affected: Vec<NodeKey> = owners.iter().copied().chain(parents).map(|node| self.key(node)).collect();
        self.affected.extend(affected);
    }

    /// Records that a byte of a tree child of `parent` was written; one without an offset lies in a buffer of the
    /// child, which the check of the node above may read as well.
    fn byte_of_child_written(&mut self, parent: u32, offset: Option<u32>) {
        let ty = self.states.skeleton.record().nodes[parent as usize].node_type;
        let may_read = &self.states.initial.may_read[ty as usize];
        if offset.map_or(may_read.buffers, |offset| may_read.children.contains(&offset)) {
            self.affected.insert(self.key(parent));
        }
    }

    /// The node that an address belongs to: the innermost one that lies there, else the owner of the block. None for
    /// what is no part of a structure, or is gone.
    fn node_at(&mut self, address: u32) -> Option<u32> {
        let block = self.states.skeleton.blocks().at(address)?;
        let is_freed = self.states.guest.machine.heap().block_at_or_before(address).is_some_and(|b| b.freed.is_some());
        let owner = self.states.skeleton.record().blocks[block as usize].node.filter(|_| !is_freed)?;
        let inside: Vec<u32> = self.states.skeleton.blocks().nodes_at(block, address).collect();
        // A position in a buffer may be one that the state does not have.
        let is_there = |node: &u32| !self.states.skeleton.is_in_place(*node) || self.decide_exists(*node);
        Some(inside.into_iter().find(is_there).unwrap_or(owner))
    }

    /// Marks the node above a freed one for a visit, written or not: it may still link to the freed node.
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
