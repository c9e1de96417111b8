//! The hooks that the machine calls on a tracker.

use std::ops::Range;

use super::extension::Extension;
use super::value::{Place, Tracked};
use crate::isa::Decision;
use crate::isa::semantics::{BinaryOp, UnaryOp};
use crate::memory::Memory;
use crate::stop::Stop;

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

    /// Keeps the tracker's state.
    fn snapshot(&mut self) -> Self::Snapshot;

    /// Goes back to a kept state.
    fn restore(&mut self, snapshot: &Self::Snapshot);
}
