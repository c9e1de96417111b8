//! A map from keys to numbers, and the set of numbers that are in use.

#![expect(clippy::disallowed_types, reason = "nothing depends on the order of their entries")]

use std::collections::{HashMap, HashSet};
use std::hash::{BuildHasherDefault, Hasher};

use glassbox::{Broken, Children, Invariant, Structure, ensure};

/// A hasher without a seed, under which some keys collide.
#[derive(Clone, Debug, Default)]
pub(crate) struct Fixed(u64);

impl Hasher for Fixed {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.0 = self.0.wrapping_mul(0x100_0000_01b3) ^ u64::from(byte & 1);
        }
    }
}

type Build = BuildHasherDefault<Fixed>;

/// Numbers by key.
#[derive(Debug, Default, Structure)]
pub struct Index {
    #[glassbox(domain(u32 = [0, 2]))]
    numbers: HashMap<u32, u32, Build>,
    #[glassbox(domain(u32 = [0, 2]))]
    keys: HashSet<u32, Build>,
}

impl Index {
    /// Gives a key a number.
    pub fn insert(&mut self, key: u32, number: u32) {
        self.numbers.insert(key, number);
        if !cfg!(feature = "bug-hash-forgets-reverse") {
            self.keys.insert(key);
        }
    }

    /// Removes a key.
    pub fn remove(&mut self, key: u32) -> Option<u32> {
        let number = self.numbers.remove(&key)?;
        if !cfg!(feature = "bug-hash-keeps-removed") {
            self.keys.remove(&key);
        }
        Some(number)
    }
}

impl Invariant for Index {
    type Summary = ();

    fn check(&self, _: &Children) -> Result<(), Broken> {
        let all = self.numbers.keys().all(|key| self.keys.contains(key));
        ensure(all && self.numbers.len() == self.keys.len(), "the keys are others")
    }
}

#[glassbox::check(len = 2)]
fn insert(index: &mut Index, #[glassbox(values = [0, 2])] key: u32, #[glassbox(values = [0, 2])] number: u32) -> bool {
    index.insert(key, number);
    index.numbers.get(&key) == Some(&number)
}

#[glassbox::check(len = 2)]
fn remove(index: &mut Index, #[glassbox(values = [0, 2])] key: u32) -> bool {
    let was = index.numbers.get(&key).copied();
    index.remove(key) == was && !index.numbers.contains_key(&key)
}
