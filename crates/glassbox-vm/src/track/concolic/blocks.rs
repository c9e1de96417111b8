//! Accesses to blocks that exist in some states only.

use super::decision::Question;
use super::presence;
use super::state::Concolic;
use super::term::TermId;
use crate::stop::{Access, Stop};
use crate::track::word::Word;

impl Concolic {
    /// Closes a block: a run may access it only if the host allows it for this run. Snapshots keep this.
    pub fn close_block(&mut self, range: std::ops::Range<u32>) {
        self.sanitizer.close(range);
    }

    /// Allows access to a part of a closed block in this run. All states of the run have it.
    pub fn open_part(&mut self, range: std::ops::Range<u32>) {
        self.sanitizer.open(range);
    }

    /// Allows access to a closed block in this run, in states in which `term` is not zero, or in all states if there is no
    /// term. `present` says whether the state of the run has the block.
    pub fn guard_block(&mut self, range: std::ops::Range<u32>, term: TermId, present: bool) {
        self.presence.guard(range, term, present);
    }

    /// Declares a block that exists in states in which `term` is not zero, or in all states if there is no term. It is closed,
    /// unless the host opens it for a run.
    pub fn declare_block(&mut self, range: std::ops::Range<u32>, term: TermId) {
        self.close_block(range.clone());
        self.presence.declare(range, term);
    }

    /// Allows access to all declared blocks in this run, in the states that have them. The state of the run has those for which
    /// [`guard_block`](Self::guard_block) was called with `present`.
    pub fn guard_all_blocks(&mut self) {
        self.presence.guard_all();
    }

    /// Stops the run unless all bytes may be accessed. Decides whether blocks exist that not every state has.
    #[inline(always)]
    pub(super) fn check(&mut self, access: Access, address: u32, len: u32) -> Result<(), Stop> {
        if self.sanitizer.allows(access, address, len) { Ok(()) } else { self.check_blocks(access, address, len) }
    }

    #[cold]
    pub(super) fn check_blocks(&mut self, access: Access, address: u32, len: u32) -> Result<(), Stop> {
        for block in self.presence.unknown_in(address..address + len) {
            if block.term.is_some() {
                self.record(block.term, Question::Truth, Word::defined(block.is_present().into()));
            }
            self.presence.decided(block.range.start);
            if !block.is_present() {
                return Err(presence::absent(access, address.max(block.range.start)));
            }
            self.sanitizer.open(block.range);
        }
        self.sanitizer.check(access, address, len)
    }
}
