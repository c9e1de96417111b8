//! Trackers: what is known about a value beyond its bits.
//!
//! The machine is generic over a [`Tracker`]. For every slot, global and byte of memory the tracker keeps a
//! shadow; the machine tells it of every instruction, with the operands' values and shadows, and stores the
//! shadow it gives for the result. So there is one interpreter, and modes differ only in what they watch:
//!
//! - [`Concrete`] watches nothing and costs nothing: its shadow has no size and its hooks are empty.
//! - [`Sanitizer`] knows which bits are undefined and which bytes may be touched.
//!
//! A tracker observes. It cannot change a value, and the only thing it can do to a run is to stop it.

mod concrete;
mod sanitizer;

pub use concrete::Concrete;
pub use sanitizer::Sanitizer;

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

    /// The operands of a division decide whether it traps.
    fn decide_trap(&mut self, op: BinaryOp, a: Tracked<Self::Shadow>, b: Tracked<Self::Shadow>) -> Result<(), Stop>;

    /// A comparison decides a branch.
    fn decide_comparison(
        &mut self,
        op: BinaryOp,
        a: Tracked<Self::Shadow>,
        b: Tracked<Self::Shadow>,
        taken: bool,
    ) -> Result<(), Stop>;

    /// `len` bytes at `address` (in bounds) are about to be read; gives the shadow of the value, whose lowest
    /// byte is the first. `signed`: the value is then sign-extended.
    fn load(&mut self, memory: &Memory, address: u32, len: u32, signed: bool) -> Result<Self::Shadow, Stop>;

    /// The low `len` bytes of `value` are about to be written to `address` (in bounds).
    fn store(&mut self, memory: &Memory, address: u32, len: u32, value: Tracked<Self::Shadow>) -> Result<(), Stop>;

    /// `len` bytes (not 0, in bounds) are about to be copied.
    fn copy(&mut self, memory: &Memory, dst: u32, src: u32, len: u32) -> Result<(), Stop>;

    /// `len` bytes (not 0, in bounds) are about to become `value`.
    fn fill(&mut self, memory: &Memory, dst: u32, len: u32, value: Tracked<Self::Shadow>) -> Result<(), Stop>;

    /// `len` bytes (not 0, in bounds) are about to be written with plain data.
    fn init(&mut self, memory: &Memory, dst: u32, len: u32) -> Result<(), Stop>;

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
