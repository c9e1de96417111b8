//! Blocks that exist in some states only.
//!
//! The host lays out the largest state once; in a smaller one, some blocks do not exist. Their bytes are there
//! all the same, so an access has to ask. The answer is a decision of the run; after the first one, a block that
//! exists is an ordinary block for the rest of the run.

use std::ops::Range;

use super::term::TermId;
use crate::exec::Stop;
use crate::heap::{Access, MemoryError, MemoryErrorKind};

/// A block that not every state has.
#[derive(Clone, Debug)]
pub(super) struct Guarded {
    pub(super) range: Range<u32>,
    /// Not zero in states that have the block; none if all have it.
    pub(super) term: TermId,
    /// Whether the state of this run has it.
    pub(super) present: bool,
    /// The run has asked.
    known: bool,
}

/// All of them, in order of their addresses.
#[derive(Debug, Default)]
pub(super) struct Presence {
    blocks: Vec<Guarded>,
}

impl Presence {
    pub(super) fn begin_run(&mut self) {
        self.blocks.clear();
    }

    /// Blocks must not overlap.
    pub(super) fn add(&mut self, range: Range<u32>, term: TermId, present: bool) {
        let at = self.blocks.partition_point(|block| block.range.start < range.start);
        self.blocks.insert(at, Guarded { range, term, present, known: false });
    }

    /// Blocks with bytes in the range of which the run does not know yet whether they exist.
    pub(super) fn unknown_in(&self, range: Range<u32>) -> Vec<Guarded> {
        let first = self.blocks.partition_point(|block| block.range.end <= range.start);
        let until = self.blocks.partition_point(|block| block.range.start < range.end);
        let blocks = self.blocks.get(first..until).unwrap_or_default();
        blocks.iter().filter(|block| !block.known).cloned().collect()
    }

    pub(super) fn decided(&mut self, start: u32) {
        let at = self.blocks.partition_point(|block| block.range.start < start);
        self.blocks[at].known = true;
    }
}

/// The stop of a run that touches a block that its state does not have.
pub(super) fn absent(access: Access, address: u32) -> Stop {
    MemoryError { kind: MemoryErrorKind::Absent { access, address }, block: None }.into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_blocks_that_are_touched_and_not_known_are_asked_for() {
        let mut presence = Presence::default();
        presence.add(20..30, TermId::from_index(2), true);
        presence.add(10..20, TermId::from_index(1), false);
        let starts = |presence: &Presence, range| -> Vec<u32> {
            presence.unknown_in(range).iter().map(|block| block.range.start).collect()
        };
        assert_eq!(starts(&presence, 19..21), [10, 20]);
        assert_eq!(starts(&presence, 0..10), []);
        assert_eq!(starts(&presence, 30..40), []);
        presence.decided(20);
        assert_eq!(starts(&presence, 0..40), [10]);
        presence.begin_run();
        assert_eq!(starts(&presence, 0..40), []);
    }
}
