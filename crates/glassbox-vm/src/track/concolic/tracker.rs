//! The hooks of [`Concolic`].

use super::decision::Question;
use super::shadow::{ByteImage, Shadow, Value};
use super::state::{Concolic, ConcolicSnapshot};
use super::term::TermId;
use crate::isa::Decision;
use crate::isa::semantics::{BinaryOp, UnaryOp};
use crate::memory::{Memory, put};
use crate::stop::{Access, Stop};
use crate::track::bits;
use crate::track::extension::Extension;
use crate::track::sanitizer::leaf_zone;
use crate::track::tracker::Tracker;
use crate::track::value::Place;
use crate::track::word::Word;
use crate::track::written_words::{WORD, WrittenWords};

impl Tracker for Concolic {
    type Shadow = Shadow;
    type Snapshot = ConcolicSnapshot;

    const TRACES: bool = true;

    #[inline(always)]
    fn unary(&mut self, op: UnaryOp, a: Value, result: u64) -> Shadow {
        let undefined = self.sanitizer.unary(op, a.without_term(), result);
        let term = if a.has_term() { self.unary_term(op, a) } else { TermId::NONE };
        Shadow { undefined, term }
    }

    #[inline(always)]
    fn binary(&mut self, op: BinaryOp, a: Value, b: Value, result: u64) -> Shadow {
        let undefined = self.sanitizer.binary(op, a.without_term(), b.without_term(), result);
        let term = if a.has_term() || b.has_term() { self.binary_term(op, a, b) } else { TermId::NONE };
        Shadow { undefined, term }
    }

    #[inline(always)]
    fn select(&mut self, condition: Value, a: Value, b: Value) -> Shadow {
        let undefined = bits::select(condition.without_term(), a.without_term(), b.without_term());
        let any = condition.has_term() || a.has_term() || b.has_term();
        let term = if any { self.select_term(condition, a, b) } else { TermId::NONE };
        Shadow { undefined, term }
    }

    #[inline(always)]
    fn decide(&mut self, decision: Decision, value: Value) -> Result<(), Stop> {
        if value.has_term() {
            let question = if decision == Decision::Branch { Question::Truth } else { Question::Value };
            self.record(value.shadow.term, question, value.word());
            self.stop_if_decided()?;
        }
        match decision {
            Decision::Branch => self.note_way(u64::from(value.value as u32 != 0)),
            Decision::CallTarget | Decision::Size | Decision::TableIndex => self.note_way(value.value),
            Decision::Switch | Decision::Address | Decision::TrapOperand | Decision::Host => {}
        }
        self.sanitizer.decide(decision, value.without_term())
    }

    #[inline(always)]
    fn decide_unary_trap(&mut self, op: UnaryOp, a: Value) -> Result<(), Stop> {
        if a.has_term() {
            let term = self.terms.unary_trap(op, a.shadow.term);
            self.record(term, Question::Value, Word::unary_trap(op, a.word()));
            self.stop_if_decided()?;
        }
        self.sanitizer.decide_unary_trap(op, a.without_term())
    }

    #[inline(always)]
    fn decide_binary_trap(&mut self, op: BinaryOp, a: Value, b: Value) -> Result<(), Stop> {
        if a.has_term() || b.has_term() {
            self.record_binary_trap(op, a, b);
            self.stop_if_decided()?;
        }
        self.sanitizer.decide_binary_trap(op, a.without_term(), b.without_term())
    }

    #[inline(always)]
    fn is_open(&mut self, condition: Value) -> bool {
        let is_open = self.sanitizer.is_open(condition.without_term());
        if is_open && condition.has_term() {
            self.record(condition.shadow.term, Question::Truth, condition.word());
        }
        is_open
    }

    #[inline(always)]
    fn is_open_comparison(&mut self, op: BinaryOp, a: Value, b: Value) -> bool {
        let is_open = self.sanitizer.is_open_comparison(op, a.without_term(), b.without_term());
        if is_open && (a.has_term() || b.has_term()) {
            self.record_comparison(op, a, b);
        }
        is_open
    }

    #[inline(always)]
    fn decide_comparison(&mut self, op: BinaryOp, a: Value, b: Value, taken: bool) -> Result<(), Stop> {
        if a.has_term() || b.has_term() {
            self.record_comparison(op, a, b);
            self.stop_if_decided()?;
        }
        self.note_way(u64::from(taken));
        self.sanitizer.decide_comparison(op, a.without_term(), b.without_term(), taken)
    }

    #[inline(always)]
    fn decide_switch(&mut self, index: Value, table: u32, targets: &[u32]) -> Result<(), Stop> {
        if index.has_term() {
            self.record_switch(index, targets);
            self.stop_if_decided()?;
        }
        self.note_way(targets[(index.value as u32 as usize).min(targets.len() - 1)].into());
        self.sanitizer.decide_switch(index.without_term(), table, targets)
    }

    #[inline(always)]
    fn load(&mut self, memory: &Memory, place: Place<Shadow>, extension: Extension) -> Result<Shadow, Stop> {
        let Place { base, address, len, .. } = place;
        let found = if base.has_term() { self.load_somewhere(place) } else { None };
        if base.has_term() {
            self.stop_if_decided()?;
        }
        self.sanitizer.decide(Decision::Address, base.without_term())?;
        self.check(Access::Read, address, len)?;
        self.log_read(address, len);
        let undefined = self.sanitizer.undefined_bits(address, len);
        let undefined = if undefined == 0 { 0 } else { extension.of(undefined, len * 8) };
        if found.is_none() && self.bytes.is_plain(address, len) {
            return Ok(Shadow { undefined, term: TermId::NONE });
        }
        let term = match found {
            Some(found) => self.extend(found, len, extension),
            None if self.any_term(address, len) => {
                self.n_symbolic += 1;
                let joined = self.joined(memory, address, len);
                self.extend(joined, len, extension)
            }
            None => TermId::NONE,
        };
        Ok(Shadow { undefined, term })
    }

    #[inline(always)]
    fn store(&mut self, memory: &Memory, place: Place<Shadow>, value: Value) -> Result<(), Stop> {
        let Place { base, address, len, .. } = place;
        self.decide(Decision::Address, base)?;
        self.check(Access::Write, address, len)?;
        self.note_write(memory, address, len)?;
        self.sanitizer.plant(address, len, value.shadow.undefined);
        if value.has_term() {
            self.n_symbolic += 1;
            self.set_bytes(address, len, value.shadow.term);
        } else if !self.bytes.is_plain(address, len) {
            self.bytes.clear(address..address + len);
        }
        Ok(())
    }

    fn copy(&mut self, memory: &Memory, dst: u32, src: u32, len: u32) -> Result<(), Stop> {
        self.check(Access::Read, src, len)?;
        self.log_read(src, len);
        self.check(Access::Write, dst, len)?;
        self.note_write(memory, dst, len)?;
        self.sanitizer.copy(memory, dst, src, len)?;
        self.bytes.copy(dst, src, len);
        Ok(())
    }

    fn fill(&mut self, memory: &Memory, dst: u32, len: u32, value: Value) -> Result<(), Stop> {
        self.check(Access::Write, dst, len)?;
        self.note_write(memory, dst, len)?;
        self.sanitizer.fill(memory, dst, len, value.without_term())?;
        self.bytes.clear(dst..dst + len);
        if value.has_term() {
            (dst..dst + len).for_each(|address| self.set_bytes(address, 1, value.shadow.term));
        }
        Ok(())
    }

    fn init(&mut self, memory: &Memory, dst: u32, len: u32) -> Result<(), Stop> {
        self.check(Access::Write, dst, len)?;
        self.note_write(memory, dst, len)?;
        self.bytes.clear(dst..dst + len);
        self.sanitizer.init(memory, dst, len)
    }

    /// Every piece of a term among the bytes is decided.
    fn host_reads(&mut self, memory: &Memory, address: u32, len: u32) -> Result<(), Stop> {
        if len > 0 {
            self.check(Access::Read, address, len)?;
            self.log_read(address, len);
        }
        let mut done = 0;
        while done < len {
            let (piece, piece_len) = self.piece(memory, address + done, (len - done).min(8));
            if !self.bytes.get(address + done).is_plain() {
                self.record(piece, Question::Value, self.word_at(memory, address + done, piece_len));
            }
            done += piece_len;
        }
        self.sanitizer.host_reads(memory, address, len)
    }

    fn grown(&mut self, len: usize) {
        self.sanitizer.grown(len);
        self.bytes.grow(len);
    }

    fn stack_at(&mut self, stack_pointer: u32, is_first: bool) {
        self.sanitizer.stack_at(stack_pointer, is_first);
    }

    fn read_only(&mut self, range: std::ops::Range<u32>) {
        self.sanitizer.read_only(range);
    }

    #[inline(always)]
    fn leaf_frame(&mut self, stack_pointer: u32) {
        self.sanitizer.leaf_frame(stack_pointer);
    }

    fn stack_moved(&mut self, old: u32, new: u32) -> Result<(), Stop> {
        self.sanitizer.stack_moved(old, new)?;
        // The bytes of a frame that is left become undefined, and so have no term.
        self.bytes.clear(old..new.max(old));
        Ok(())
    }

    #[inline(always)]
    fn returned(&mut self, stack_pointer: u32) {
        self.sanitizer.returned(stack_pointer);
        let zone = leaf_zone(stack_pointer);
        if zone.end as usize <= self.sanitizer.memory_len()
            && !zone.is_empty()
            && !self.bytes.is_plain(zone.start, zone.end - zone.start)
        {
            self.bytes.clear(zone);
        }
    }

    fn heap_reserved(&mut self, range: std::ops::Range<u32>) {
        self.sanitizer.heap_reserved(range);
    }

    fn heap_allocated(&mut self, address: u32, size: u32) {
        self.sanitizer.heap_allocated(address, size);
        self.bytes.clear(address..address + size);
    }

    fn heap_freeing(&mut self, address: u32, size: u32) -> Result<(), Stop> {
        // An absent block cannot be freed. Whether it is a block at all is the heap's to say.
        let unknown = self.presence.unknown_in(address..address.saturating_add(size.max(1)));
        if unknown.is_empty() { Ok(()) } else { self.check_blocks(Access::Write, address, size.max(1)) }
    }

    fn heap_freed(&mut self, address: u32, size: u32) {
        self.sanitizer.heap_freed(address, size);
    }

    fn terms_in_memory(&self) -> Vec<(u32, u32)> {
        self.bytes.all()
    }

    fn same_in_all_states(&self, a: Shadow, b: Shadow) -> bool {
        a.term == b.term
    }

    fn note_words(&mut self, words: Option<WrittenWords>) {
        self.words = words;
        if self.words.is_some() {
            self.log.by_stages();
        }
    }

    fn keep_words(&mut self, words: WrittenWords) {
        self.words = Some(words);
    }

    fn join_stages(&mut self) {
        self.log.join_stages();
    }

    fn take_words(&mut self) -> Option<WrittenWords> {
        self.words.take()
    }

    fn may_matter(&self, address: u32) -> bool {
        self.sanitizer.may_matter(address)
    }

    fn describe(&self, value: Value, to: &mut Vec<u8>) {
        if value.has_term() {
            to.push(1);
            put(to, value.shadow.term.index() as usize);
        } else {
            to.push(0);
            put(to, value.shadow.undefined as usize);
            put(to, (value.value & !value.shadow.undefined) as usize);
        }
    }

    fn describe_word(&self, memory: &Memory, address: u32, to: &mut Vec<u8>) {
        for address in address..address + WORD {
            let ByteImage { value, undefined, term, index } = self.byte_image(memory, address);
            if term.is_some() {
                to.push(index + 1);
                to.extend(term.index().to_le_bytes());
            } else {
                to.extend([0, undefined, value & !undefined]);
            }
        }
    }

    fn has_decided(&self) -> bool {
        self.log.has_decided()
    }

    fn begin_stage(&mut self, is_freed: &dyn Fn(u32) -> bool) {
        self.log.end_stage();
        // Whether a block exists is decided again when the stage first touches it.
        for range in self.presence.forget_decided(|address| !is_freed(address)) {
            self.sanitizer.close(range);
        }
    }

    fn snapshot(&mut self) -> ConcolicSnapshot {
        ConcolicSnapshot { sanitizer: self.sanitizer.snapshot(), bytes: self.bytes.snapshot() }
    }

    fn restore(&mut self, snapshot: &ConcolicSnapshot) {
        self.sanitizer.restore(&snapshot.sanitizer);
        self.bytes.restore(&snapshot.bytes);
    }
}
