//! A cache that forgets the entry that was used least recently: an index by key, and the keys by their last use.
//!
//! Features whose names begin with `bug-` plant a bug each: they are there to be found.

#![expect(clippy::disallowed_types, reason = "nothing depends on the order of their entries")]

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

use glassbox::{Broken, Children, Invariant, Structure, ensure};

/// Number of entries.
const CAPACITY: usize = 2;

/// A hasher without a seed.
#[derive(Clone, Debug, Default)]
pub struct Fixed(u64);

impl Hasher for Fixed {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.0 = (self.0 ^ u64::from(*byte)).wrapping_mul(0x100_0000_01b3);
        }
    }
}

/// A map with a limited number of entries.
#[derive(Debug, Default, Structure)]
#[glassbox(domain(u8 = 0..3))]
pub struct Cache {
    entries: HashMap<u8, bool, BuildHasherDefault<Fixed>>,
    /// Keys, the one that was used last at the end.
    order: Vec<u8>,
}

impl Cache {
    /// The value of a key, which counts as used.
    pub fn get(&mut self, key: u8) -> Option<bool> {
        let value = *self.entries.get(&key)?;
        if !cfg!(feature = "bug-get-keeps-order") {
            self.touch(key);
        }
        Some(value)
    }

    /// Adds an entry, or changes it. The one that was used least recently makes room.
    pub fn put(&mut self, key: u8, value: bool) {
        if self.entries.len() == CAPACITY && !self.entries.contains_key(&key) {
            let oldest = self.order.remove(0);
            if !cfg!(feature = "bug-put-forgets-index") {
                self.entries.remove(&oldest);
            }
        }
        self.entries.insert(key, value);
        self.touch(key);
    }

    fn touch(&mut self, key: u8) {
        self.order.retain(|other| *other != key);
        self.order.push(key);
    }

    /// The key that would make room.
    pub fn oldest(&self) -> Option<u8> {
        self.order.first().copied()
    }
}

impl Invariant for Cache {
    type Summary = ();

    fn check(&self, _: &Children) -> Result<(), Broken> {
        ensure(self.order.len() <= CAPACITY, "there are too many entries")?;
        ensure(self.entries.len() == self.order.len(), "a key is not in both")?;
        for (at, key) in self.order.iter().enumerate() {
            ensure(self.entries.contains_key(key), "a key is not in the index")?;
            ensure(!self.order[..at].contains(key), "a key is there twice")?;
        }
        Ok(())
    }
}

#[glassbox::check(len = 2)]
fn get(cache: &mut Cache, #[glassbox(values = 0..3)] key: u8) -> bool {
    let (was, others) = (cache.entries.get(&key).copied(), others(cache, key));
    let is_found = cache.get(key) == was && cache.entries.get(&key).copied() == was;
    is_found && self::others(cache, key) == others && (was.is_none() || cache.order.last() == Some(&key))
}

/// The other entries, by their last use.
fn others(cache: &Cache, key: u8) -> Vec<(u8, Option<bool>)> {
    let others = cache.order.iter().filter(|other| **other != key);
    others.map(|other| (*other, cache.entries.get(other).copied())).collect()
}

#[glassbox::check(len = 2)]
fn put(cache: &mut Cache, #[glassbox(values = 0..3)] key: u8, value: bool) -> bool {
    let (is_there, mut others) = (cache.entries.contains_key(&key), others(cache, key));
    if !is_there && others.len() == CAPACITY {
        let oldest = others.remove(0).0;
        assert_eq!(cache.oldest(), Some(oldest));
    }
    cache.put(key, value);
    let is_last = cache.order.last() == Some(&key);
    is_last && self::others(cache, key) == others && cache.get(key) == Some(value)
}
