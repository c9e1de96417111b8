//! Checks that no block that the operation allocated is leaked.
//!
//! A new block must be a node or a buffer that a visit has named, or some word of memory must lead into it: a word of the
//! structures, of statics, or of another new block that is not forgotten.

use glassbox_space::Diagram;

use super::{Judge, Judged, fail};
use crate::guest::Guest;
use crate::result::{Finding, LeakTime};

impl<D: Diagram> Judge<'_, D> {
    pub(super) fn check_leaks(&mut self) -> Judged<()> {
        let mut forgotten = new_blocks(&self.states.guest);
        let nodes = self.links.keys().map(|node| node.address.0).collect::<Vec<u32>>();
        let buffers = self.states.guest.host().buffers.iter().map(|buffer| buffer.address.0);
        let named: Vec<u32> = nodes.into_iter().chain(buffers).collect();
        forgotten.retain(|block| !named.iter().any(|address| block.contains(address)));
        match first_forgotten(&mut self.states.guest, forgotten) {
            Some(leak) => fail(leak),
            None => Ok(()),
        }
    }
}

type Range = std::ops::Range<u32>;

/// The blocks that the run has allocated and not freed.
pub(crate) fn new_blocks(guest: &Guest) -> Vec<Range> {
    let blocks = guest.machine.heap().new_blocks();
    blocks.map(|block| block.address..block.address + block.size.max(1)).collect()
}

/// Finds words that lead into the blocks. Returns the first block that none leads into.
pub(crate) fn first_forgotten(guest: &mut Guest, mut forgotten: Vec<Range>) -> Option<Finding> {
    if forgotten.is_empty() {
        return None;
    }
    let is_forgotten = |forgotten: &[Range], address: u32| forgotten.iter().any(|block| block.contains(&address));
    let live = guest.machine.heap().live().map(|block| block.address..block.address + block.size);
    let mut to_read: Vec<Range> = live.filter(|block| !is_forgotten(&forgotten, block.start)).collect();
    // Statics are far more than all blocks together, so they come last.
    let mut statics = Some(0..guest.machine.heap().range().start);
    while !forgotten.is_empty() {
        let Some(mut range) = to_read.pop().or_else(|| statics.take()) else { break };
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
