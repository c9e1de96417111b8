//! Whether a run has left the structures as they were: a panic that must leave them unchanged.
//!
//! Every byte of the structures that the run has written is compared with what was there, and no block is freed. Values that are equal
//! in this state may differ in a lookalike, if their terms do; so whether they are equal is a decision.

use glassbox_space::Diagram;
use glassbox_vm::isa::semantics::BinaryOp;
use glassbox_vm::track::{ByteImage, Decision, TermId, Word};

use super::Judge;

impl<D: Diagram> Judge<'_, D> {
    /// Whether all bytes of the structures are what they were before the run. Decisions go to the run's log.
    pub(crate) fn finds_no_change(mut self) -> bool {
        self.find_written();
        let record = self.states.skeleton.record();
        if self.freed_blocks().into_iter().any(|block| record.blocks[block as usize].node.is_some()) {
            return false;
        }
        let overwritten: Vec<(u32, ByteImage)> = self.states.guest.machine.tracker_mut().overwritten().to_vec();
        overwritten.into_iter().all(|(address, old)| {
            let new = self.states.guest.machine.byte_image(address);
            !self.written.contains(&address) || old == new || self.same_byte(old, new)
        })
    }

    fn same_byte(&mut self, old: ByteImage, new: ByteImage) -> bool {
        let is_equal = old.value == new.value && old.undefined == new.undefined;
        if !is_equal || old.undefined != 0 {
            return false;
        }
        let (old, new) = (self.byte_term(old), self.byte_term(new));
        let term = self.states.guest.machine.tracker_mut().terms_mut().binary(BinaryOp::I64Eq, old, new);
        self.decide(term, 1, Decision::Branch);
        true
    }

    fn byte_term(&mut self, byte: ByteImage) -> TermId {
        let terms = self.states.guest.machine.tracker_mut().terms_mut();
        if !byte.term.is_some() {
            return terms.constant(Word::defined(byte.value.into()));
        }
        let shift = terms.constant(Word::defined(8 * u64::from(byte.index)));
        let shifted = terms.binary(BinaryOp::I64ShrU, byte.term, shift);
        let mask = terms.constant(Word::defined(0xff));
        terms.binary(BinaryOp::I64And, shifted, mask)
    }
}
