//! Blocks that exist in some states only.
//!
//! The host lays out the largest state once; in a smaller state, some blocks do not exist. Their bytes are in memory all the
//! same, so an access has to ask whether the block exists. The answer is a decision of the run. After the first access, a
//! block that exists is an ordinary block for the rest of the run.

use std::ops::Range;

use super::term::TermId;
use crate::memory::GuestAddr;
use crate::stop::{Access, MemoryError, MemoryErrorKind, Stop};

/// A block that not every state has.
#[derive(Clone, Debug)]
pub(super) struct Guarded {
    pub(super) range: Range<u32>,
    /// A term that is not zero in states that have the block; none if all have it.
    pub(super) term: TermId,
    status: Status,
}

/// Status of a block in a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Status {
    /// The run may not access it, whether the state has it or not, unless `Presence::guard_all` allows it.
    Closed,
    /// The run may access it, but the state of the run does not have it.
    Absent,
    /// The run may access it, and the state of the run has it.
    Present,
    /// The run has already decided whether it exists.
    Known,
}

impl Guarded {
    /// Whether the state of the run has it.
    pub(super) fn is_present(&self) -> bool {
        self.status == Status::Present
    }
}

/// All such blocks, in the order of their addresses. They stay from run to run; a run costs time for the blocks that it
/// accesses only.
#[derive(Debug, Default)]
pub(super) struct Presence {
    blocks: Vec<Guarded>,
    /// Indices of blocks whose status is perhaps not `Closed`.
    changed: Vec<usize>,
    /// Whether closed blocks count as absent.
    all_guarded: bool,
    /// Indices of blocks whose existence was decided since the stage began.
    decided: Vec<usize>,
}

impl Presence {
    /// Closes all blocks again.
    pub(super) fn begin_run(&mut self) {
        for block in self.changed.drain(..) {
            self.blocks[block].status = Status::Closed;
        }
        self.all_guarded = false;
        self.decided.clear();
    }

    /// Makes blocks unknown again whose existence was decided since the last call and which the run may access: their ranges.
    pub(super) fn forget_decided(&mut self, may_access: impl Fn(u32) -> bool) -> Vec<Range<u32>> {
        let mut forgotten = Vec::new();
        for at in std::mem::take(&mut self.decided) {
            let block = &mut self.blocks[at];
            if block.status == Status::Known && may_access(block.range.start) {
                block.status = Status::Present;
                forgotten.push(block.range.clone());
            }
        }
        forgotten
    }

    /// Declares a block. Blocks must not overlap.
    pub(super) fn declare(&mut self, range: Range<u32>, term: TermId) {
        self.place(range, term);
    }

    /// Allows access to all blocks in this run; those without a call of `guard` are absent.
    pub(super) fn guard_all(&mut self) {
        self.all_guarded = true;
    }

    /// Allows access to a block in this run. It need not have been declared.
    pub(super) fn guard(&mut self, range: Range<u32>, term: TermId, present: bool) {
        let at = self.place(range, term);
        self.blocks[at].status = if present { Status::Present } else { Status::Absent };
        self.changed.push(at);
    }

    /// Index of the block in the list; inserts it if it is new.
    fn place(&mut self, range: Range<u32>, term: TermId) -> usize {
        let at = self.first_from(range.start);
        match self.blocks.get_mut(at) {
            Some(block) if block.range == range => block.term = term,
            _ => {
                self.blocks.insert(at, Guarded { range, term, status: Status::Closed });
                let lists = self.changed.iter_mut().chain(&mut self.decided);
                lists.filter(|listed| **listed >= at).for_each(|listed| *listed += 1);
            }
        }
        at
    }

    fn first_from(&self, start: u32) -> usize {
        self.blocks.partition_point(|block| block.range.start < start)
    }

    /// Blocks with bytes in the range that the run may access, and whose existence it has not decided yet.
    pub(super) fn unknown_in(&self, range: Range<u32>) -> Vec<Guarded> {
        let first = self.blocks.partition_point(|block| block.range.end <= range.start);
        let until = self.first_from(range.end);
        let blocks = self.blocks.get(first..until).unwrap_or_default();
        let is_unknown = |block: &&Guarded| match block.status {
            Status::Closed => self.all_guarded,
            Status::Absent | Status::Present => true,
            Status::Known => false,
        };
        blocks.iter().filter(is_unknown).cloned().collect()
    }

    pub(super) fn decided(&mut self, start: u32) {
        let at = self.first_from(start);
        self.blocks[at].status = Status::Known;
        self.changed.push(at);
        self.decided.push(at);
    }
}

/// The stop of a run that accesses a block that its state does not have.
pub(super) fn absent(access: Access, address: u32) -> Stop {
    MemoryError { kind: MemoryErrorKind::Absent { access, address: GuestAddr(address) }, block: None }.into()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn starts(presence: &Presence, range: Range<u32>) -> Vec<u32> {
        presence.unknown_in(range).iter().map(|block| block.range.start).collect()
    }

    #[test]
    fn only_blocks_that_are_touched_and_not_known_are_asked_for() {
        let mut presence = Presence::default();
        presence.guard(20..30, TermId::from_index(2), true);
        presence.guard(10..20, TermId::from_index(1), false);
        assert_eq!(starts(&presence, 19..21), [10, 20]);
        assert_eq!(starts(&presence, 0..10), []);
        assert_eq!(starts(&presence, 30..40), []);
        presence.decided(20);
        assert_eq!(starts(&presence, 0..40), [10]);
        presence.begin_run();
        assert_eq!(starts(&presence, 0..40), []);
    }

    #[test]
    fn what_is_said_of_a_block_holds_for_one_run() {
        let mut presence = Presence::default();
        for start in [30, 10, 20] {
            presence.declare(start..start + 10, TermId::from_index(start));
        }
        assert_eq!(starts(&presence, 0..100), [], "the host has not allowed access");
        presence.guard_all();
        presence.guard(20..30, TermId::from_index(20), true);
        let present = |presence: &Presence| -> Vec<bool> {
            presence.unknown_in(0..100).iter().map(Guarded::is_present).collect()
        };
        assert_eq!(present(&presence), [false, true, false]);
        presence.decided(10);
        assert_eq!(starts(&presence, 0..100), [20, 30]);
        presence.begin_run();
        assert_eq!(starts(&presence, 0..100), []);
        presence.guard_all();
        assert_eq!(present(&presence), [false; 3]);
    }

    #[test]
    fn blocks_that_can_still_be_accessed_are_asked_for_again() {
        let mut presence = Presence::default();
        for start in [10, 20, 30] {
            presence.guard(start..start + 10, TermId::from_index(start), true);
        }
        presence.decided(10);
        presence.decided(20);
        assert_eq!(starts(&presence, 0..40), [30]);
        let forgotten = presence.forget_decided(|start| start != 20);
        assert_eq!(forgotten.iter().map(|range| range.start).collect::<Vec<_>>(), [10]);
        assert_eq!(starts(&presence, 0..40), [10, 30]);
        assert!(presence.forget_decided(|_| true).is_empty(), "only what was decided since");
    }
}
