//! Checks of every table of 4 slots, with keys that collide at the end, and an exploration with every way to collide.

use std::hash::Hasher;

use glassbox::{Broken, Children, Invariant, ensure};

use crate::{Slot, Table};

/// A key is its own hash: of 4 slots, 3 and 7 begin at the last one and wrap round to the place of 0.
#[derive(Default)]
struct Identity(u64);

impl Hasher for Identity {
    fn write(&mut self, bytes: &[u8]) {
        self.0 = u64::from(bytes[0]);
    }

    fn finish(&self) -> u64 {
        self.0
    }
}

type Small = Table<u8, bool, Identity>;

impl Invariant for Small {
    type Summary = ();

    fn check(&self, _: &Children) -> Result<(), Broken> {
        ensure(matches!(self.slots.len(), 0 | 4 | 8), "wrong number of slots")?;
        let count = |is: fn(&Slot<u8, bool>) -> bool| self.slots.iter().filter(|slot| is(slot)).count();
        let n_full = count(|slot| matches!(slot, Slot::Full(..)));
        let n_tombstones = count(|slot| matches!(slot, Slot::Tombstone));
        ensure(self.len == n_full, "`len` is not the number of entries")?;
        ensure(self.tombstones == n_tombstones, "`tombstones` is not the number of tombstones")?;
        ensure(self.slots.is_empty() || n_full + n_tombstones < self.slots.len(), "no slot is empty")?;
        for (place, slot) in self.slots.iter().enumerate() {
            if let Slot::Full(key, _) = slot {
                ensure(self.find(key) == Some(place), "a key is not found, or is there twice")?;
            }
        }
        Ok(())
    }
}

/// The new entry is found, the previous value comes back, and no other key changes.
#[glassbox::check(len = 4)]
fn insert(
    table: &mut Small,
    #[glassbox(values = [0, 3, 7])] key: u8,
    value: bool,
    #[glassbox(values = [0, 3, 7])] other: u8,
) -> bool {
    let (was, was_other) = (table.get(&key).copied(), table.get(&other).copied());
    table.insert(key, value) == was
        && table.get(&key) == Some(&value)
        && (other == key || table.get(&other).copied() == was_other)
}

/// The key is gone, its value comes back, and no other key changes.
#[glassbox::check(len = 4)]
fn remove(
    table: &mut Small,
    #[glassbox(values = [0, 3, 7])] key: u8,
    #[glassbox(values = [0, 3, 7])] other: u8,
) -> bool {
    let (was, was_other) = (table.get(&key).copied(), table.get(&other).copied());
    table.remove(&key) == was && table.get(&key).is_none() && (other == key || table.get(&other).copied() == was_other)
}

/// The table does what a `BTreeMap` does. Keys get their hashes from glassbox, so they collide in every way.
#[cfg(glassbox)]
#[glassbox::explore(operations = 4)]
mod like_a_map {
    use std::collections::BTreeMap;

    use glassbox::Key;

    use crate::Table;

    pub struct Both {
        table: Table<Key, ()>,
        model: BTreeMap<Key, ()>,
    }

    pub fn new() -> Both {
        Both { table: Table::new(), model: BTreeMap::new() }
    }

    pub fn insert(both: &mut Both, key: Key) {
        assert_eq!(both.table.insert(key.clone(), ()), both.model.insert(key, ()));
    }

    pub fn remove(both: &mut Both, key: Key) {
        assert_eq!(both.table.remove(&key), both.model.remove(&key));
    }

    pub fn same_entries(both: &Both) -> bool {
        both.table.len() == both.model.len() && both.model.keys().all(|key| both.table.get(key).is_some())
    }
}
