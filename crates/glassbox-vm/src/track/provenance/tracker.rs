//! The hooks of [`Provenance`].

use std::ops::Range;

use super::kind::{ADDRESS, KEY, Kind, NEGATED, NEVER_ZERO, TOKEN, plain, plain_place, tag};
use super::rules::{binary, unary};
use super::state::{Provenance, ProvenanceSnapshot};
use crate::isa::Decision;
use crate::isa::semantics::{BinaryOp, UnaryOp};
use crate::memory::Memory;
use crate::stop::Stop;
use crate::track::extension::Extension;
use crate::track::tracker::Tracker;
use crate::track::value::{Place, Tracked};

impl Tracker for Provenance {
    type Shadow = Kind;
    type Snapshot = ProvenanceSnapshot;

    const TRACES: bool = true;

    #[inline(always)]
    fn unary(&mut self, op: UnaryOp, a: Tracked<Kind>, result: u64) -> Kind {
        let undefined = self.sanitizer.unary(op, plain(a), result);
        if matches!(op, UnaryOp::I32Eqz | UnaryOp::I64Eqz) {
            self.ask(a, &NEVER_ZERO);
        }
        Kind { undefined, tags: if a.shadow.tags == 0 { 0 } else { unary(op, a) } }
    }

    #[inline(always)]
    fn binary(&mut self, op: BinaryOp, a: Tracked<Kind>, b: Tracked<Kind>, result: u64) -> Kind {
        let undefined = self.sanitizer.binary(op, plain(a), plain(b), result);
        if a.shadow.tags | b.shadow.tags == 0 {
            return Kind { undefined, tags: 0 };
        }
        if op.is_comparison() {
            self.compare(op, a, b);
        }
        // To look for a border takes time where there is none: outside the heap.
        let is_one_block = match (op, a.shadow.tags, b.shadow.tags) {
            (BinaryOp::I32Sub, ADDRESS, ADDRESS) => self.is_one_block(a.value, b.value),
            (BinaryOp::I32Add, NEGATED, ADDRESS) => self.is_one_block(a.value.wrapping_neg(), b.value),
            (BinaryOp::I32Add, ADDRESS, NEGATED) => self.is_one_block(a.value, b.value.wrapping_neg()),
            _ => false,
        };
        let tags = binary(op, a, b, is_one_block);
        if tags == 0 && op == BinaryOp::I32And {
            self.ask_low_bits(a, b);
        }
        Kind { undefined, tags }
    }

    #[inline(always)]
    fn select(&mut self, condition: Tracked<Kind>, a: Tracked<Kind>, b: Tracked<Kind>) -> Kind {
        let undefined = self.sanitizer.select(plain(condition), plain(a), plain(b));
        self.ask(condition, &NEVER_ZERO);
        Kind { undefined, tags: if condition.value as u32 != 0 { a.shadow.tags } else { b.shadow.tags } }
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
    fn decide_comparison(&mut self, op: BinaryOp, a: Tracked<Kind>, b: Tracked<Kind>, taken: bool) -> Result<(), Stop> {
        if a.shadow.tags | b.shadow.tags != 0 {
            self.compare(op, a, b);
        }
        self.sanitizer.decide_comparison(op, plain(a), plain(b), taken)
    }

    #[inline(always)]
    fn decide_switch(&mut self, index: Tracked<Kind>, table: u32, targets: &[u32]) -> Result<(), Stop> {
        self.ask(index, &[]);
        self.sanitizer.decide_switch(plain(index), table, targets)
    }

    #[inline(always)]
    fn load(&mut self, memory: &Memory, place: Place<Kind>, extension: Extension) -> Result<Kind, Stop> {
        self.ask(place.base, &[ADDRESS]);
        let undefined = self.sanitizer.load(memory, plain_place(place), extension)?;
        let at = place.address as usize;
        let mut bytes = [0; 8];
        bytes[..place.len as usize].copy_from_slice(&self.tags.as_slice()[at..at + place.len as usize]);
        let tags = u64::from_le_bytes(bytes);
        // A sign would be spread over bytes that are no part of an address.
        let tags = if extension == Extension::Zero || tags == 0 { tags } else { u64::MAX };
        Ok(Kind { undefined, tags })
    }

    #[inline(always)]
    fn store(&mut self, memory: &Memory, place: Place<Kind>, value: Tracked<Kind>) -> Result<(), Stop> {
        self.ask(place.base, &[ADDRESS]);
        self.sanitizer.store(memory, plain_place(place), plain(value))?;
        self.set_tags(place.address, place.len, value.shadow.tags);
        Ok(())
    }

    fn copy(&mut self, memory: &Memory, dst: u32, src: u32, len: u32) -> Result<(), Stop> {
        self.sanitizer.copy(memory, dst, src, len)?;
        self.tags.copy(dst as usize, src as usize, len as usize);
        Ok(())
    }

    fn fill(&mut self, memory: &Memory, dst: u32, len: u32, value: Tracked<Kind>) -> Result<(), Stop> {
        self.sanitizer.fill(memory, dst, len, plain(value))?;
        if value.shadow.tags as u8 == tag::DATA {
            self.clear_tags(dst, len);
        } else {
            self.tags.write(dst as usize, len as usize).fill(tag::MIXED);
        }
        Ok(())
    }

    fn init(&mut self, memory: &Memory, dst: u32, len: u32) -> Result<(), Stop> {
        self.sanitizer.init(memory, dst, len)?;
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
        self.clear_tags(address, size);
    }

    fn heap_freeing(&mut self, address: u32, size: u32) -> Result<(), Stop> {
        self.sanitizer.heap_freeing(address, size)
    }

    fn heap_freed(&mut self, address: u32, size: u32) {
        self.sanitizer.heap_freed(address, size);
    }

    fn address(&self) -> Kind {
        Kind { undefined: 0, tags: ADDRESS }
    }

    fn snapshot(&mut self) -> ProvenanceSnapshot {
        ProvenanceSnapshot { sanitizer: self.sanitizer.snapshot(), tags: self.tags.snapshot() }
    }

    fn restore(&mut self, snapshot: &ProvenanceSnapshot) {
        self.sanitizer.restore(&snapshot.sanitizer);
        self.tags.restore(&snapshot.tags);
    }
}
