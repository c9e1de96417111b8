//! Trackers with a deliberate fault.
//!
//! The comparison is worth something only if it detects faults. [`Faulty`] forwards every hook to the tracker, except
//! that one of them loses or confuses something.

use std::ops::Range;

use glassbox_vm::exec::Stop;
use glassbox_vm::isa::semantics::{BinaryOp, UnaryOp};
use glassbox_vm::memory::Memory;
use glassbox_vm::track::{
    Concolic, ConcolicSnapshot, Decision, Extension, Place, Shadow, Symbolic, TermId, Terms, Tracked, Tracker,
};

macro_rules! faults {
    ($($(#[doc = $doc:literal])* $fault:ident,)*) => {
        /// A deliberate fault of the tracker.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Fault { $($(#[doc = $doc])* $fault,)* }

        impl Fault {
            /// All faults.
            pub const ALL: &'static [Self] = &[$(Self::$fault,)*];

            /// Description of the fault.
            pub fn text(self) -> &'static str {
                match self { $(Self::$fault => concat!($($doc),*).trim_ascii(),)* }
            }
        }
    };
}

faults! {
    /// an operator with one operand loses the term
    UnaryForgets,
    /// an operator with two operands loses the term
    BinaryForgets,
    /// an operator with two operands ignores the term of the second
    BinaryDropsOperand,
    /// a signed comparison is treated as unsigned
    ComparesUnsigned,
    /// `select` ignores the term of its condition
    SelectDropsCondition,
    /// `select` ignores the term of the side that is not chosen
    SelectDropsSide,
    /// a branch on a value is no decision
    BranchIsNoDecision,
    /// a branch on a comparison is no decision
    ComparisonIsNoDecision,
    /// that the ways of a branch meet is no decision
    OpenIsNoDecision,
    /// a jump table is no decision
    SwitchIsNoDecision,
    /// the target of an indirect call is no decision
    CallIsNoDecision,
    /// the address of a load is no decision
    LoadAddressIsNoDecision,
    /// the address of a store is no decision
    StoreAddressIsNoDecision,
    /// addresses of copies and fills are no decisions
    RangeAddressIsNoDecision,
    /// lengths are no decisions
    SizeIsNoDecision,
    /// whether a division traps is no decision
    DivisionIsNoDecision,
    /// whether a conversion traps is no decision
    ConversionIsNoDecision,
    /// a value that the host uses is no decision
    HostIsNoDecision,
    /// a load of part of a word loses the term
    PartForgets,
    /// a load of one byte gets the term of the next byte
    WrongByte,
    /// a load does not extend the sign
    SignForgotten,
    /// a store loses the term
    StoreForgets,
    /// a store of a constant keeps the old term
    StoreLeavesTerm,
    /// a copy loses the terms
    CopyForgets,
    /// a fill loses the term
    FillForgets,
    /// whether a block exists is no decision
    PresenceIsNoDecision,
    /// bytes that are undefined in other states count as defined
    AbsenceForgotten,
}

/// The tracker with at most one fault.
#[derive(Debug, Default)]
pub struct Faulty {
    inner: Concolic,
    fault: Option<Fault>,
}

type Value = Tracked<Shadow>;

impl Faulty {
    /// A tracker with this fault, or a correct one.
    pub fn new(fault: Option<Fault>) -> Self {
        Self { inner: Concolic::default(), fault }
    }

    /// The terms.
    pub fn terms(&self) -> &Terms {
        self.inner.terms()
    }

    /// Whether it has this fault.
    pub fn has(&self, fault: Fault) -> bool {
        self.fault == Some(fault)
    }

    /// The value, without its term if the tracker has this fault.
    fn forget(&self, fault: Fault, value: Value) -> Value {
        Value { shadow: self.forget_shadow(fault, value.shadow), ..value }
    }

    fn forget_shadow(&self, fault: Fault, shadow: Shadow) -> Shadow {
        if self.has(fault) { Shadow { term: TermId::NONE, ..shadow } } else { shadow }
    }
}

impl Symbolic for Faulty {
    fn concolic(&mut self) -> &mut Concolic {
        &mut self.inner
    }
}

fn as_unsigned(op: BinaryOp) -> BinaryOp {
    match op {
        BinaryOp::I32LtS => BinaryOp::I32LtU,
        BinaryOp::I32GtS => BinaryOp::I32GtU,
        BinaryOp::I32LeS => BinaryOp::I32LeU,
        BinaryOp::I32GeS => BinaryOp::I32GeU,
        BinaryOp::I64LtS => BinaryOp::I64LtU,
        BinaryOp::I64GtS => BinaryOp::I64GtU,
        BinaryOp::I64LeS => BinaryOp::I64LeU,
        BinaryOp::I64GeS => BinaryOp::I64GeU,
        op => op,
    }
}

impl Tracker for Faulty {
    type Shadow = Shadow;
    type Snapshot = ConcolicSnapshot;

    fn unary(&mut self, op: UnaryOp, a: Value, result: u64) -> Shadow {
        let shadow = self.inner.unary(op, a, result);
        self.forget_shadow(Fault::UnaryForgets, shadow)
    }

    fn binary(&mut self, op: BinaryOp, a: Value, b: Value, result: u64) -> Shadow {
        let b = self.forget(Fault::BinaryDropsOperand, b);
        let op = if self.has(Fault::ComparesUnsigned) { as_unsigned(op) } else { op };
        let shadow = self.inner.binary(op, a, b, result);
        self.forget_shadow(Fault::BinaryForgets, shadow)
    }

    fn select(&mut self, condition: Value, a: Value, b: Value) -> Shadow {
        let chosen = condition.value as u32 != 0;
        let (mut a, mut b) = (a, b);
        let other = if chosen { &mut b } else { &mut a };
        *other = self.forget(Fault::SelectDropsSide, *other);
        let condition = self.forget(Fault::SelectDropsCondition, condition);
        self.inner.select(condition, a, b)
    }

    fn decide(&mut self, decision: Decision, value: Value) -> Result<(), Stop> {
        let fault = match decision {
            Decision::Branch => Fault::BranchIsNoDecision,
            Decision::CallTarget => Fault::CallIsNoDecision,
            Decision::Size => Fault::SizeIsNoDecision,
            Decision::Host => Fault::HostIsNoDecision,
            _ => Fault::RangeAddressIsNoDecision,
        };
        self.inner.decide(decision, self.forget(fault, value))
    }

    fn decide_unary_trap(&mut self, op: UnaryOp, a: Value) -> Result<(), Stop> {
        self.inner.decide_unary_trap(op, self.forget(Fault::ConversionIsNoDecision, a))
    }

    fn decide_binary_trap(&mut self, op: BinaryOp, a: Value, b: Value) -> Result<(), Stop> {
        let fault = Fault::DivisionIsNoDecision;
        self.inner.decide_binary_trap(op, self.forget(fault, a), self.forget(fault, b))
    }

    fn is_open(&mut self, condition: Value) -> bool {
        let condition = self.forget(Fault::BranchIsNoDecision, condition);
        self.inner.is_open(self.forget(Fault::OpenIsNoDecision, condition))
    }

    fn is_open_comparison(&mut self, op: BinaryOp, a: Value, b: Value) -> bool {
        let forget = |value| self.forget(Fault::OpenIsNoDecision, self.forget(Fault::ComparisonIsNoDecision, value));
        let (a, b) = (forget(a), forget(b));
        let op = if self.has(Fault::ComparesUnsigned) { as_unsigned(op) } else { op };
        self.inner.is_open_comparison(op, a, b)
    }

    fn decide_comparison(&mut self, op: BinaryOp, a: Value, b: Value, taken: bool) -> Result<(), Stop> {
        let fault = Fault::ComparisonIsNoDecision;
        let op = if self.has(Fault::ComparesUnsigned) { as_unsigned(op) } else { op };
        self.inner.decide_comparison(op, self.forget(fault, a), self.forget(fault, b), taken)
    }

    fn decide_switch(&mut self, index: Value, table: u32, targets: &[u32]) -> Result<(), Stop> {
        self.inner.decide_switch(self.forget(Fault::SwitchIsNoDecision, index), table, targets)
    }

    fn load(&mut self, memory: &Memory, place: Place<Shadow>, extension: Extension) -> Result<Shadow, Stop> {
        let base = self.forget(Fault::LoadAddressIsNoDecision, place.base);
        let place = Place { base, ..place };
        let shadow = self.inner.load(memory, place, extension)?;
        if self.has(Fault::WrongByte) && place.len == 1 && place.address as usize + 1 < memory.bytes().len() {
            let behind = Place { address: place.address + 1, ..place };
            let other = self.inner.load(memory, behind, extension).map_or(TermId::NONE, |shadow| shadow.term);
            return Ok(Shadow { term: other, ..shadow });
        }
        if self.has(Fault::SignForgotten) {
            return self.inner.load(memory, place, Extension::Zero);
        }
        Ok(if place.len < 4 { self.forget_shadow(Fault::PartForgets, shadow) } else { shadow })
    }

    fn store(&mut self, memory: &Memory, place: Place<Shadow>, value: Value) -> Result<(), Stop> {
        let base = self.forget(Fault::StoreAddressIsNoDecision, place.base);
        let place = Place { base, ..place };
        let mut value = self.forget(Fault::StoreForgets, value);
        if self.has(Fault::StoreLeavesTerm) && !value.shadow.term.is_some() {
            value.shadow.term = self.inner.load(memory, place, Extension::Zero).map_or(TermId::NONE, |old| old.term);
        }
        self.inner.store(memory, place, value)
    }

    fn copy(&mut self, memory: &Memory, dst: u32, src: u32, len: u32) -> Result<(), Stop> {
        self.inner.copy(memory, dst, src, len)?;
        if self.has(Fault::CopyForgets) { self.inner.init(memory, dst, len) } else { Ok(()) }
    }

    fn fill(&mut self, memory: &Memory, dst: u32, len: u32, value: Value) -> Result<(), Stop> {
        self.inner.fill(memory, dst, len, self.forget(Fault::FillForgets, value))
    }

    fn init(&mut self, memory: &Memory, dst: u32, len: u32) -> Result<(), Stop> {
        self.inner.init(memory, dst, len)
    }

    fn host_reads(&mut self, memory: &Memory, address: u32, len: u32) -> Result<(), Stop> {
        self.inner.host_reads(memory, address, len)
    }

    fn grown(&mut self, len: usize) {
        self.inner.grown(len);
    }

    fn stack_at(&mut self, stack_pointer: u32, is_first: bool) {
        self.inner.stack_at(stack_pointer, is_first);
    }

    fn read_only(&mut self, range: Range<u32>) {
        self.inner.read_only(range);
    }

    fn leaf_frame(&mut self, stack_pointer: u32) {
        self.inner.leaf_frame(stack_pointer);
    }

    fn stack_moved(&mut self, old: u32, new: u32) -> Result<(), Stop> {
        self.inner.stack_moved(old, new)
    }

    fn returned(&mut self, stack_pointer: u32) {
        self.inner.returned(stack_pointer);
    }

    fn heap_reserved(&mut self, range: Range<u32>) {
        self.inner.heap_reserved(range);
    }

    fn heap_allocated(&mut self, address: u32, size: u32) {
        self.inner.heap_allocated(address, size);
    }

    fn heap_freeing(&mut self, address: u32, size: u32) -> Result<(), Stop> {
        self.inner.heap_freeing(address, size)
    }

    fn heap_freed(&mut self, address: u32, size: u32) {
        self.inner.heap_freed(address, size);
    }

    fn terms_in_memory(&self) -> Vec<(u32, u32)> {
        self.inner.terms_in_memory()
    }

    fn same_in_all_states(&self, a: Shadow, b: Shadow) -> bool {
        self.inner.same_in_all_states(a, b)
    }

    fn snapshot(&mut self) -> ConcolicSnapshot {
        self.inner.snapshot()
    }

    fn restore(&mut self, snapshot: &ConcolicSnapshot) {
        self.inner.restore(snapshot);
    }
}
