//! Owners: every block belongs to exactly one node, with the size and alignment that it will be freed with.
//!
//! Before the run every block of the state has one owner: a buffer its node, a node's own block the node that links to
//! it. A node that was not visited owns what it owned. So only what visited nodes own now is compared, with the blocks
//! that they and freed nodes owned before, and with the blocks that the run made:
//!
//! - what a visited node owns is a live block, from its first byte to its last;
//! - nobody else owns it: no other visited node, and no node that owned it before and was not visited;
//! - what a visited or freed node owned before is freed, or a visited node owns it;
//! - a block that the run made has an owner: a visited node, or statics, which own whatever their words lead to.
//!
//! Words in memory that means nothing (spare room of a vector, elements that are not in use) own nothing.

use glassbox_space::Diagram;
use glassbox_vm::track::Decision;

use super::reading::TreeLink;
use super::{Judge, Judged, fail};
use crate::guest::{Buffer, Guest};
use crate::ids::NodeKey;
use crate::result::{Extent, Finding, LeakTime, LeftValue};
use crate::rules::Rule;

type Range = std::ops::Range<u32>;

impl<D: Diagram> Judge<'_, D> {
    /// A visited node owns the blocks of the nodes that it links to, and its buffers.
    pub(super) fn claim_all(&mut self, node: NodeKey, links: &[TreeLink], buffers: &[Buffer]) -> Judged<()> {
        for link in links.iter().filter(|link| !link.in_place) {
            let ty = self.node_type(link.target);
            let block = Buffer { address: link.target.address, size: ty.size, align: ty.align };
            self.claim(node, block)?;
        }
        buffers.iter().try_for_each(|buffer| self.claim(node, *buffer))
    }

    pub(super) fn claim(&mut self, node: NodeKey, owned: Buffer) -> Judged<()> {
        let start = owned.address.0;
        if owned.size == 0 || !self.rules.has(Rule::Owners) {
            return Ok(());
        }
        let heap = self.states.guest.machine.heap();
        let is_live =
            |block: &&glassbox_vm::heap::Block| block.freed.is_none() && start < block.address + block.size.max(1);
        let Some(block) = heap.block_at_or_before(start).filter(is_live) else {
            return fail(Finding::DanglingOwner { node: self.name(node) });
        };
        let owned = Extent { size: owned.size, align: owned.align };
        let allocated = Extent { size: block.size, align: block.align };
        let offset = start - block.address;
        let known = self.states.skeleton.blocks().at(start);
        if known.is_some_and(|block| !self.decide_block_exists(block)) {
            return fail(Finding::DanglingOwner { node: self.name(node) });
        }
        if offset > 0 || owned != allocated {
            return fail(Finding::WrongBlock { node: self.name(node), offset, owned, allocated });
        }
        if let Some(other) = self.claims.insert(start, node) {
            return fail(Finding::SharedBlock { node: self.name(other), other: self.name(node) });
        }
        Ok(())
    }

    /// Whether the state has a block: a decision.
    fn decide_block_exists(&mut self, block: u32) -> bool {
        let (exists, term) = self.states.skeleton.block_exists(block, self.state);
        self.decide(term, u64::from(exists), Decision::Branch);
        exists
    }

    /// The node that owned a block of the state before the run; none for an argument.
    fn owner_before(&self, block: u32) -> Option<u32> {
        let record = self.states.skeleton.record();
        let node = record.blocks[block as usize].node?;
        let position = &record.nodes[node as usize];
        let is_own = self.states.skeleton.blocks().at(position.address) == Some(block);
        if is_own { position.parent } else { Some(node) }
    }

    /// Checks that nobody who was not visited owns what a visited node owns, and nothing that visited and freed nodes owned
    /// is lost.
    pub(super) fn check_owners(&mut self) -> Judged<()> {
        if !self.rules.has(Rule::Owners) {
            return Ok(());
        }
        for (start, node) in self.claims.clone() {
            let Some(block) = self.states.skeleton.blocks().at(start) else { continue };
            let other = match self.owner_before(block) {
                Some(owner) => Some(self.key(owner)).filter(|key| self.is_as_before(owner, *key)),
                // An argument owns itself.
                None => self.states.skeleton.record().blocks[block as usize].node.map(|root| self.key(root)),
            };
            if let Some(other) = other {
                return fail(Finding::SharedBlock { node: self.name(other), other: self.name(node) });
            }
        }
        let changed: Vec<u32> =
            self.links.keys().filter_map(|key| self.position(*key)).chain(self.dead.iter().copied()).collect();
        for node in changed {
            for block in self.states.skeleton.buffers_of(node) {
                self.must_not_be_lost(block)?;
            }
        }
        Ok(())
    }

    fn is_as_before(&self, node: u32, key: NodeKey) -> bool {
        !self.dead.contains(&node) && !self.links.contains_key(&key)
    }

    /// Checks that a buffer which the state had is freed or has an owner.
    fn must_not_be_lost(&mut self, block: u32) -> Judged<()> {
        let start = self.states.skeleton.record().blocks[block as usize].address;
        let heap = self.states.guest.machine.heap();
        let is_freed = heap.block_at_or_before(start).is_none_or(|block| block.freed.is_some());
        if is_freed || self.claims.contains_key(&start) || !self.decide_block_exists(block) {
            return Ok(());
        }
        let len = self.states.skeleton.record().blocks[block as usize].len;
        let lost = std::iter::once(start..start + len.max(1)).collect();
        match first_forgotten(&mut self.states.guest, lost) {
            Some(leak) => fail(leak),
            None => Ok(()),
        }
    }

    /// Checks that every block that the run made has an owner.
    pub(super) fn check_leaks(&mut self) -> Judged<()> {
        // Nobody knows what a value owns that is not listed.
        if self.leaving.as_ref().is_some_and(|leaving| leaving.value == LeftValue::Owning) {
            return Ok(());
        }
        let mut forgotten = new_blocks(&self.states.guest);
        forgotten.retain(|block| !self.claims.contains_key(&block.start));
        match first_forgotten(&mut self.states.guest, forgotten) {
            Some(leak) => fail(leak),
            None => Ok(()),
        }
    }
}

/// The blocks that the run has allocated and not freed.
pub(crate) fn new_blocks(guest: &Guest) -> Vec<Range> {
    let blocks = guest.machine.heap().new_blocks();
    blocks.map(|block| block.address..block.address + block.size.max(1)).collect()
}

/// Finds words of statics that lead into the blocks, or into blocks that these lead into. Returns the first block that
/// none leads into.
pub(crate) fn first_forgotten(guest: &mut Guest, mut forgotten: Vec<Range>) -> Option<Finding> {
    if forgotten.is_empty() {
        return None;
    }
    let mut to_read: Vec<Range> = std::iter::once(0..guest.machine.heap().range().start).collect();
    while let Some(mut range) = to_read.pop().filter(|_| !forgotten.is_empty()) {
        while let Some((index, at)) = next_leading_into(guest, &forgotten, range.clone()) {
            // What lies below the stack pointer is not there any more.
            if guest.machine.read(at, 4).shadow.undefined != 0 {
                range.start = at + 4;
                continue;
            }
            to_read.push(forgotten.swap_remove(index));
        }
    }
    let first = forgotten.iter().map(|block| block.start).min()?;
    let bytes = forgotten.iter().map(|block| u64::from(block.end - block.start)).sum();
    let first = guest.machine.heap().block_at_or_before(first).map(glassbox_vm::heap::Block::accused);
    Some(Finding::Leak { blocks: forgotten.len(), bytes, first, when: LeakTime::AfterRun })
}

/// The first word in a range that leads into a block: which block, and where the word is.
fn next_leading_into(guest: &Guest, blocks: &[Range], range: Range) -> Option<(usize, u32)> {
    let start = range.start.next_multiple_of(4);
    let bytes = guest.machine.memory().bytes().get(start as usize..range.end as usize)?;
    (start..).step_by(4).zip(bytes.chunks_exact(4)).find_map(|(at, word)| {
        let word = u32::from_le_bytes([word[0], word[1], word[2], word[3]]);
        blocks.iter().position(|block| block.contains(&word)).map(|index| (index, at))
    })
}
