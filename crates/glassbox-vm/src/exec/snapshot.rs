//! Snapshots of a machine between runs.

use std::sync::Arc;

use super::exception::Exception;
use super::machine::Machine;
use super::table::Table;
use crate::heap::HeapSnapshot;
use crate::memory::PagedSnapshot;
use crate::track::Tracker;

/// A snapshot of a machine. Clones share everything, and snapshots of one machine share what did not change.
#[derive(Debug)]
pub struct Snapshot<T: Tracker> {
    pub(crate) memory: PagedSnapshot,
    pub(super) globals: Arc<[u64]>,
    pub(super) global_shadows: Arc<[T::Shadow]>,
    /// Tables hardly ever change, so a snapshot keeps them whole and shares them.
    pub(super) tables: Arc<[Table]>,
    pub(super) dropped: Arc<[Vec<bool>; 2]>,
    /// Almost always none: those of a run that is over matter only if something may still refer to them.
    pub(super) exceptions: Vec<Exception<T::Shadow>>,
    pub(super) heap: HeapSnapshot,
    pub(super) tracker: T::Snapshot,
}

impl<T: Tracker> Clone for Snapshot<T> {
    fn clone(&self) -> Self {
        Self {
            memory: self.memory.clone(),
            globals: self.globals.clone(),
            global_shadows: self.global_shadows.clone(),
            tables: self.tables.clone(),
            dropped: self.dropped.clone(),
            exceptions: self.exceptions.clone(),
            heap: self.heap.clone(),
            tracker: self.tracker.clone(),
        }
    }
}

impl<T: Tracker> Snapshot<T> {
    /// Number of bytes of memory pages and page lists that this snapshot does not share with `other`.
    pub fn own_memory(&self, other: &Self) -> usize {
        self.memory.own_bytes(&other.memory)
    }
}

impl<T: Tracker> Machine<T> {
    /// Takes a snapshot. No run may be in progress.
    pub fn snapshot(&mut self) -> Snapshot<T> {
        if self.kept_tables.as_ref().is_none_or(|kept| **kept != *self.tables) {
            self.kept_tables = Some(self.tables.clone().into());
        }
        Snapshot {
            memory: self.memory.bytes.snapshot(),
            globals: self.globals.clone().into(),
            global_shadows: self.global_shadows.clone().into(),
            tables: self.kept_tables.clone().expect("set just above"),
            dropped: Arc::new([self.dropped_data.clone(), self.dropped_elements.clone()]),
            exceptions: if self.module.keeps_exceptions { self.exceptions.clone() } else { Vec::new() },
            heap: self.heap.snapshot(),
            tracker: self.tracker.snapshot(),
        }
    }

    /// Restores a snapshot of this machine.
    pub fn restore(&mut self, snapshot: &Snapshot<T>) {
        self.memory.bytes.restore(&snapshot.memory);
        self.restore_rest(snapshot);
        self.heap.restore(&snapshot.heap);
        self.tracker.restore(&snapshot.tracker);
    }

    /// Restores all but memory, heap and tracker.
    pub(super) fn restore_rest(&mut self, snapshot: &Snapshot<T>) {
        self.globals.copy_from_slice(&snapshot.globals);
        self.global_shadows.copy_from_slice(&snapshot.global_shadows);
        if self.tables_written {
            self.tables.clone_from_slice(&snapshot.tables);
            self.tables_written = false;
            self.kept_tables = Some(snapshot.tables.clone());
        } else if !self.kept_tables.as_ref().is_some_and(|kept| Arc::ptr_eq(kept, &snapshot.tables)) {
            self.tables.clone_from_slice(&snapshot.tables);
            self.kept_tables = Some(snapshot.tables.clone());
        }
        self.dropped_data.clone_from(&snapshot.dropped[0]);
        self.dropped_elements.clone_from(&snapshot.dropped[1]);
        self.exceptions.clone_from(&snapshot.exceptions);
    }
}
