//! The guest as a host function sees it: its arguments, results, memory and heap.

use super::printable::printable;
use super::stack::Stack;
use crate::heap::Heap;
use crate::isa::{Decision, Trap};
use crate::memory::Memory;
use crate::module::Module;
use crate::stop::Stop;
use crate::track::{Tracked, Tracker};

/// The guest that called a host function, as the function sees it.
///
/// Values come with their shadows. A value that the host acts on is a decision of the run: read it with [`Guest::decide`].
pub struct Guest<'a, T: Tracker> {
    /// The guest's memory.
    pub memory: &'a mut Memory,
    /// The tracker of this run.
    pub tracker: &'a mut T,
    /// The guest's heap.
    pub heap: &'a mut Heap,
    pub(super) module: &'a Module,
    pub(super) stack: &'a mut Stack<T::Shadow>,
    pub(super) base: usize,
    pub(super) n_args: usize,
    pub(super) n_results: usize,
    /// Whether the slots of the arguments already hold results.
    pub(super) answered: bool,
}

impl<T: Tracker> Guest<'_, T> {
    /// An argument with its shadow.
    pub fn arg(&self, index: usize) -> Tracked<T::Shadow> {
        assert!(index < self.n_args, "argument {index} of {}", self.n_args);
        Tracked { value: self.stack.slots[self.base + index], shadow: self.stack.shadows[self.base + index] }
    }

    /// All arguments as slots, without shadows. Use them only to pass them on.
    pub fn args(&self) -> &[u64] {
        &self.stack.slots[self.base..self.base + self.n_args]
    }

    /// An argument that the host is going to act on: records a decision.
    pub fn decide(&mut self, index: usize) -> Result<u64, Stop> {
        let arg = self.arg(index);
        self.tracker.decide(Decision::Host, arg)?;
        Ok(arg.value)
    }

    /// Like [`Self::decide`], for a 32-bit number.
    pub fn decide_u32(&mut self, index: usize) -> Result<u32, Stop> {
        self.decide(index).map(|value| value as u32)
    }

    /// Sets a result that is plain and defined. Read all arguments before.
    pub fn set_result(&mut self, index: usize, value: u64) {
        self.set_tracked_result(index, Tracked { value, shadow: T::Shadow::default() });
    }

    /// Sets a result with its shadow. Read all arguments before.
    pub fn set_tracked_result(&mut self, index: usize, result: Tracked<T::Shadow>) {
        assert!(index < self.n_results, "result {index} of {}", self.n_results);
        self.answer();
        self.stack.slots[self.base + index] = result.value;
        self.stack.shadows[self.base + index] = result.shadow;
    }

    /// Sets all results to zero, once: they share their slots with the arguments.
    pub(super) fn answer(&mut self) {
        if !self.answered {
            let results = self.base..self.base + self.n_results;
            self.stack.slots[results.clone()].fill(0);
            self.stack.shadows[results].fill(T::Shadow::default());
            self.answered = true;
        }
    }

    /// Bytes that the guest passes as address and length.
    pub fn bytes(&mut self, address: usize, len: usize) -> Result<Vec<u8>, Stop> {
        let (address, len) = (self.decide_u32(address)?, self.decide_u32(len)?);
        let bytes = self.memory.get(address, len).ok_or(Trap::MemoryOutOfBounds)?;
        self.tracker.host_reads(self.memory, address, len)?;
        Ok(bytes.to_vec())
    }

    /// Text that the guest passes as address and length. It can be printed: see [`printable`].
    pub fn text(&mut self, address: usize, len: usize) -> Result<String, Stop> {
        self.bytes(address, len).map(|bytes| printable(&String::from_utf8_lossy(&bytes)).into_owned())
    }

    /// The calls in progress: offsets in the module's file, the innermost first.
    pub fn trace(&self) -> Vec<u32> {
        self.stack.pcs().map(|pc| self.module.offsets[pc as usize]).collect()
    }
}
