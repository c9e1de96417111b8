//! Hidden state: memory outside the structures that outlives a run.
//!
//! Every run starts from the same memory, so a run never sees what another one left in a static. In a real program it
//! would. That is harmless if nobody reads it; and if somebody does, then what a check does depends on what was called
//! before, which no set of states says anything about. So: bytes that some run leaves changed and some run reads before it
//! writes them are hidden state, and the verdict is `Unknown`.
//!
//! *Outside* are statics, thread-locals (which are statics here), and blocks of the heap that were there before the first
//! run and belong to no structure: what a static leads to. *Changed* is a byte whose value at the end of a run is not what
//! it was, or depends on the state. What the invariants read counts as well.
//!
//! In the usual case nothing is changed, which is seen from the pages that were written. Only when something is, the search
//! begins anew and watches what is read: `search/precautions.rs`.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use glassbox_abi::Skeleton as Record;
use glassbox_abi::names::CHECK_EXPORT_PREFIX;
use glassbox_space::{Diagram, State};
use glassbox_vm::backtrace::Symbols;
use glassbox_vm::module::Module;

use crate::guest::Guest;
use crate::states::States;

/// Where memory is outside the structures.
#[derive(Clone, Debug, Default)]
pub struct Outside {
    /// In ascending order, with something of the structures between any two.
    ranges: Vec<Range<u32>>,
    /// What the invariants read while the valid states were found.
    read: BTreeSet<u32>,
}

impl Outside {
    /// The guest has laid out the structures, and the host has not allocated anything since.
    pub(crate) fn new(guest: &Guest, record: &Record) -> Self {
        let heap = guest.machine.heap();
        let block = |address: u32, len: u32, is_outside: bool| (address..address + len.max(1), is_outside);
        let inside: BTreeSet<u32> = record.blocks.iter().map(|block| block.address).collect();
        let is_outside = |address: u32, size: u32| inside.range(address..address + size.max(1)).next().is_none();
        let others = heap.live().filter(|other| is_outside(other.address, other.size));
        let mut blocks: Vec<(Range<u32>, bool)> = others.map(|other| block(other.address, other.size, true)).collect();
        blocks.extend(record.blocks.iter().map(|own| block(own.address, own.len, false)));
        blocks.sort_by_key(|(range, _)| range.start);
        let ranges = std::iter::once(guest.machine.statics()).chain(join(blocks));
        Self { ranges: ranges.collect(), read: BTreeSet::new() }
    }

    /// From the first byte to the last one.
    pub(crate) fn span(&self) -> Range<u32> {
        let end = self.ranges.iter().map(|range| range.end).max();
        self.ranges.first().map_or(0, |range| range.start)..end.unwrap_or(0)
    }

    /// From now on, what is read outside is noted.
    pub(crate) fn watch(&self, guest: &mut Guest) {
        guest.machine.tracker_mut().watch_outside(Some(self.span()));
    }

    /// Remembers what was read since, by invariants; nothing is noted from now on.
    pub(crate) fn remember_reads(&mut self, guest: &mut Guest) {
        self.read = self.read_by(guest).collect();
        guest.machine.tracker_mut().watch_outside(None);
    }

    fn read_by(&self, guest: &Guest) -> impl Iterator<Item = u32> + '_ {
        guest.machine.tracker().read_outside().into_iter().filter(|&address| self.contains(address))
    }

    fn contains(&self, address: u32) -> bool {
        let after = self.ranges.partition_point(|range| range.start <= address);
        self.ranges[..after].last().is_some_and(|range| address < range.end)
    }
}

/// Joins neighbours on the same side. What is between two blocks belongs to nobody, and nobody can touch it.
fn join(places: Vec<(Range<u32>, bool)>) -> Vec<Range<u32>> {
    let mut joined: Vec<(Range<u32>, bool)> = Vec::new();
    for (range, is_outside) in places {
        match joined.last_mut() {
            Some((last, last_is_outside)) if *last_is_outside == is_outside => last.end = last.end.max(range.end),
            _ => joined.push((range, is_outside)),
        }
    }
    joined.into_iter().filter(|(_, is_outside)| *is_outside).map(|(range, _)| range).collect()
}

/// What runs did outside.
#[derive(Clone, Debug, Default)]
pub(crate) struct Traffic {
    /// Bytes that a run left changed, with the least state that did.
    changed: BTreeMap<u32, State>,
    /// Bytes that a run read before it wrote them.
    read: BTreeSet<u32>,
    /// The least state whose run left a global or a table changed. Who reads those is not watched.
    registers: Option<State>,
}

/// Hidden state, and who wrote it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HiddenState {
    /// Where it is; empty if it is a global or a table.
    pub range: Range<u32>,
    /// Where it was written: offsets in the module's file, the innermost call first.
    pub trace: Vec<u32>,
    /// The name of the function that wrote it, if it is known.
    pub function: Option<String>,
}

impl HiddenState {
    /// `trace`: where it was written, if that is known.
    pub(crate) fn new(module: &Module, range: Range<u32>, trace: Vec<u32>) -> Self {
        // Names are in the module itself; lines are for those who have its file.
        let frames = Symbols::new(module, &[]).trace(&trace);
        let is_own = |name: &&String| {
            !["core::", "alloc::", "std::", "<core::", "<alloc::", "<std::"]
                .iter()
                .any(|library| name.starts_with(library))
        };
        let names: Vec<String> = frames.into_iter().map(|frame| frame.function).collect();
        let function = names.iter().find(is_own).or_else(|| names.first());
        // A check is exported under a name of its own.
        let function = function.map(|name| name.trim_start_matches(CHECK_EXPORT_PREFIX).to_owned());
        Self { range, trace, function }
    }

    /// What it is, for a verdict.
    pub(crate) fn reason(&self) -> String {
        let what = match self.range.len() {
            0 => "a global or a table outlives".to_owned(),
            1 => format!("a byte of memory at {:#x} outlives", self.range.start),
            len => format!("{len} bytes of memory at {:#x} outlive", self.range.start),
        };
        let writer = self.function.as_ref().map_or(String::new(), |function| format!(", written by `{function}`"));
        format!("hidden state: {what} a run{writer}, and what runs do depends on it")
    }
}

impl Traffic {
    /// Notes what the run from `state`, which has returned, left behind; whether that is anything.
    pub(crate) fn note<D: Diagram>(&mut self, states: &mut States<D>, state: &State) -> bool {
        let is_first = |known: &State| state < known;
        let mut any = false;
        for range in &states.outside.ranges {
            for address in states.guest.machine.changed(range.clone()) {
                any = true;
                if self.changed.get(&address).is_none_or(is_first) {
                    self.changed.insert(address, state.clone());
                }
            }
        }
        if states.guest.machine.registers_changed(states.skeleton.start()) {
            any = true;
            if self.registers.as_ref().is_none_or(is_first) {
                self.registers = Some(state.clone());
            }
        }
        any
    }

    /// Notes what all runs read.
    pub(crate) fn note_reads<D: Diagram>(&mut self, states: &States<D>) {
        self.read.extend(states.outside.read_by(&states.guest));
        self.read.extend(&states.outside.read);
    }

    /// What others did as well.
    pub(crate) fn join(&mut self, other: Self) {
        for (address, state) in other.changed {
            let known = self.changed.entry(address).or_insert_with(|| state.clone());
            *known = state.min(known.clone());
        }
        self.read.extend(other.read);
        self.registers = match (self.registers.take(), other.registers) {
            (Some(one), Some(other)) => Some(one.min(other)),
            (one, other) => one.or(other),
        };
    }

    /// The first bytes that one run changed and some run read, and a state whose run changed them.
    pub(crate) fn hidden(&self) -> Option<(Range<u32>, State)> {
        let is_hidden = |address: &u32| self.changed.contains_key(address) && self.read.contains(address);
        let Some((&first, state)) = self.changed.iter().find(|(address, _)| is_hidden(address)) else {
            return self.registers.clone().map(|state| (0..0, state));
        };
        let mut end = first + 1;
        while is_hidden(&end) {
            end += 1;
        }
        Some((first..end, state.clone()))
    }
}
