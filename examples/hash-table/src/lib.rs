//! A hash table with open addressing: linear probing, tombstones, growth.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::marker::PhantomData;

#[cfg(any(test, glassbox))]
mod checks;
#[cfg(test)]
mod tests;

/// The smallest table that has entries.
const MIN_SLOTS: usize = 4;

/// A map from keys to values.
#[cfg_attr(any(test, glassbox), derive(glassbox::Structure))]
#[cfg_attr(any(test, glassbox), glassbox(domain(u8 = [0, 3, 7], usize = 0..5)))]
pub struct Table<K, V, H = DefaultHasher> {
    /// None at all, or a power of two. At least one is empty, so that every search ends.
    slots: Vec<Slot<K, V>>,
    /// Number of full slots.
    len: usize,
    /// Number of tombstones.
    tombstones: usize,
    hasher: PhantomData<H>,
}

#[cfg_attr(any(test, glassbox), derive(glassbox::Structure), glassbox(no_invariant))]
enum Slot<K, V> {
    Empty,
    /// An entry was here. Searches go on, because later entries may have been put behind it.
    Tombstone,
    Full(K, V),
}

impl<K, V, H> Default for Table<K, V, H> {
    fn default() -> Self {
        Self { slots: Vec::new(), len: 0, tombstones: 0, hasher: PhantomData }
    }
}

impl<K: Eq + Hash, V, H: Hasher + Default> Table<K, V, H> {
    /// Makes an empty table.
    pub fn new() -> Self {
        Self::default()
    }

    /// The number of entries.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether there are no entries.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The value of a key.
    pub fn get(&self, key: &K) -> Option<&V> {
        match self.slots.get(self.find(key)?)? {
            Slot::Full(_, value) => Some(value),
            _ => None,
        }
    }

    /// Sets the value of a key. Returns the previous value.
    pub fn insert(&mut self, key: K, value: V) -> Option<V> {
        self.reserve_one();
        let known = if cfg!(feature = "bug-duplicate-key") { None } else { self.find(&key) };
        let place = known.unwrap_or_else(|| self.place_for(&key));
        match std::mem::replace(&mut self.slots[place], Slot::Full(key, value)) {
            Slot::Full(_, previous) => return Some(previous),
            Slot::Tombstone => self.tombstones -= 1,
            Slot::Empty => {}
        }
        self.len += 1;
        None
    }

    /// Removes a key. Returns its value.
    pub fn remove(&mut self, key: &K) -> Option<V> {
        let place = self.find(key)?;
        // If the next slot is empty, no search goes on behind this one, so it needs no tombstone.
        let next = if cfg!(feature = "bug-tombstone-lost") { place + 1 } else { (place + 1) & self.mask() };
        let is_last = matches!(self.slots.get(next), None | Some(Slot::Empty));
        self.tombstones += usize::from(!is_last);
        self.len -= 1;
        match std::mem::replace(&mut self.slots[place], if is_last { Slot::Empty } else { Slot::Tombstone }) {
            Slot::Full(_, value) => Some(value),
            _ => None,
        }
    }

    /// Makes room for one more entry, so that an empty slot is left afterwards.
    fn reserve_one(&mut self) {
        let in_use = if cfg!(feature = "bug-grow-ignores-tombstones") { self.len } else { self.len + self.tombstones };
        if (in_use + 1) * 4 <= self.slots.len() * 3 {
            return;
        }
        // With many tombstones, the same number of slots is enough.
        let needed = ((self.len + 1) * 2).next_power_of_two().max(MIN_SLOTS);
        let slots = std::iter::repeat_with(|| Slot::Empty).take(needed).collect();
        for slot in std::mem::replace(&mut self.slots, slots) {
            if let Slot::Full(key, value) = slot {
                let place = self.place_for(&key);
                self.slots[place] = Slot::Full(key, value);
            }
        }
        self.tombstones = 0;
    }

    /// The slot of a key.
    fn find(&self, key: &K) -> Option<usize> {
        let mut place = self.first_place(key);
        loop {
            match self.slots.get(place)? {
                Slot::Empty => return None,
                Slot::Full(other, _) if other == key => return Some(place),
                _ => place = (place + 1) & self.mask(),
            }
        }
    }

    /// The slot where a new key goes: the first one without an entry.
    fn place_for(&self, key: &K) -> usize {
        let mut place = self.first_place(key);
        while let Slot::Full(other, _) = &self.slots[place]
            && other != key
        {
            place = (place + 1) & self.mask();
        }
        place
    }

    fn first_place(&self, key: &K) -> usize {
        let mut hasher = H::default();
        key.hash(&mut hasher);
        hasher.finish() as usize & self.mask()
    }

    fn mask(&self) -> usize {
        self.slots.len().wrapping_sub(1)
    }
}
