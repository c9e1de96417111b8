//! The hooks of [`Provenance`].

use std::ops::Range;
use std::sync::Arc;

use super::kind::{
    ADDRESS, KEY, Kind, NEVER_ZERO, ORDERED, STATIC, TOKEN, in_memory, plain, plain_place, tag, without_statics,
};
use super::questions::{Asked, truth};
use super::rules::{Named, binary, blocks_of, remainder_as_mask, selected_by_number, unary};
use super::state::{Provenance, ProvenanceSnapshot};
use super::steps::Step;
use crate::heap::RED_ZONE;
use crate::isa::Decision;
use crate::isa::semantics::{BinaryOp, UnaryOp};
use crate::memory::{GuestAddr, Memory};
use crate::module::StaticObjects;
use crate::stop::{Access, MemoryError, MemoryErrorKind, Stop};
use crate::track::extension::Extension;
use crate::track::tracker::Tracker;
use crate::track::value::{Place, Tracked};
use crate::track::written_words::{WORD, WrittenWords};

impl Tracker for Provenance {
    type Shadow = Kind;
    type Snapshot = ProvenanceSnapshot;

    const TRACES: bool = true;
    const STATICS: bool = true;

    fn statics(&mut self, objects: &Arc<StaticObjects>) {
        self.statics = objects.clone();
    }

    fn static_address(&mut self, _: u32, object: u32) -> Kind {
        Kind::name(STATIC, object)
    }

    #[inline(always)]
    fn unary(&mut self, op: UnaryOp, a: Tracked<Kind>, result: u64) -> Kind {
        let undefined = self.sanitizer.unary(op, plain(a), result);
        let Named { tags, of } = match op {
            _ if a.shadow.tags == 0 => Named::PLAIN,
            UnaryOp::I32Eqz | UnaryOp::I64Eqz if a.shadow.tags == ORDERED => Named { tags: ORDERED, of: [0; 2] },
            UnaryOp::I32Eqz | UnaryOp::I64Eqz => self.is_zero(a, result),
            _ if a.shadow.tags == ORDERED => {
                let _ = self.settled(a);
                Named::PLAIN
            }
            _ => unary(&mut self.names, op, a),
        };
        Kind { undefined, tags, of }
    }

    #[inline(always)]
    fn binary(&mut self, op: BinaryOp, a: Tracked<Kind>, b: Tracked<Kind>, result: u64) -> Kind {
        let undefined = self.sanitizer.binary(op, plain(a), plain(b), result);
        if a.shadow.tags | b.shadow.tags == 0 {
            return Kind { undefined, ..Kind::default() };
        }
        let (a, b) = (self.settled(a), self.settled(b));
        if a.shadow.tags | b.shadow.tags == 0 {
            return Kind { undefined, ..Kind::default() };
        }
        if op.is_comparison() {
            let Named { tags, of } = self.compared(op, a, b, result);
            return Kind { undefined, tags, of };
        }
        let (op, b) = remainder_as_mask(op, b);
        let Named { tags, of } = binary(&mut self.names, op, a, b);
        let is_named = without_statics(a.shadow.tags) | without_statics(b.shadow.tags) != 0;
        if tags == 0 && op == BinaryOp::I32And && is_named {
            self.ask_low_bits(a, b);
            self.note_step(Step::Answer(result));
        }
        Kind { undefined, tags, of }
    }

    #[inline(always)]
    fn select(&mut self, condition: Tracked<Kind>, a: Tracked<Kind>, b: Tracked<Kind>) -> Kind {
        let undefined = self.sanitizer.select(plain(condition), plain(a), plain(b));
        let (a, b) = (self.settled(a), self.settled(b));
        // An undefined condition leaves undefined what differs. What does not may be the number of a name in one of them.
        let is_undefined = self.sanitizer.is_open(plain(condition));
        let asked = if is_undefined { Asked::Numbers } else { truth(condition) };
        let is_name_or_number = is_undefined && a.value == b.value && a.shadow.tags != b.shadow.tags;
        if asked == Asked::Raw || is_name_or_number {
            let Named { tags, of } = selected_by_number(a, b);
            return Kind { undefined, tags, of };
        }
        self.count(asked);
        // What is chosen between two addresses is one, and asked about where something depends on it.
        let is_about_addresses = asked != Asked::Numbers || condition.shadow.tags == ORDERED;
        if is_about_addresses && (without_statics(a.shadow.tags) == 0 || without_statics(b.shadow.tags) == 0) {
            self.note_step(Step::Answer(u64::from(condition.value as u32 != 0)));
        }
        let chosen = if condition.value as u32 != 0 { a.shadow } else { b.shadow };
        Kind { undefined, ..chosen }
    }

    #[inline(always)]
    fn decide(&mut self, decision: Decision, value: Tracked<Kind>) -> Result<(), Stop> {
        let harmless: &[u64] = match decision {
            Decision::Branch => &NEVER_ZERO,
            Decision::Address => &[ADDRESS],
            // What the host does with names is the same for all of them.
            Decision::Host => &[ADDRESS, TOKEN, KEY],
            Decision::Switch | Decision::CallTarget | Decision::Size | Decision::TableIndex | Decision::TrapOperand => {
                &[]
            }
        };
        self.ask(value, harmless);
        match decision {
            Decision::Branch => self.note_step(Step::Way(u64::from(value.value as u32 != 0))),
            Decision::CallTarget | Decision::Size | Decision::TableIndex => self.note_step(Step::Way(value.value)),
            Decision::Switch | Decision::Address | Decision::TrapOperand | Decision::Host => _ = self.settled(value),
        }
        self.stop_if_raw()?;
        self.sanitizer.decide(decision, plain(value))
    }

    #[inline(always)]
    fn decide_unary_trap(&mut self, op: UnaryOp, a: Tracked<Kind>) -> Result<(), Stop> {
        self.ask(a, &[]);
        self.sanitizer.decide_unary_trap(op, plain(a))
    }

    #[inline(always)]
    fn decide_binary_trap(&mut self, op: BinaryOp, a: Tracked<Kind>, b: Tracked<Kind>) -> Result<(), Stop> {
        self.ask(b, &[]);
        self.sanitizer.decide_binary_trap(op, plain(a), plain(b))
    }

    #[inline(always)]
    fn is_open(&mut self, condition: Tracked<Kind>) -> bool {
        self.sanitizer.is_open(plain(condition)) || truth(condition) == Asked::Raw
    }

    #[inline(always)]
    fn is_open_comparison(&mut self, op: BinaryOp, a: Tracked<Kind>, b: Tracked<Kind>) -> bool {
        self.sanitizer.is_open_comparison(op, plain(a), plain(b))
            || (a.shadow.tags | b.shadow.tags != 0 && self.question(op, a, b) == Asked::Raw)
    }

    #[inline(always)]
    fn decide_comparison(&mut self, op: BinaryOp, a: Tracked<Kind>, b: Tracked<Kind>, taken: bool) -> Result<(), Stop> {
        if a.shadow.tags | b.shadow.tags != 0 {
            let (a, b) = (self.settled(a), self.settled(b));
            let asked = self.question(op, a, b);
            self.count(asked);
        }
        self.note_step(Step::Way(taken.into()));
        self.stop_if_raw()?;
        self.sanitizer.decide_comparison(op, plain(a), plain(b), taken)
    }

    #[inline(always)]
    fn decide_switch(&mut self, index: Tracked<Kind>, table: u32, targets: &[u32]) -> Result<(), Stop> {
        self.ask(index, &[]);
        self.note_step(Step::Way(u64::from(targets[(index.value as u32 as usize).min(targets.len() - 1)])));
        self.sanitizer.decide_switch(plain(index), table, targets)
    }

    #[inline(always)]
    fn load(&mut self, memory: &Memory, place: Place<Kind>, extension: Extension) -> Result<Kind, Stop> {
        self.ask(place.base, &[ADDRESS]);
        self.stop_if_raw()?;
        let undefined = self.sanitizer.load(memory, plain_place(place), extension)?;
        self.stays_inside(Access::Read, place.base, place.address, place.len)?;
        self.note_step(Step::Access(place.address));
        let Named { tags, of } = self.named(place.address, place.len);
        let kind = Kind { undefined, tags, of };
        if extension == Extension::Zero || tags == 0 {
            return Ok(kind);
        }
        if without_statics(tags) == 0 {
            return Ok(Kind { undefined, ..Kind::default() });
        }
        // A sign is spread over bytes that are no part of an address.
        let Named { tags, of } = Named::mixed(8, blocks_of(&mut self.names, &[kind]));
        Ok(Kind { undefined, tags, of })
    }

    #[inline(always)]
    fn store(&mut self, memory: &Memory, place: Place<Kind>, value: Tracked<Kind>) -> Result<(), Stop> {
        self.ask(place.base, &[ADDRESS]);
        self.stop_if_raw()?;
        let value = self.settled(value);
        self.sanitizer.store(memory, plain_place(place), plain(value))?;
        self.stays_inside(Access::Write, place.base, place.address, place.len)?;
        self.note_step(Step::Access(place.address));
        self.set_tags(place.address, place.len, Named { tags: in_memory(value.shadow.tags), of: value.shadow.of });
        self.note_write(place.address, place.len);
        Ok(())
    }

    fn copy(&mut self, memory: &Memory, dst: u32, src: u32, len: u32) -> Result<(), Stop> {
        self.sanitizer.copy(memory, dst, src, len)?;
        self.note_step(Step::Access(src));
        self.note_step(Step::Access(dst));
        let from = src as usize..(src + len) as usize;
        if self.tags.as_slice()[from].iter().any(|tag| *tag != tag::DATA) {
            self.parts.copy(dst as usize * 4, src as usize * 4, len as usize * 4);
        }
        self.tags.copy(dst as usize, src as usize, len as usize);
        self.note_write(dst, len);
        Ok(())
    }

    fn fill(&mut self, memory: &Memory, dst: u32, len: u32, value: Tracked<Kind>) -> Result<(), Stop> {
        let value = self.settled(value);
        self.sanitizer.fill(memory, dst, len, plain(value))?;
        self.note_step(Step::Access(dst));
        self.note_write(dst, len);
        if without_statics(value.shadow.tags) as u8 == tag::DATA {
            self.clear_tags(dst, len);
        } else {
            let of = blocks_of(&mut self.names, &[value.shadow]);
            let mixed = Named { tags: u64::from(tag::MIXED), of: [of, 0] };
            (dst..dst + len).for_each(|at| self.set_tags(at, 1, mixed));
        }
        Ok(())
    }

    fn init(&mut self, memory: &Memory, dst: u32, len: u32) -> Result<(), Stop> {
        self.sanitizer.init(memory, dst, len)?;
        self.note_write(dst, len);
        self.clear_tags(dst, len);
        Ok(())
    }

    fn host_reads(&mut self, memory: &Memory, address: u32, len: u32) -> Result<(), Stop> {
        self.sanitizer.host_reads(memory, address, len)
    }

    fn grown(&mut self, len: usize) {
        self.sanitizer.grown(len);
        if len > self.tags.len() {
            self.tags.grow(len, tag::DATA);
            self.parts.grow(len * 4, 0);
            self.ends.grow(len / RED_ZONE as usize * 4, 0);
        }
    }

    fn stack_at(&mut self, stack_pointer: u32, is_first: bool) {
        self.sanitizer.stack_at(stack_pointer, is_first);
    }

    fn read_only(&mut self, range: Range<u32>) {
        self.sanitizer.read_only(range);
    }

    #[inline(always)]
    fn leaf_frame(&mut self, stack_pointer: u32) {
        self.sanitizer.leaf_frame(stack_pointer);
    }

    fn stack_moved(&mut self, old: u32, new: u32) -> Result<(), Stop> {
        self.sanitizer.stack_moved(old, new)
    }

    #[inline(always)]
    fn returned(&mut self, stack_pointer: u32) {
        self.sanitizer.returned(stack_pointer);
    }

    fn heap_reserved(&mut self, range: Range<u32>) {
        self.heap = self.heap.min(range.start);
        self.sanitizer.heap_reserved(range);
    }

    fn heap_allocated(&mut self, address: u32, size: u32) {
        self.sanitizer.heap_allocated(address, size);
        self.set_end(address, address + size);
        self.clear_tags(address, size);
    }

    fn heap_freeing(&mut self, address: u32, size: u32) -> Result<(), Stop> {
        self.sanitizer.heap_freeing(address, size)
    }

    fn heap_freed(&mut self, address: u32, size: u32) {
        self.sanitizer.heap_freed(address, size);
    }

    fn address(&self, block: u32) -> Kind {
        Kind::name(ADDRESS, block)
    }

    #[inline(always)]
    fn stays_inside(&mut self, access: Access, base: Tracked<Kind>, address: u32, len: u32) -> Result<(), Stop> {
        let (of, range) = (base.shadow.of[0], address..address + len);
        let left = match base.shadow.tags {
            ADDRESS if !self.is_inside(of, range.clone()) => Some(of),
            STATIC => self.leaves_static(of, &range),
            _ => None,
        };
        let Some(start) = left else { return Ok(()) };
        let (address, start) = (GuestAddr(address), GuestAddr(start));
        Err(MemoryError { kind: MemoryErrorKind::OutsideItsBlock { access, address, len, start }, block: None }.into())
    }

    fn note_words(&mut self, words: Option<WrittenWords>) {
        self.words = words;
    }

    fn take_words(&mut self) -> Option<WrittenWords> {
        self.words.take()
    }

    fn keep_words(&mut self, words: WrittenWords) {
        self.words = Some(words);
    }

    fn may_matter(&self, address: u32) -> bool {
        self.sanitizer.may_matter(address)
    }

    /// The origins alone: the value is for a tracker that knows how it depends on the state.
    fn describe(&self, value: Tracked<Kind>, to: &mut Vec<u8>) {
        let Kind { tags, of, .. } = value.shadow;
        to.push((tags != 0).into());
        if tags != 0 {
            to.extend(tags.to_le_bytes());
            to.extend(of.into_iter().flat_map(u32::to_le_bytes));
        }
    }

    fn describe_word(&self, _: &Memory, address: u32, to: &mut Vec<u8>) {
        for address in address as usize..(address + WORD) as usize {
            let tag = self.tags.as_slice()[address];
            to.push(tag);
            if tag != tag::DATA {
                to.extend(self.part(address).to_le_bytes());
            }
        }
    }

    fn snapshot(&mut self) -> ProvenanceSnapshot {
        ProvenanceSnapshot {
            sanitizer: self.sanitizer.snapshot(),
            tags: self.tags.snapshot(),
            parts: self.parts.snapshot(),
            ends: self.ends.snapshot(),
        }
    }

    fn restore(&mut self, snapshot: &ProvenanceSnapshot) {
        self.sanitizer.restore(&snapshot.sanitizer);
        self.tags.restore(&snapshot.tags);
        self.parts.restore(&snapshot.parts);
        self.ends.restore(&snapshot.ends);
    }
}
