//! The tracker that records everything that decides a run.
//!
//! It wraps a [`Sanitizer`], which knows the undefined bits and the accessible bytes, and forwards its shadows. It
//! records a decision after the sanitizer found it defined.

use std::ops::Range;

use glassbox_vm::exec::{Stop, Trap};
use glassbox_vm::heap::{Access, MemoryError, MemoryErrorKind};
use glassbox_vm::isa::semantics::{BinaryOp, UnaryOp};
use glassbox_vm::memory::{GuestAddr, Memory};
use glassbox_vm::track::{Decision, Extension, Place, Sanitizer, Tracked, Tracker};

use super::path::{Event, undefined_decision};
use crate::lookalikes::program::Word;

/// A recorded step of a run.
#[derive(Clone, Debug)]
pub(super) enum Step {
    /// An event that does not depend on other runs.
    Event(Event),
    /// A load of these bytes with this base operand: an address, unless no run writes to the bytes.
    Load { base: u64, range: Range<u32> },
}

impl Step {
    /// The event of the step. `constant` returns the segment that contains some bytes, if no run writes to it.
    pub(super) fn event(&self, constant: impl FnOnce(&Range<u32>) -> Option<u32>) -> Event {
        match self {
            Self::Event(event) => *event,
            Self::Load { base, range } => constant(range).map_or(Event::Address(*base), Event::Constant),
        }
    }
}

/// Records everything that decides a run.
#[derive(Debug)]
pub(super) struct Recorder {
    sanitizer: Sanitizer,
    steps: Vec<Step>,
    /// Blocks that only some states have, and whether the state of this run has them.
    blocks: Vec<(Range<u32>, bool)>,
    /// Data segments; none for a passive one.
    segments: Vec<Option<Range<u32>>>,
    /// For each segment whether a cell of the program or a run writes to it.
    written: Vec<bool>,
}

// --- Interface for the oracle ---

impl Recorder {
    /// A recorder for a module with these data segments.
    pub(super) fn new(segments: Vec<Option<Range<u32>>>) -> Self {
        let written = vec![false; segments.len()];
        Self { sanitizer: Sanitizer::default(), steps: Vec::new(), blocks: Vec::new(), segments, written }
    }

    /// Prepares for a run, which has or has not these blocks.
    pub(super) fn begin_run(&mut self, blocks: Vec<(Range<u32>, bool)>) {
        self.steps.clear();
        self.blocks = blocks;
    }

    /// Records a word that the host has written.
    pub(super) fn plant(&mut self, address: u32, len: u32, word: Word) -> Result<(), Stop> {
        self.note_written(address, len);
        // The sanitizer does not read the memory.
        let memory = Memory::new(0, 0);
        for (address, (value, shadow)) in (address..).zip(word.bytes(len)) {
            let value = Tracked { value: value.into(), shadow: shadow.into() };
            self.sanitizer.store(&memory, byte_at(address), value)?;
        }
        Ok(())
    }

    /// Records a result of the function.
    pub(super) fn result(&mut self, result: Tracked<u64>) {
        let undefined = result.shadow != 0;
        self.note(if undefined { Event::Undefined(Decision::Host) } else { Event::Host(result.value) });
    }

    pub(super) fn take_steps(&mut self) -> Vec<Step> {
        std::mem::take(&mut self.steps)
    }

    pub(super) fn written(&self) -> &[bool] {
        &self.written
    }
}

// --- Recording ---

/// The place of a single byte.
fn byte_at(address: u32) -> Place<u64> {
    Place { base: Tracked { value: address.into(), shadow: 0 }, offset: 0, address, len: 1 }
}

fn overlap(a: &Range<u32>, b: &Range<u32>) -> bool {
    a.start < b.end && b.start < a.end
}

/// 0 for no trap, and a number for each kind.
fn trap_number(result: Result<u64, Trap>) -> u64 {
    match result {
        Ok(_) => 0,
        Err(Trap::DivisionByZero) => 1,
        Err(Trap::IntegerOverflow) => 2,
        Err(_) => 3,
    }
}

impl Recorder {
    fn note(&mut self, event: Event) {
        self.steps.push(Step::Event(event));
    }

    /// Records the event of a decision, or that it was undefined.
    fn decided(&mut self, result: Result<(), Stop>, event: Event) -> Result<(), Stop> {
        match result.as_ref().err().and_then(undefined_decision) {
            Some(decision) => self.note(Event::Undefined(decision)),
            None => self.note(event),
        }
        result
    }

    fn note_if_open(&mut self, is_open: bool) -> bool {
        if is_open {
            self.note(Event::Undefined(Decision::Branch));
        }
        is_open
    }

    fn note_written(&mut self, address: u32, len: u32) {
        let range = address..address + len;
        for (segment, written) in self.segments.iter().zip(&mut self.written) {
            *written |= segment.as_ref().is_some_and(|segment| overlap(segment, &range));
        }
    }

    /// Called before an access: all blocks that overlap with the bytes must exist.
    fn touch(&mut self, access: Access, address: u32, len: u32) -> Result<(), Stop> {
        let range = address..address + len;
        for block in 0..self.blocks.len() {
            let (at, present) = self.blocks[block].clone();
            if !overlap(&at, &range) {
                continue;
            }
            self.note(Event::Present { block, present });
            if !present {
                let kind = MemoryErrorKind::Absent { access, address: GuestAddr(address.max(at.start)) };
                return Err(MemoryError { kind, block: None }.into());
            }
        }
        Ok(())
    }

    /// Whether the sanitizer allows reading these bytes.
    fn is_readable(&mut self, memory: &Memory, address: u32, len: u32) -> bool {
        (address..address + len).all(|at| self.sanitizer.load(memory, byte_at(at), Extension::Zero).is_ok())
    }
}

impl Tracker for Recorder {
    type Shadow = u64;
    type Snapshot = <Sanitizer as Tracker>::Snapshot;

    fn unary(&mut self, op: UnaryOp, a: Tracked<u64>, result: u64) -> u64 {
        self.sanitizer.unary(op, a, result)
    }

    fn binary(&mut self, op: BinaryOp, a: Tracked<u64>, b: Tracked<u64>, result: u64) -> u64 {
        self.sanitizer.binary(op, a, b, result)
    }

    fn select(&mut self, condition: Tracked<u64>, a: Tracked<u64>, b: Tracked<u64>) -> u64 {
        self.sanitizer.select(condition, a, b)
    }

    fn decide(&mut self, decision: Decision, value: Tracked<u64>) -> Result<(), Stop> {
        let event = match decision {
            Decision::Branch => Event::Branch(value.value as u32 != 0),
            Decision::Switch => Event::Switch(value.value as u32),
            Decision::CallTarget => Event::CallTarget(value.value),
            Decision::Address => Event::Address(value.value),
            Decision::Size => Event::Size(value.value),
            Decision::TableIndex => Event::TableIndex(value.value),
            Decision::TrapOperand => Event::Trap(value.value),
            Decision::Host => Event::Host(value.value),
        };
        let result = self.sanitizer.decide(decision, value);
        self.decided(result, event)
    }

    fn decide_unary_trap(&mut self, op: UnaryOp, a: Tracked<u64>) -> Result<(), Stop> {
        let result = self.sanitizer.decide_unary_trap(op, a);
        self.decided(result, Event::Trap(trap_number(op.eval(a.value))))
    }

    fn decide_binary_trap(&mut self, op: BinaryOp, a: Tracked<u64>, b: Tracked<u64>) -> Result<(), Stop> {
        let result = self.sanitizer.decide_binary_trap(op, a, b);
        self.decided(result, Event::Trap(trap_number(op.eval(a.value, b.value))))
    }

    fn is_open(&mut self, condition: Tracked<u64>) -> bool {
        let is_open = self.sanitizer.is_open(condition);
        self.note_if_open(is_open)
    }

    fn is_open_comparison(&mut self, op: BinaryOp, a: Tracked<u64>, b: Tracked<u64>) -> bool {
        let is_open = self.sanitizer.is_open_comparison(op, a, b);
        self.note_if_open(is_open)
    }

    fn decide_comparison(&mut self, op: BinaryOp, a: Tracked<u64>, b: Tracked<u64>, taken: bool) -> Result<(), Stop> {
        let result = self.sanitizer.decide_comparison(op, a, b, taken);
        self.decided(result, Event::Branch(taken))
    }

    fn decide_switch(&mut self, index: Tracked<u64>, table: u32, targets: &[u32]) -> Result<(), Stop> {
        let result = self.sanitizer.decide_switch(index, table, targets);
        let entry = (index.value as u32 as usize).min(targets.len() - 1);
        self.decided(result, Event::Switch(targets[entry]))
    }

    fn load(&mut self, memory: &Memory, place: Place<u64>, extension: Extension) -> Result<u64, Stop> {
        let Place { base, address, len, .. } = place;
        if base.shadow != 0 {
            self.decide(Decision::Address, base)?;
        }
        self.steps.push(Step::Load { base: base.value, range: address..address + len });
        self.touch(Access::Read, address, len)?;
        self.sanitizer.load(memory, place, extension)
    }

    fn store(&mut self, memory: &Memory, place: Place<u64>, value: Tracked<u64>) -> Result<(), Stop> {
        self.decide(Decision::Address, place.base)?;
        self.touch(Access::Write, place.address, place.len)?;
        self.sanitizer.store(memory, place, value)?;
        self.note_written(place.address, place.len);
        Ok(())
    }

    fn copy(&mut self, memory: &Memory, dst: u32, src: u32, len: u32) -> Result<(), Stop> {
        self.touch(Access::Read, src, len)?;
        // If the source cannot be read, nothing is written, so it does not matter whether the destination exists.
        if self.is_readable(memory, src, len) {
            self.touch(Access::Write, dst, len)?;
        }
        self.sanitizer.copy(memory, dst, src, len)?;
        self.note_written(dst, len);
        Ok(())
    }

    fn fill(&mut self, memory: &Memory, dst: u32, len: u32, value: Tracked<u64>) -> Result<(), Stop> {
        self.touch(Access::Write, dst, len)?;
        self.sanitizer.fill(memory, dst, len, value)?;
        self.note_written(dst, len);
        Ok(())
    }

    fn init(&mut self, memory: &Memory, dst: u32, len: u32) -> Result<(), Stop> {
        self.touch(Access::Write, dst, len)?;
        self.sanitizer.init(memory, dst, len)?;
        self.note_written(dst, len);
        Ok(())
    }

    fn host_reads(&mut self, memory: &Memory, address: u32, len: u32) -> Result<(), Stop> {
        self.touch(Access::Read, address, len)?;
        let result = self.sanitizer.host_reads(memory, address, len);
        self.decided(result, Event::Size(len.into()))?;
        for &byte in memory.get(address, len).unwrap_or_default() {
            self.note(Event::Host(byte.into()));
        }
        Ok(())
    }

    fn grown(&mut self, len: usize) {
        self.sanitizer.grown(len);
    }

    fn stack_at(&mut self, stack_pointer: u32, is_first: bool) {
        self.sanitizer.stack_at(stack_pointer, is_first);
    }

    fn read_only(&mut self, range: Range<u32>) {
        self.sanitizer.read_only(range);
    }

    fn leaf_frame(&mut self, stack_pointer: u32) {
        self.sanitizer.leaf_frame(stack_pointer);
    }

    fn stack_moved(&mut self, old: u32, new: u32) -> Result<(), Stop> {
        self.sanitizer.stack_moved(old, new)
    }

    fn returned(&mut self, stack_pointer: u32) {
        self.sanitizer.returned(stack_pointer);
    }

    fn heap_reserved(&mut self, range: Range<u32>) {
        self.sanitizer.heap_reserved(range);
    }

    fn heap_allocated(&mut self, address: u32, size: u32) {
        self.sanitizer.heap_allocated(address, size);
    }

    fn heap_freeing(&mut self, address: u32, size: u32) -> Result<(), Stop> {
        self.touch(Access::Write, address, size)?;
        self.sanitizer.heap_freeing(address, size)
    }

    fn heap_freed(&mut self, address: u32, size: u32) {
        self.sanitizer.heap_freed(address, size);
    }

    fn snapshot(&mut self) -> Self::Snapshot {
        self.sanitizer.snapshot()
    }

    fn restore(&mut self, snapshot: &Self::Snapshot) {
        self.sanitizer.restore(snapshot);
    }
}
