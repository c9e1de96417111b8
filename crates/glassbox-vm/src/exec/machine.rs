//! An instance of a module.

use std::sync::Arc;

use super::exception::Exception;
use super::notes::Notes;
use super::repetition::Repetition;
use super::stack::Stack;
use super::table::Table;
use crate::heap::{Heap, Layout};
use crate::memory::Memory;
use crate::module::{Constant, Module};
use crate::track::Tracker;

/// An instance of a module, with a tracker.
#[derive(Debug)]
pub struct Machine<T: Tracker> {
    pub(super) module: Arc<Module>,
    pub(super) memory: Memory,
    pub(super) globals: Vec<u64>,
    pub(super) global_shadows: Vec<T::Shadow>,
    pub(super) tables: Vec<Table>,
    /// Whether a run has written to a table since the machine was last restored.
    pub(super) tables_written: bool,
    /// The tables in the snapshot that was last taken or restored.
    pub(super) kept_tables: Option<Arc<[Table]>>,
    pub(super) dropped_data: Vec<bool>,
    pub(super) dropped_elements: Vec<bool>,
    pub(super) stack: Stack<T::Shadow>,
    pub(super) heap: Heap,
    pub(super) tracker: T,
    /// Exceptions that were thrown; a reference to one is its place here, from 1.
    pub(super) exceptions: Vec<Exception<T::Shadow>>,
    /// The host's number for each imported function.
    pub(super) host_functions: Vec<u32>,
    /// Steps left. A step is an instruction. Steps are charged in bulk: a whole function at its call, and a whole loop body
    /// at each jump back, so a run is never charged too few. Bulk instructions cost steps in proportion to their length:
    /// otherwise a loop around `memory.fill` could run for hours on little fuel.
    pub(super) fuel: u64,
    /// Steps of every run, if they are not the host's choice.
    pub(super) most_steps: Option<u64>,
    /// Steps left after `fuel` is used up. While these are used, the machine looks for endless loops.
    pub(super) reserve: u64,
    pub(super) repetition: Repetition<T::Shadow>,
    /// Number of calls of the host, and of other effects, of which an endless loop has none.
    pub(super) n_effects: u64,
    /// The global that holds the guest's stack pointer.
    pub(super) stack_pointer: Option<u32>,
    /// The configurations of the call in progress, if the host wants them.
    pub(super) notes: Option<Box<Notes>>,
}

impl<T: Tracker> Machine<T> {
    /// The module.
    pub fn module(&self) -> &Module {
        &self.module
    }

    /// Addresses of the statics: from the end of the stack, which lies below them, to the start of the heap. If there is data
    /// below the stack, the range begins there and includes the stack; that does no harm, because no run reads bytes of the
    /// stack that it has not written.
    pub fn statics(&self) -> std::ops::Range<u32> {
        let stack = self.stack_pointer.map_or(0, |global| self.globals[global as usize] as u32);
        let data = self.module.data.iter().filter_map(|segment| Some(self.constant(segment.active?) as u32));
        let start = data.fold(stack, u32::min);
        start..self.heap.range().start.max(start)
    }

    /// Addresses of the statics that may be written to: those after the read-only data, which the linker puts first.
    pub fn writable_statics(&self) -> std::ops::Range<u32> {
        let statics = self.statics();
        let read_only: Vec<_> = self.read_only().collect();
        let start = read_only.iter().map(|range| range.end).max();
        let is_written = |range: &std::ops::Range<u32>| !read_only.contains(range) && !range.is_empty();
        let written = self.segments().filter(is_written).map(|range| range.start).min();
        // If the linker has another order, all of them count.
        let start = start.filter(|start| written.is_none_or(|written| written >= *start)).unwrap_or(statics.start);
        start.clamp(statics.start, statics.end)..statics.end
    }

    /// Addresses of each data segment that is copied at the start.
    pub(super) fn segments(&self) -> impl Iterator<Item = std::ops::Range<u32>> + '_ {
        self.module.data.iter().filter_map(|segment| {
            let start = self.constant(segment.active?) as u32;
            Some(start..start.saturating_add(segment.bytes.len() as u32))
        })
    }

    /// Addresses of the data that the linker calls read-only.
    pub fn read_only(&self) -> impl Iterator<Item = std::ops::Range<u32>> + '_ {
        let segments = self.module.read_only_data.iter().filter_map(|index| self.module.data.get(*index as usize));
        segments.filter_map(|segment| {
            let start = self.constant(segment.active?) as u32;
            Some(start..start + segment.bytes.len() as u32)
        })
    }

    /// The memory.
    pub fn memory(&self) -> &Memory {
        &self.memory
    }

    /// The memory, for the host to change between runs.
    pub fn memory_mut(&mut self) -> &mut Memory {
        &mut self.memory
    }

    /// The globals as slots.
    pub fn globals(&self) -> &[u64] {
        &self.globals
    }

    /// Sets a global between runs.
    pub fn set_global(&mut self, global: u32, value: u64) {
        self.globals[global as usize] = value;
        self.global_shadows[global as usize] = T::Shadow::default();
    }

    /// The elements of a table: 0 for null, or the index of a function plus one.
    pub fn table(&self, table: u32) -> &[u64] {
        &self.tables[table as usize].elements
    }

    /// The function that an element of a table refers to.
    pub fn table_function(&self, table: u32, index: u32) -> Option<u32> {
        let element = *self.table(table).get(index as usize)?;
        u32::try_from(element.checked_sub(1)?).ok()
    }

    /// The heap.
    pub fn heap(&self) -> &Heap {
        &self.heap
    }

    /// Lets later blocks use the memory of freed blocks; see [`Heap::reclaim`].
    pub fn reclaim(&mut self, blocks: impl IntoIterator<Item = u32>) {
        self.heap.reclaim(blocks);
    }

    /// The tracker.
    pub fn tracker(&self) -> &T {
        &self.tracker
    }

    /// The tracker, for the host to change between runs.
    pub fn tracker_mut(&mut self) -> &mut T {
        &mut self.tracker
    }

    /// Steps left.
    pub fn fuel(&self) -> u64 {
        self.fuel.saturating_add(self.reserve)
    }

    /// Chooses the layout of the heap. Call it before the guest allocates anything.
    pub fn set_layout(&mut self, layout: Layout) {
        self.heap.set_layout(layout);
    }

    /// Makes room for small blocks now: after a restore, memory that has grown since must grow again. Call it after
    /// [`Self::set_layout`], before a snapshot that is restored often. If there is no room, it does nothing.
    pub fn prepare_heap(&mut self) {
        let _ = self.heap.prepare(&mut self.memory, &mut self.tracker);
    }

    /// Sets the number of steps that runs may take from now on, unless the limits of the machine have one. Returns it.
    pub fn set_fuel(&mut self, fuel: u64) -> u64 {
        let fuel = self.most_steps.unwrap_or(fuel);
        self.reserve = fuel / 2;
        self.fuel = fuel - self.reserve;
        self.repetition = Repetition::default();
        fuel
    }

    /// The slot that a constant expression stands for.
    pub(super) fn constant(&self, constant: Constant) -> u64 {
        match constant {
            Constant::Value(value) => value,
            Constant::Global(global) => self.globals[global as usize],
            Constant::Function(function) => u64::from(function) + 1,
        }
    }
}
