//! A cache that evicts the least recently used entry: a hash map finds an entry, a list of all entries has their order.

use std::collections::HashMap;
use std::collections::hash_map::DefaultHasher;
use std::hash::{BuildHasherDefault, Hash};
use std::ptr::NonNull;

#[cfg(any(test, glassbox))]
mod checks;
mod order;
#[cfg(test)]
mod tests;

use order::{Entry, Order};

/// A map of at most `capacity` entries.
pub struct Cache<K, V> {
    /// Where the entry of each key is. The entries belong to `order`.
    map: HashMap<K, NonNull<Entry<K, V>>, BuildHasherDefault<DefaultHasher>>,
    order: Order<K, V>,
    capacity: usize,
}

// SAFETY (for all `unsafe` blocks of this file): the map leads to the entries of `order` and to nothing else: an entry
// is added to both and removed from both. References to values borrow the cache.

impl<K: Clone + Eq + Hash, V> Cache<K, V> {
    /// Makes an empty cache. A capacity of 0 counts as 1.
    pub fn new(capacity: usize) -> Self {
        Self { map: HashMap::default(), order: Order::default(), capacity: capacity.max(1) }
    }

    /// The number of entries.
    pub fn len(&self) -> usize {
        self.map.len()
    }

    /// Whether there are no entries.
    pub fn is_empty(&self) -> bool {
        self.map.is_empty()
    }

    /// The value of a key, which becomes the most recently used one.
    pub fn get(&mut self, key: &K) -> Option<&V> {
        let entry = *self.map.get(key)?;
        // SAFETY: see above.
        unsafe { self.order.promote(entry) };
        // SAFETY: see above.
        Some(unsafe { &(*entry.as_ptr()).value })
    }

    /// The value of a key, without using it.
    pub fn peek(&self, key: &K) -> Option<&V> {
        // SAFETY: see above.
        self.map.get(key).map(|entry| unsafe { &(*entry.as_ptr()).value })
    }

    /// Sets the value of a key, which becomes the most recently used one. Returns the previous value of the key, and
    /// evicts the least recently used entry if there is no room.
    pub fn put(&mut self, key: K, value: V) -> Option<V> {
        if let Some(entry) = self.map.get(&key).copied() {
            if !cfg!(feature = "bug-put-keeps-place") {
                // SAFETY: see above.
                unsafe { self.order.promote(entry) };
            }
            // SAFETY: see above.
            return Some(std::mem::replace(unsafe { &mut (*entry.as_ptr()).value }, value));
        }
        if self.len() == self.capacity {
            self.pop();
        }
        let entry = self.order.push_first(key.clone(), value);
        self.map.insert(key, entry);
        None
    }

    /// Removes a key and returns its value.
    pub fn remove(&mut self, key: &K) -> Option<V> {
        let entry = self.map.remove(key)?;
        // SAFETY: see above; the map does not lead to the entry any more.
        Some(unsafe { self.order.remove(entry) }.1)
    }

    /// Removes the least recently used entry.
    pub fn pop(&mut self) -> Option<(K, V)> {
        let (key, value) = self.order.pop_last()?;
        self.map.remove(&key);
        Some((key, value))
    }

    /// Changes the capacity, and evicts what has no room any more.
    pub fn set_capacity(&mut self, capacity: usize) {
        self.capacity = capacity.max(1);
        for _ in self.capacity..self.len() {
            if cfg!(feature = "bug-evicted-stays-in-map") {
                self.order.pop_last();
            } else {
                self.pop();
            }
        }
    }

    /// The entries, the most recently used first.
    pub fn iter(&self) -> impl Iterator<Item = (&K, &V)> {
        self.order.iter()
    }
}
