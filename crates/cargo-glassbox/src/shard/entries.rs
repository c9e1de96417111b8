//! Results of a shard while it runs: in memory.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use glassbox_engine::kept::Store;
use glassbox_vm::digest::Digest;

/// Entries by their keys.
#[derive(Clone, Debug, Default)]
pub(super) struct Entries(Arc<Mutex<BTreeMap<Digest, Vec<u8>>>>);

impl Entries {
    pub(super) fn fill(&self, entries: impl IntoIterator<Item = (Digest, Vec<u8>)>) {
        self.lock().extend(entries);
    }

    pub(super) fn take(&self) -> Vec<(Digest, Vec<u8>)> {
        std::mem::take(&mut *self.lock()).into_iter().collect()
    }

    fn lock(&self) -> MutexGuard<'_, BTreeMap<Digest, Vec<u8>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Store for Entries {
    fn get(&self, key: &Digest) -> Option<Vec<u8>> {
        self.lock().get(key).cloned()
    }

    fn put(&self, key: &Digest, entry: &[u8]) {
        self.lock().insert(*key, entry.to_vec());
    }
}
