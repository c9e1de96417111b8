//! Trackers: what is known about a value beyond its bits.
//!
//! The machine is generic over a [`Tracker`]. For every slot, global and byte of memory the tracker keeps a
//! shadow; the machine tells it of every instruction, with the operands' values and shadows, and stores the
//! shadow it gives for the result. So there is one interpreter, and modes differ only in what they watch:
//!
//! - [`Concrete`] watches nothing and costs nothing: its shadow has no size and its hooks are empty.
//! - [`Sanitizer`] knows which bits are undefined and which bytes may be touched.
//! - [`Concolic`] is a sanitizer that also knows how each value depends on the state that the run started from.
//! - [`Provenance`] is a sanitizer that also knows which values are addresses or tokens.
//!
//! A tracker observes. It cannot change a value, and the only thing it can do to a run is to stop it.

mod bits;
mod concolic;
mod concrete;
mod provenance;
mod sanitizer;
mod word;

pub use concolic::{
    Answer, ByteImage, Concolic, ConcolicSnapshot, Decided, Footprint, Question, Shadow, Symbolic, TableId, TargetsId,
    Term, TermId, Terms, ValuesId,
};
pub use concrete::Concrete;
pub use provenance::{Kind, Origin, Provenance, ProvenanceSnapshot};
pub use sanitizer::{Sanitizer, SanitizerSnapshot};
pub use word::Word;

use std::ops::Range;

use crate::exec::Stop;
use crate::heap::Heap;
use crate::isa::semantics::{BinaryOp, UnaryOp};
use crate::memory::Memory;

/// A value and its shadow.
#[derive(Clone, Copy, Debug)]
pub struct Tracked<S> {
    /// The bits in the slot.
    pub value: u64,
    /// What is known about them.
    pub shadow: S,
}

/// Where an instruction accesses memory. In bounds: for an access outside, the base is decided as an address,
/// and then there is a trap.
#[derive(Clone, Copy, Debug)]
pub struct Place<S> {
    /// The address operand.
    pub base: Tracked<S>,
    /// The instruction's offset.
    pub offset: u32,
    /// Their sum: the first byte.
    pub address: u32,
    /// Number of bytes.
    pub len: u32,
}

/// How loaded bytes become a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extension {
    /// Zeros in front of them.
    Zero,
    /// The sign in front of them, up to 32 bits.
    SignTo32,
    /// The sign in front of them, up to 64 bits.
    SignTo64,
}

impl Extension {
    pub(crate) const fn from(signed: bool, result_len: usize) -> Self {
        match (signed, result_len) {
            (false, _) => Self::Zero,
            (true, 4) => Self::SignTo32,
            (true, _) => Self::SignTo64,
        }
    }

    /// Extends the low `width` bits.
    fn of(self, bits: u64, width: u32) -> u64 {
        match self {
            Self::Zero => bits,
            Self::SignTo32 => u64::from(bits::sign_extend(bits, width) as u32),
            Self::SignTo64 => bits::sign_extend(bits, width),
        }
    }
}

/// A value that decides how a run goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decision {
    /// Which way a branch goes: zero or not.
    Branch,
    /// Which entry of a jump table is taken.
    Switch,
    /// Which function an indirect call reaches.
    CallTarget,
    /// Where memory is accessed.
    Address,
    /// How many bytes or elements are accessed, or how much a memory or table grows.
    Size,
    /// An index into a table.
    TableIndex,
    /// An operand on which it depends whether an instruction traps.
    TrapOperand,
    /// A value that the host looks at.
    Host,
}

/// Watches runs. See the module's documentation.
///
/// Hooks that decide something come before the effect; hooks that give a shadow come after the value is
/// known. The memory that a hook sees is as it was before the instruction.
pub trait Tracker {
    /// What is kept beside every slot. The default means: plain and defined.
    type Shadow: Copy + Default + std::fmt::Debug;

    /// What a snapshot keeps of the tracker.
    type Snapshot: Clone + std::fmt::Debug;

    /// Whether it is worth to remember where blocks were allocated and freed.
    const TRACES: bool = false;

    /// The shadow of an instruction with one operand.
    fn unary(&mut self, op: UnaryOp, a: Tracked<Self::Shadow>, result: u64) -> Self::Shadow;

    /// The shadow of an instruction with two operands.
    fn binary(&mut self, op: BinaryOp, a: Tracked<Self::Shadow>, b: Tracked<Self::Shadow>, result: u64)
    -> Self::Shadow;

    /// The shadow of `if condition { a } else { b }`.
    fn select(
        &mut self,
        condition: Tracked<Self::Shadow>,
        a: Tracked<Self::Shadow>,
        b: Tracked<Self::Shadow>,
    ) -> Self::Shadow;

    /// `value` decides something.
    fn decide(&mut self, decision: Decision, value: Tracked<Self::Shadow>) -> Result<(), Stop>;

    /// The operand of a conversion decides whether it traps.
    fn decide_unary_trap(&mut self, op: UnaryOp, a: Tracked<Self::Shadow>) -> Result<(), Stop>;

    /// The operands of a division decide whether it traps.
    fn decide_binary_trap(
        &mut self,
        op: BinaryOp,
        a: Tracked<Self::Shadow>,
        b: Tracked<Self::Shadow>,
    ) -> Result<(), Stop>;

    /// A comparison decides a branch.
    fn decide_comparison(
        &mut self,
        op: BinaryOp,
        a: Tracked<Self::Shadow>,
        b: Tracked<Self::Shadow>,
        taken: bool,
    ) -> Result<(), Stop>;

    /// An index decides which target of jump table number `table` is reached: the one it counts, or the last.
    fn decide_switch(&mut self, index: Tracked<Self::Shadow>, table: u32, targets: &[u32]) -> Result<(), Stop>;

    /// The bytes of `place` are about to be read; gives the shadow of the value, whose lowest byte is the first.
    /// The place's base decides where that is.
    fn load(&mut self, memory: &Memory, place: Place<Self::Shadow>, extension: Extension)
    -> Result<Self::Shadow, Stop>;

    /// The low bytes of `value` are about to be written to `place`, whose base decides where that is.
    fn store(&mut self, memory: &Memory, place: Place<Self::Shadow>, value: Tracked<Self::Shadow>) -> Result<(), Stop>;

    /// `len` bytes (not 0, in bounds) are about to be copied.
    fn copy(&mut self, memory: &Memory, dst: u32, src: u32, len: u32) -> Result<(), Stop>;

    /// `len` bytes (not 0, in bounds) are about to become `value`.
    fn fill(&mut self, memory: &Memory, dst: u32, len: u32, value: Tracked<Self::Shadow>) -> Result<(), Stop>;

    /// `len` bytes (not 0, in bounds) are about to be written with plain data.
    fn init(&mut self, memory: &Memory, dst: u32, len: u32) -> Result<(), Stop>;

    /// The host is about to read `len` bytes (in bounds) and to act on them.
    fn host_reads(&mut self, memory: &Memory, address: u32, len: u32) -> Result<(), Stop>;

    /// The memory now has `len` bytes; new ones are zero.
    fn grown(&mut self, len: usize);

    /// The guest has a stack that grows down from `stack_pointer` towards 0.
    fn stack_at(&mut self, stack_pointer: u32) {
        let _ = stack_pointer;
    }

    /// The stack pointer is about to be moved.
    fn stack_moved(&mut self, old: u32, new: u32) -> Result<(), Stop> {
        let _ = (old, new);
        Ok(())
    }

    /// A function of a guest with a stack returned.
    fn returned(&mut self, stack_pointer: u32) {
        let _ = stack_pointer;
    }

    /// The heap will hand out blocks in this range; nobody else may touch it.
    fn heap_reserved(&mut self, range: Range<u32>) {
        let _ = range;
    }

    /// A block was handed out.
    fn heap_allocated(&mut self, address: u32, size: u32) {
        let _ = (address, size);
    }

    /// The shadow of a block's address, as the guest gets it.
    fn address(&self) -> Self::Shadow {
        Self::Shadow::default()
    }

    /// A block is about to be given back, if the heap finds that it may be.
    fn heap_freeing(&mut self, address: u32, size: u32) -> Result<(), Stop> {
        let _ = (address, size);
        Ok(())
    }

    /// A block was given back.
    fn heap_freed(&mut self, address: u32, size: u32) {
        let _ = (address, size);
    }

    /// Adds to a stop what the heap knows about it.
    fn accuse(&self, heap: &Heap, stop: &mut Stop) {
        let _ = (heap, stop);
    }

    /// Keeps the tracker's state.
    fn snapshot(&mut self) -> Self::Snapshot;

    /// Goes back to a kept state.
    fn restore(&mut self, snapshot: &Self::Snapshot);
}
