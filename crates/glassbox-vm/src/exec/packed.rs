//! States of a machine in few bytes: what they have that one snapshot has not.

use std::sync::Arc;

use super::machine::Machine;
use super::snapshot::Snapshot;
use crate::heap::{HeapSnapshot, PackedHeap, Traces};
use crate::memory::{Differences, KeptDifferences};
use crate::track::Provenance;

/// A state that differs in more bytes than this from the snapshot is not packed: to restore it takes time for each of them.
const MOST_BYTES: usize = 4096;

/// A state of a machine, as far as it differs from a snapshot.
#[derive(Debug)]
pub struct Packed {
    arrays: KeptDifferences,
    heap: PackedHeap,
    /// The globals, if they are others.
    globals: Option<Box<[u64]>>,
    lowest: u32,
}

/// What packed states of a machine share.
#[derive(Debug, Default)]
pub struct Packer {
    traces: Traces,
    /// The heap of the state that was unpacked last, which is probably the next one, too.
    last: Option<(Arc<Packed>, HeapSnapshot)>,
    differences: Differences,
    blocks: Vec<u8>,
}

impl Machine<Provenance> {
    /// The machine's state, as far as it differs from a snapshot; none if that is much, or more than memory, blocks and globals.
    pub fn pack(&self, start: &Snapshot<Provenance>, packer: &mut Packer) -> Option<Arc<Packed>> {
        let has_same_tables = (!self.tables_written
            && self.kept_tables.as_ref().is_some_and(|kept| Arc::ptr_eq(kept, &start.tables)))
            || *self.tables == *start.tables;
        let has_same_rest = *self.global_shadows == *start.global_shadows
            && (&self.dropped_data, &self.dropped_elements) == (&start.dropped[0], &start.dropped[1])
            && (!self.module.keeps_exceptions || self.exceptions.is_empty() && start.exceptions.is_empty());
        if !has_same_tables || !has_same_rest || self.memory.bytes.len() != start.memory.len() {
            return None;
        }
        let Packer { traces, differences, blocks, .. } = packer;
        differences.clear();
        differences.add(&self.memory.bytes, &start.memory);
        self.tracker.arrays(&start.tracker).into_iter().for_each(|(array, start)| differences.add(array, start));
        if differences.len() > MOST_BYTES {
            return None;
        }
        let heap = self.heap.pack(&start.heap, traces, blocks)?;
        let globals = (*self.globals != *start.globals).then(|| self.globals.as_slice().into());
        Some(Arc::new(Packed { arrays: differences.kept(), heap, globals, lowest: self.tracker.lowest() }))
    }

    /// Restores a state that was packed beside this snapshot. What was written since the last restore is then what was written since the
    /// snapshot: the packed state's own bytes count as written.
    pub fn unpack(&mut self, start: &Snapshot<Provenance>, packed: &Arc<Packed>, shared: &mut Packer) {
        self.restore_rest(start);
        if let Some(globals) = &packed.globals {
            self.globals.copy_from_slice(globals);
        }
        packed.arrays.restore(0, &mut self.memory.bytes, &start.memory);
        let arrays = self.tracker.arrays_mut(&start.tracker).into_iter();
        (1..).zip(arrays).for_each(|(place, (array, start))| packed.arrays.restore(place, array, start));
        self.tracker.set_lowest(packed.lowest);
        match &shared.last {
            Some((last, heap)) if Arc::ptr_eq(last, packed) => self.heap.restore(heap),
            _ => {
                self.heap.unpack(&start.heap, &packed.heap, &shared.traces);
                shared.last = Some((packed.clone(), self.heap.snapshot()));
            }
        }
    }
}
