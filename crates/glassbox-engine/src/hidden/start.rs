//! Memory outside the structures at the start of runs.

use std::collections::{BTreeMap, BTreeSet};

use crate::guest::Guest;

/// Memory outside the structures at the start of runs. The default is what the program starts with.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Start {
    /// Bytes of statics that differ.
    pub bytes: BTreeMap<u32, u8>,
    /// Bytes of statics that may have any value.
    pub unknown: BTreeSet<u32>,
}

impl Start {
    /// Writes the bytes that differ.
    pub(crate) fn write(&self, guest: &mut Guest) {
        for (&at, &byte) in &self.bytes {
            if let Some(place) = guest.machine.memory_mut().get_mut(at, 1) {
                place.fill(byte);
            }
        }
    }
}
