//! HashMap with an own FNV hasher, and with a hasher that makes every key collide.

use std::collections::{HashMap, HashSet};
use std::fmt::Write;
use std::hash::{BuildHasher, BuildHasherDefault, Hasher};

struct Fnv(u64);

impl Default for Fnv {
    fn default() -> Self {
        Self(0xcbf2_9ce4_8422_2325)
    }
}

impl Hasher for Fnv {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }
}

/// Every key lands in the same group, so each lookup walks over tombstones and full groups.
#[derive(Default)]
struct Colliding;

impl Hasher for Colliding {
    fn finish(&self) -> u64 {
        99
    }

    fn write(&mut self, _: &[u8]) {}
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Key {
    Plain(u16),
    Pair(u8, u32),
}

fn key(i: u32) -> Key {
    if i % 3 == 0 { Key::Pair((i % 7) as u8, i / 2) } else { Key::Plain((i % 90) as u16) }
}

pub fn run() -> String {
    let mut out = String::new();
    let fnv = BuildHasherDefault::<Fnv>::default();
    writeln!(out, "fnv of 0x1234: {:016x}", fnv.hash_one(0x1234_u32.to_be())).unwrap();

    let mut map: HashMap<Key, Vec<u32>, BuildHasherDefault<Fnv>> = HashMap::default();
    for i in 0..300 {
        map.entry(key(i)).or_default().push(i);
    }
    let longest = map.values().map(Vec::len).max();
    let pairs = map.keys().filter(|key| matches!(key, Key::Pair(n, _) if *n > 3)).count();
    writeln!(out, "{} keys, longest {longest:?}, {pairs} pairs above 3", map.len()).unwrap();
    let taken = map.remove(&Key::Plain(7)).unwrap_or_default();
    writeln!(out, "taken {taken:?}, again {:?}", map.get(&Key::Plain(7))).unwrap();

    let mut crowded: HashSet<String, BuildHasherDefault<Colliding>> = HashSet::default();
    for i in 0..60 {
        crowded.insert(format!("key {}", i % 40));
        if i % 4 == 0 {
            crowded.remove(&format!("key {}", i / 2));
        }
    }
    let mut left: Vec<&str> = crowded.iter().map(String::as_str).collect();
    left.sort_unstable();
    write!(out, "{} crowded: {}", left.len(), left[..8].join(", ")).unwrap();
    out
}
