//! The tracker that knows how values depend on the state a run started from.
//!
//! A run is concrete: it has one state. Beside every slot and byte the tracker keeps a [`Term`] that says what
//! the value would be in any other state with the same decisions. Where such a value decides something, the
//! question and the answer are recorded; the states that give the same answers are the run's lookalikes, and
//! take the same path. (Running concretely and symbolically side by side: Godefroid, Klarlund and Sen 2005.
//! They solve for inputs that take another path; we evaluate terms over all states, so every operator is exact.)
//!
//! What is a decision:
//!
//! - a branch: whether the condition is zero; a jump table: which target is reached, not by which index;
//! - an address, a size, an index into a table, a call's target, whatever the host looks at: the value;
//! - whether and how a division or conversion traps;
//! - an access to a block that not every state has: whether this one has it.
//!
//! `select` is none, it makes a term. Nor is a load from constant memory, a data segment that no run has ever
//! written to: that makes a term as well, and the decision that the address is inside the segment. Why that is
//! right: lookalikes have written to the same addresses up to here, so the segment holds the same bytes for
//! them. If a later run writes to the segment, loads decide their address from then on. Then paths are told
//! apart that were not before; lookalikes found earlier stay right, and disjoint from those found later,
//! because states that differ in the coarser way differ in the finer way as well.
//!
//! **Soundness.** Claim: if a state gives the same answers, its run executes the same instructions, and every
//! slot and byte without a term has the same value and the same undefined bits, and every one with a term has
//! the word that the term has in that state. By induction over the instructions: a result without a term has
//! operands without terms; a result with one is made by the same function that the machine uses; control flow,
//! addresses and host calls depend on answers only. `cargo xtask lookalikes` compares the claim with running
//! every state.

mod bytes;
mod constants;
mod decision;
mod footprint;
mod outside;
mod presence;
mod term;

pub use decision::{Answer, Decided, Question};
pub use footprint::Footprint;
pub use term::{TableId, TargetsId, Term, TermId, Terms, ValuesId};

use bytes::{ByteOf, TermBytes, TermBytesSnapshot};
use constants::Constants;
use decision::Log;
use outside::Outside;
use presence::Presence;

use super::sanitizer::{Sanitizer, SanitizerSnapshot};
use super::{Decision, Extension, Place, Tracked, Tracker, Word, bits};
use crate::exec::Stop;
use crate::heap::{Access, Heap};
use crate::isa::semantics::{BinaryOp, UnaryOp};
use crate::memory::Memory;

/// What is known about a slot.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Shadow {
    /// Its undefined bits, in the state of this run.
    pub undefined: u64,
    /// What it is in other states; none if it is the same.
    pub term: TermId,
}

/// A byte of memory, with all that is known about it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ByteImage {
    /// Its value in this state.
    pub value: u8,
    /// Its undefined bits in this state.
    pub undefined: u8,
    /// The term that it is a byte of; none if it is the same in all states.
    pub term: TermId,
    /// Which byte of the term.
    pub index: u8,
}

/// Knows how values depend on the state. See the module's documentation.
#[derive(Debug, Default)]
pub struct Concolic {
    sanitizer: Sanitizer,
    terms: Terms,
    bytes: TermBytes,
    constants: Constants,
    presence: Presence,
    log: Log,
    /// What was read, if somebody wants to know.
    reads: Option<Vec<(u32, u32)>>,
    /// Where writes are of interest; nowhere if it is empty.
    watched: std::ops::Range<u32>,
    /// What was there before writes, in the order of the writes.
    overwritten: Vec<(u32, ByteImage)>,
    /// What runs do to memory outside the structures, if somebody wants to know.
    outside: Option<Box<Outside>>,
    /// Which way the run went, if somebody wants to know.
    footprint: Option<Footprint>,
    /// Instructions that made or asked a term: what symbolic execution costs is told per one of these.
    n_symbolic: u64,
}

/// What a snapshot keeps of a [`Concolic`].
#[derive(Clone, Debug)]
pub struct ConcolicSnapshot {
    sanitizer: SanitizerSnapshot,
    bytes: TermBytesSnapshot,
}

/// A tracker with terms: [`Concolic`] itself, or one that watches it.
pub trait Symbolic: Tracker {
    /// The terms, and what was decided about them.
    fn concolic(&mut self) -> &mut Concolic;
}

impl Symbolic for Concolic {
    fn concolic(&mut self) -> &mut Concolic {
        self
    }
}

type Value = Tracked<Shadow>;

impl Value {
    fn word(self) -> Word {
        Word::new(self.value, self.shadow.undefined)
    }

    fn without_term(self) -> Tracked<u64> {
        Tracked { value: self.value, shadow: self.shadow.undefined }
    }

    #[inline(always)]
    fn has_term(self) -> bool {
        self.shadow.term.is_some()
    }
}

// --- For the host ---

impl Concolic {
    /// All terms made so far.
    pub fn terms(&self) -> &Terms {
        &self.terms
    }

    /// The same, to make variables.
    pub fn terms_mut(&mut self) -> &mut Terms {
        &mut self.terms
    }

    /// Forgets the decisions of the last run.
    pub fn begin_run(&mut self) {
        self.log.clear();
        self.presence.begin_run();
        self.watched = 0..0;
        self.overwritten.clear();
        self.n_symbolic = 0;
        if let Some(outside) = &mut self.outside {
            outside.begin_run();
        }
    }

    /// The decisions of the run.
    pub fn decisions(&self) -> impl ExactSizeIterator<Item = Decided> + '_ {
        self.log.decisions()
    }

    /// These are decisions of the run as well: the host has made them, or made them before it went back to the start.
    pub fn recall(&mut self, decisions: impl IntoIterator<Item = Decided>) {
        for decided in decisions {
            self.log.record(decided);
        }
    }

    /// Instructions of the run that had to do with terms.
    pub fn n_symbolic(&self) -> u64 {
        self.n_symbolic
    }

    /// From now on, data segments are constant memory until a run writes to them. `segments`: where they are.
    pub(crate) fn seal(&mut self, memory: &Memory, segments: impl Iterator<Item = std::ops::Range<u32>>) {
        self.constants = Constants::default();
        for range in segments {
            let plain = range.clone().all(|address| self.bytes.get(address).is_plain());
            if plain && self.sanitizer.is_defined(range.clone()) {
                let bytes = &memory.bytes()[range.start as usize..range.end as usize];
                self.constants.add(range.clone(), self.terms.table(range.start, bytes));
            }
        }
    }

    /// `len` bytes at `address` are the first bytes of `term`, which is `word` in this state. The host has
    /// written the bits.
    pub(crate) fn plant(&mut self, address: u32, len: u32, term: TermId, word: Word) {
        self.constants.written(address, len);
        self.sanitizer.plant(address, len, word.undefined());
        self.set_bytes(address, len, term);
    }

    /// The bytes at `address`, whose terms stay what they are, are `word` in this state. The host has written the
    /// bits.
    pub(crate) fn revalue(&mut self, address: u32, len: u32, word: Word) {
        self.sanitizer.plant(address, len, word.undefined());
    }

    /// Closes a block: nobody may touch it unless the host says so for a run. Part of what snapshots keep.
    pub fn close_block(&mut self, range: std::ops::Range<u32>) {
        self.sanitizer.close(range);
    }

    /// In this run, a closed block may be touched in states in which `term` is not zero, or in all if there is no
    /// term; in the state of the run it is `present`.
    pub fn guard_block(&mut self, range: std::ops::Range<u32>, term: TermId, present: bool) {
        self.presence.guard(range, term, present);
    }

    /// There is a block that states have in which `term` is not zero, or all if there is no term. It is closed, and
    /// stays so in runs for which nothing else is said.
    pub fn declare_block(&mut self, range: std::ops::Range<u32>, term: TermId) {
        self.close_block(range.clone());
        self.presence.declare(range, term);
    }

    /// In this run, all blocks that were declared may be touched in the states that have them. The state of the run has
    /// those of which [`guard_block`](Self::guard_block) says so.
    pub fn guard_all_blocks(&mut self) {
        self.presence.guard_all();
    }

    /// From now on, and until the run is over, remembers what the bytes in a range were before they were first written.
    pub fn watch_writes(&mut self, range: std::ops::Range<u32>) {
        self.watched = range;
        self.overwritten.clear();
    }

    /// What bytes were before somebody wrote to them, in order of their addresses, each one once. They may have got back
    /// what they were.
    pub fn overwritten(&mut self) -> &[(u32, ByteImage)] {
        // The first image of a byte is the one from before all writes; sorting keeps it first.
        self.overwritten.sort_by_key(|(address, _)| *address);
        self.overwritten.dedup_by_key(|(address, _)| *address);
        &self.overwritten
    }

    /// From now on, and until the next call, remembers which bytes are loaded and copied.
    pub fn log_reads(&mut self, on: bool) {
        self.reads = on.then(Vec::new);
    }

    /// Address and length of what was read since the log was begun, in order.
    pub fn reads(&self) -> &[(u32, u32)] {
        self.reads.as_deref().unwrap_or_default()
    }

    /// Data segments that no run has written to, so that looking something up in them makes terms.
    pub fn constants(&self) -> Vec<std::ops::Range<u32>> {
        self.constants.ranges().cloned().collect()
    }

    /// Data segments with bytes in `range` are constant no longer, as if a run had written to them.
    pub fn forget_constants(&mut self, range: std::ops::Range<u32>) {
        self.constants.written(range.start, range.end - range.start);
    }

    /// From now on, notes which bytes of `range` runs read before they write them; none: nothing is noted any longer.
    pub fn watch_outside(&mut self, range: Option<std::ops::Range<u32>>) {
        self.outside = range.map(|range| Box::new(Outside::new(range)));
    }

    /// Addresses of the watched bytes that a run has read before it wrote them, in ascending order.
    pub fn read_outside(&self) -> Vec<u32> {
        self.outside.as_ref().map_or_else(Vec::new, |outside| outside.read().collect())
    }

    /// From now on, stops runs before they write to this part of what is watched, except for the first `passes` times: to
    /// find out where they do.
    pub fn stop_at_write(&mut self, range: std::ops::Range<u32>, passes: u32) {
        if let Some(outside) = &mut self.outside {
            outside.stop_at(range, passes);
        }
    }

    /// From now on, notes which way runs go; the note begins anew with every call.
    pub fn note_footprint(&mut self, on: bool) {
        self.footprint = on.then(Footprint::default);
    }

    /// Which way runs went since the note was begun.
    pub fn footprint(&self) -> Option<Footprint> {
        self.footprint
    }

    /// Whether the run has decided already that this value is zero, or that it is not. It may be so without being known.
    pub fn has_decided_truth(&mut self, value: Tracked<Shadow>) -> bool {
        let (term, word) = (value.shadow.term, value.word());
        let not = self.terms.unary(UnaryOp::I32Eqz, term);
        let not_word = Word::unary(UnaryOp::I32Eqz, word);
        let asked = [
            (term, Question::Truth, Some(word)),
            (term, Question::Value, Some(word)),
            (not, Question::Truth, not_word),
        ];
        asked.into_iter().any(|(term, question, word)| {
            word.is_some_and(|word| {
                let answer = self.terms.answer(question, word);
                self.log.contains(&Decided { term, question, answer })
            })
        })
    }

    /// Whether all bytes of a range are the same in all states.
    pub(crate) fn is_plain(&self, range: std::ops::Range<u32>) -> bool {
        self.bytes.are_plain(range)
    }

    /// What lies at an address: value, undefined bits, and which byte of which term it is.
    pub(crate) fn byte_image(&self, memory: &Memory, address: u32) -> ByteImage {
        let of = self.bytes.get(address);
        let undefined = self.sanitizer.undefined_bits(address, 1) as u8;
        ByteImage { value: memory.bytes()[address as usize], undefined, term: of.term(), index: of.index() }
    }

    /// Bytes are about to be written, in bounds.
    #[inline(always)]
    pub(crate) fn writing(&mut self, memory: &Memory, address: u32, len: u32) {
        if address < self.watched.end && address + len > self.watched.start {
            self.remember(memory, address.max(self.watched.start)..(address + len).min(self.watched.end));
        }
    }

    #[cold]
    fn remember(&mut self, memory: &Memory, range: std::ops::Range<u32>) {
        for address in range {
            self.overwritten.push((address, self.byte_image(memory, address)));
        }
    }

    /// What lies at `address` in this state, and its term.
    pub(crate) fn read(&mut self, memory: &Memory, address: u32, len: u32) -> Tracked<Shadow> {
        let word = self.word_at(memory, address, len);
        let term = if self.any_term(address, len) { self.joined(memory, address, len) } else { TermId::NONE };
        Tracked { value: word.bits(), shadow: Shadow { undefined: word.undefined(), term } }
    }
}

// --- Terms and decisions ---

impl Concolic {
    /// The term of a value; a plain one becomes a constant.
    fn term_of(&mut self, value: Value) -> TermId {
        if value.has_term() { value.shadow.term } else { self.terms.constant(value.word()) }
    }

    fn record(&mut self, term: TermId, question: Question, word: Word) {
        self.n_symbolic += 1;
        let answer = self.terms.answer(question, word);
        self.log.record(Decided { term, question, answer });
    }

    #[cold]
    fn unary_term(&mut self, op: UnaryOp, a: Value) -> TermId {
        self.n_symbolic += 1;
        self.terms.unary(op, a.shadow.term)
    }

    #[cold]
    fn binary_term(&mut self, op: BinaryOp, a: Value, b: Value) -> TermId {
        self.n_symbolic += 1;
        let (a, b) = (self.term_of(a), self.term_of(b));
        self.terms.binary(op, a, b)
    }

    #[cold]
    fn select_term(&mut self, condition: Value, a: Value, b: Value) -> TermId {
        self.n_symbolic += 1;
        if !condition.has_term() && condition.word().truth().is_some() {
            // The same side in all states.
            return if condition.value as u32 != 0 { a.shadow.term } else { b.shadow.term };
        }
        let (condition, a, b) = (self.term_of(condition), self.term_of(a), self.term_of(b));
        self.terms.select(condition, a, b)
    }

    #[cold]
    fn record_comparison(&mut self, op: BinaryOp, a: Value, b: Value) {
        let word = Word::binary(op, a.word(), b.word()).expect("comparisons do not trap");
        let term = self.binary_term(op, a, b);
        self.record(term, Question::Truth, word);
    }

    #[cold]
    fn record_binary_trap(&mut self, op: BinaryOp, a: Value, b: Value) {
        if !b.has_term() && divides_safely(op, b.word()) {
            return;
        }
        let word = Word::binary_trap(op, a.word(), b.word());
        let (a, b) = (self.term_of(a), self.term_of(b));
        let term = self.terms.binary_trap(op, a, b);
        self.record(term, Question::Value, word);
    }

    #[cold]
    fn record_switch(&mut self, index: Value, targets: &[u32]) {
        let term = self.terms.target(targets, index.shadow.term);
        let word = self.terms.apply(term, &[index.word()]).expect("every index leads somewhere");
        self.record(term, Question::Value, word);
    }

    /// A load's address depends on the state: gives the term of the loaded bytes if they are constant memory,
    /// and decides the address if not.
    #[cold]
    fn load_somewhere(&mut self, place: Place<Shadow>) -> Option<TermId> {
        let Place { base, offset, address, len } = place;
        let segment = self.constants.find(address, len).filter(|_| base.shadow.undefined == 0);
        let Some((range, table)) = segment.cloned() else {
            self.record(base.shadow.term, Question::Value, base.word());
            return None;
        };
        if let Some(outside) = &mut self.outside {
            // Lookalikes read elsewhere in the segment.
            outside.reads(range);
        }
        self.record(base.shadow.term, Question::Inside { table, offset, len }, base.word());
        Some(self.terms.lookup(table, base.shadow.term, offset, len))
    }

    fn extend(&mut self, term: TermId, len: u32, extension: Extension) -> TermId {
        let op = match (extension, len) {
            (Extension::Zero, _) => return term,
            (Extension::SignTo32, 1) => UnaryOp::I32Extend8S,
            (Extension::SignTo32, _) => UnaryOp::I32Extend16S,
            (Extension::SignTo64, 1) => UnaryOp::I64Extend8S,
            (Extension::SignTo64, 2) => UnaryOp::I64Extend16S,
            (Extension::SignTo64, _) => UnaryOp::I64Extend32S,
        };
        self.terms.unary(op, term)
    }
}

/// Division by this number never traps, whatever is divided.
fn divides_safely(op: BinaryOp, divisor: Word) -> bool {
    let minus_one = match op {
        BinaryOp::I32DivS => u64::from(u32::MAX),
        BinaryOp::I64DivS => u64::MAX,
        _ => 0,
    };
    divisor.value().is_some_and(|divisor| divisor != 0 && divisor != minus_one)
}

// --- Memory ---

impl Concolic {
    /// Stops the run unless all bytes may be touched. Decides whether blocks exist that not every state has.
    #[inline(always)]
    fn check(&mut self, access: Access, address: u32, len: u32) -> Result<(), Stop> {
        if self.sanitizer.is_open(address, len) { Ok(()) } else { self.check_blocks(access, address, len) }
    }

    #[inline(always)]
    fn log_read(&mut self, address: u32, len: u32) {
        if let Some(reads) = &mut self.reads {
            reads.push((address, len));
        }
        if let Some(outside) = &mut self.outside {
            outside.reads(address..address + len);
        }
    }

    /// A run is about to write.
    #[inline(always)]
    fn note_write(&mut self, memory: &Memory, address: u32, len: u32) -> Result<(), Stop> {
        self.writing(memory, address, len);
        self.constants.written(address, len);
        match &mut self.outside {
            None => Ok(()),
            Some(outside) => outside.writes(address..address + len),
        }
    }

    #[inline(always)]
    fn note_way(&mut self, way: u64) {
        if let Some(footprint) = &mut self.footprint {
            footprint.went(way);
        }
    }

    #[cold]
    fn check_blocks(&mut self, access: Access, address: u32, len: u32) -> Result<(), Stop> {
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

    /// The low `len` bytes of a value are at `address`; bytes that are surely zero are plain.
    fn set_bytes(&mut self, address: u32, len: u32, term: TermId) {
        let term_len = u32::from(self.terms.len(term));
        for index in 0..len {
            let byte = if index < term_len { ByteOf::new(term, index as u8) } else { ByteOf::PLAIN };
            self.bytes.set(address + index, byte);
        }
    }

    /// The term of bytes in memory, some of which have one: pieces of terms and of plain bytes, joined.
    #[cold]
    fn joined(&mut self, memory: &Memory, address: u32, len: u32) -> TermId {
        let mut joined = TermId::NONE;
        let mut joined_len = 0;
        while joined_len < len {
            let (piece, piece_len) = self.piece(memory, address + joined_len, len - joined_len);
            joined = if joined_len == 0 { piece } else { self.terms.join(joined, piece, joined_len as u8) };
            joined_len += piece_len;
        }
        joined
    }

    /// The longest piece at `address` that is of one term, or plain.
    fn piece(&mut self, memory: &Memory, address: u32, most: u32) -> (TermId, u32) {
        let first = self.bytes.get(address);
        let mut len = 1;
        let mut last = first;
        while len < most {
            let next = self.bytes.get(address + len);
            let goes_on = if first.is_plain() { next.is_plain() } else { last.is_followed_by(next) };
            if !goes_on {
                break;
            }
            last = next;
            len += 1;
        }
        if !first.is_plain() {
            return (self.terms.bytes(first.term(), first.index(), len as u8), len);
        }
        (self.terms.constant(self.word_at(memory, address, len)), len)
    }

    /// The word that `len` bytes at `address` are in this state.
    fn word_at(&self, memory: &Memory, address: u32, len: u32) -> Word {
        let mut bytes = [0; 8];
        bytes[..len as usize].copy_from_slice(&memory.bytes()[address as usize..(address + len) as usize]);
        Word::new(u64::from_le_bytes(bytes), self.sanitizer.undefined_bits(address, len))
    }

    fn any_term(&self, address: u32, len: u32) -> bool {
        (address..address + len).any(|address| !self.bytes.get(address).is_plain())
    }
}

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
        }
        self.sanitizer.decide_unary_trap(op, a.without_term())
    }

    #[inline(always)]
    fn decide_binary_trap(&mut self, op: BinaryOp, a: Value, b: Value) -> Result<(), Stop> {
        if a.has_term() || b.has_term() {
            self.record_binary_trap(op, a, b);
        }
        self.sanitizer.decide_binary_trap(op, a.without_term(), b.without_term())
    }

    #[inline(always)]
    fn decide_comparison(&mut self, op: BinaryOp, a: Value, b: Value, taken: bool) -> Result<(), Stop> {
        if a.has_term() || b.has_term() {
            self.record_comparison(op, a, b);
        }
        self.note_way(u64::from(taken));
        self.sanitizer.decide_comparison(op, a.without_term(), b.without_term(), taken)
    }

    #[inline(always)]
    fn decide_switch(&mut self, index: Value, table: u32, targets: &[u32]) -> Result<(), Stop> {
        if index.has_term() {
            self.record_switch(index, targets);
        }
        self.note_way(targets[(index.value as u32 as usize).min(targets.len() - 1)].into());
        self.sanitizer.decide_switch(index.without_term(), table, targets)
    }

    #[inline(always)]
    fn load(&mut self, memory: &Memory, place: Place<Shadow>, extension: Extension) -> Result<Shadow, Stop> {
        let Place { base, address, len, .. } = place;
        let found = if base.has_term() { self.load_somewhere(place) } else { None };
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

    fn stack_at(&mut self, stack_pointer: u32) {
        self.sanitizer.stack_at(stack_pointer);
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
        let zone = super::sanitizer::leaf_zone(stack_pointer);
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

    fn accuse(&self, heap: &Heap, stop: &mut Stop) {
        self.sanitizer.accuse(heap, stop);
    }

    fn snapshot(&mut self) -> ConcolicSnapshot {
        ConcolicSnapshot { sanitizer: self.sanitizer.snapshot(), bytes: self.bytes.snapshot() }
    }

    fn restore(&mut self, snapshot: &ConcolicSnapshot) {
        self.sanitizer.restore(&snapshot.sanitizer);
        self.bytes.restore(&snapshot.bytes);
    }
}
