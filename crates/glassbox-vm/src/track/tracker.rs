//! The hooks that the machine calls on a tracker.

use std::ops::Range;
use std::sync::Arc;

use super::extension::Extension;
use super::value::{Place, Tracked};
use super::written_words::WrittenWords;
use super::zeroed::Zeroed;
use crate::isa::Decision;
use crate::isa::semantics::{BinaryOp, UnaryOp};
use crate::memory::Memory;
use crate::module::StaticObjects;
use crate::stop::{Access, Stop};

/// Hooks that the machine calls during a run. See the documentation of [`track`](crate::track).
///
/// The machine calls hooks that may stop the run before the effect of the instruction, and hooks that return a shadow when the
/// value is known. A hook sees the memory as it was before the instruction.
pub trait Tracker {
    /// The shadow of a slot. The default means: plain and defined.
    type Shadow: Zeroed + PartialEq + std::fmt::Debug;

    /// A snapshot of the tracker.
    type Snapshot: Clone + std::fmt::Debug;

    /// Whether the heap records the calls that allocate and free blocks.
    const TRACES: bool = false;

    /// Whether [`static_address`](Self::static_address) is called. Trackers that do not ask pay nothing.
    const STATICS: bool = false;

    /// The guest has these statics. They are known only if the linker left its symbols in the module.
    fn statics(&mut self, objects: &Arc<StaticObjects>) {
        let _ = objects;
    }

    /// The shadow of a constant of the code that is the address of a static, or an address computed from it: the number of
    /// the object, as in [`StaticObjects::all`]. A load or store whose offset is such an address is not announced: ask
    /// [`StaticObjects::at`] for the offset of its place.
    fn static_address(&mut self, value: u32, object: u32) -> Self::Shadow {
        let _ = (value, object);
        Self::Shadow::default()
    }

    /// The shadow of the result of an instruction with one operand.
    fn unary(&mut self, op: UnaryOp, a: Tracked<Self::Shadow>, result: u64) -> Self::Shadow;

    /// The shadow of the result of an instruction with two operands.
    fn binary(&mut self, op: BinaryOp, a: Tracked<Self::Shadow>, b: Tracked<Self::Shadow>, result: u64)
    -> Self::Shadow;

    /// The shadow of `if condition { a } else { b }`.
    fn select(
        &mut self,
        condition: Tracked<Self::Shadow>,
        a: Tracked<Self::Shadow>,
        b: Tracked<Self::Shadow>,
    ) -> Self::Shadow;

    /// `value` decides how the run goes on.
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

    /// Whether the tracker cannot tell which way a branch on `condition` goes, or should not: its condition is undefined, or depends on
    /// what is different elsewhere. If so, it counts as decided that it is open. The machine then looks whether it matters.
    fn is_open(&mut self, condition: Tracked<Self::Shadow>) -> bool {
        let _ = condition;
        false
    }

    /// The same for a branch on a comparison.
    fn is_open_comparison(&mut self, op: BinaryOp, a: Tracked<Self::Shadow>, b: Tracked<Self::Shadow>) -> bool {
        let _ = (op, a, b);
        false
    }

    /// A comparison decides a branch.
    fn decide_comparison(
        &mut self,
        op: BinaryOp,
        a: Tracked<Self::Shadow>,
        b: Tracked<Self::Shadow>,
        taken: bool,
    ) -> Result<(), Stop>;

    /// An index decides the target of jump table number `table`: `targets[index]`, or the last one.
    fn decide_switch(&mut self, index: Tracked<Self::Shadow>, table: u32, targets: &[u32]) -> Result<(), Stop>;

    /// The run is about to load the bytes of `place`, little-endian; returns the shadow of the value. The base of the place
    /// is a decision.
    fn load(&mut self, memory: &Memory, place: Place<Self::Shadow>, extension: Extension)
    -> Result<Self::Shadow, Stop>;

    /// The run is about to store the low bytes of `value` to `place`. The base of the place is a decision.
    fn store(&mut self, memory: &Memory, place: Place<Self::Shadow>, value: Tracked<Self::Shadow>) -> Result<(), Stop>;

    /// The run is about to copy `len` bytes (not 0, in bounds).
    fn copy(&mut self, memory: &Memory, dst: u32, src: u32, len: u32) -> Result<(), Stop>;

    /// The run is about to fill `len` bytes (not 0, in bounds) with `value`.
    fn fill(&mut self, memory: &Memory, dst: u32, len: u32, value: Tracked<Self::Shadow>) -> Result<(), Stop>;

    /// The run is about to write `len` bytes (not 0, in bounds) of plain data.
    fn init(&mut self, memory: &Memory, dst: u32, len: u32) -> Result<(), Stop>;

    /// The host is about to read `len` bytes (in bounds) and to act on them.
    fn host_reads(&mut self, memory: &Memory, address: u32, len: u32) -> Result<(), Stop>;

    /// The memory has grown to `len` bytes; new ones are zero.
    fn grown(&mut self, len: usize);

    /// The guest has a stack that grows down from `stack_pointer` towards 0; no data lies below it if it `is_first`.
    fn stack_at(&mut self, stack_pointer: u32, is_first: bool) {
        let _ = (stack_pointer, is_first);
    }

    /// The range holds immutable statics, which no run may write to.
    fn read_only(&mut self, range: Range<u32>) {
        let _ = range;
    }

    /// The run is about to change the stack pointer.
    fn stack_moved(&mut self, old: u32, new: u32) -> Result<(), Stop> {
        let _ = (old, new);
        Ok(())
    }

    /// The running function keeps its locals below the stack pointer without moving it. It calls no other function.
    fn leaf_frame(&mut self, stack_pointer: u32) {
        let _ = stack_pointer;
    }

    /// A function of a guest with a stack has returned.
    fn returned(&mut self, stack_pointer: u32) {
        let _ = stack_pointer;
    }

    /// The range belongs to the heap: only its blocks may be accessed.
    fn heap_reserved(&mut self, range: Range<u32>) {
        let _ = range;
    }

    /// The heap has allocated a block.
    fn heap_allocated(&mut self, address: u32, size: u32) {
        let _ = (address, size);
    }

    /// The shadow of an address in the block that begins at `block`, as the guest gets it.
    fn address(&self, block: u32) -> Self::Shadow {
        let _ = block;
        Self::Shadow::default()
    }

    /// The run is about to access `len` bytes at `address`, an address that it has computed from `base`. Stops if the tracker knows
    /// that they are not in the block that the base leads to.
    fn stays_inside(
        &mut self,
        access: Access,
        base: Tracked<Self::Shadow>,
        address: u32,
        len: u32,
    ) -> Result<(), Stop> {
        let _ = (access, base, address, len);
        Ok(())
    }

    /// The run is about to free a block; the heap checks the free afterwards.
    fn heap_freeing(&mut self, address: u32, size: u32) -> Result<(), Stop> {
        let _ = (address, size);
        Ok(())
    }

    /// The heap has freed a block.
    fn heap_freed(&mut self, address: u32, size: u32) {
        let _ = (address, size);
    }

    /// Bytes of memory whose value depends on the state, as addresses with what they depend on. Two equal lists mean that the
    /// bytes depend on the state in the same way. Empty for trackers that know one state only.
    fn terms_in_memory(&self) -> Vec<(u32, u32)> {
        Vec::new()
    }

    /// Whether two equal values are equal in all states that the run stands for.
    fn same_in_all_states(&self, a: Self::Shadow, b: Self::Shadow) -> bool {
        let _ = (a, b);
        true
    }

    /// Lists the words that the run writes from now on, and its decisions by stages; or ends the list. Trackers without lists do nothing.
    fn note_words(&mut self, words: Option<WrittenWords>) {
        let _ = words;
    }

    /// The list of the words that the run has written, to be given back.
    fn take_words(&mut self) -> Option<WrittenWords> {
        None
    }

    /// Gives back the list of words.
    fn keep_words(&mut self, words: WrittenWords) {
        let _ = words;
    }

    /// Whether a word that was written, and is in no block that was freed, may matter for the rest of the run: no if it is in memory of the stack that
    /// is undefined as long as no call has written to it again.
    fn may_matter(&self, address: u32) -> bool {
        let _ = address;
        true
    }

    /// Adds what is known of a value to a [configuration](crate::exec::Configuration).
    fn describe(&self, value: Tracked<Self::Shadow>, to: &mut Vec<u8>) {
        let _ = (value, to);
    }

    /// Adds what is known of a word of memory to a configuration.
    fn describe_word(&self, memory: &Memory, address: u32, to: &mut Vec<u8>) {
        let _ = (memory, address, to);
    }

    /// Whether the run has decided something since the last stage began.
    fn has_decided(&self) -> bool {
        false
    }

    /// Takes back that a new stage has begun, in which nothing was decided.
    fn join_stages(&mut self) {}

    /// Begins a new stage of the run: whatever the rest of the run depends on is decided again, though it was decided before.
    /// `is_freed` says whether a block is freed.
    fn begin_stage(&mut self, is_freed: &dyn Fn(u32) -> bool) {
        let _ = is_freed;
    }

    /// Takes a snapshot of the tracker.
    fn snapshot(&mut self) -> Self::Snapshot;

    /// Restores a snapshot.
    fn restore(&mut self, snapshot: &Self::Snapshot);
}
