//! HashMap and HashSet with std's DefaultHasher and its fixed keys: counting words, entries, removal, growth.

use std::collections::hash_map::{DefaultHasher, Entry};
use std::collections::{HashMap, HashSet};
use std::fmt::Write;
use std::hash::{BuildHasherDefault, Hash, Hasher};

type Fixed = BuildHasherDefault<DefaultHasher>;

const TEXT: &str = "the quick brown fox jumps over the lazy dog while the other dog sleeps and the fox runs \
                    over the hill to see what the other side of the hill looks like to a quick brown fox";

pub fn run() -> String {
    let mut out = String::new();
    let mut counts: HashMap<&str, u32, Fixed> = HashMap::default();
    for word in TEXT.split_whitespace() {
        *counts.entry(word).or_insert(0) += 1;
    }
    // The order of iteration depends on the width of a hash group, so it is sorted away.
    let mut common: Vec<(&str, u32)> = counts.iter().map(|(word, n)| (*word, *n)).collect();
    common.sort_by_key(|&(word, n)| (std::cmp::Reverse(n), word));
    writeln!(out, "{} words, {:?}", counts.len(), &common[..5]).unwrap();

    let mut squares: HashMap<u64, u64, Fixed> = (0..500).map(|n| (n, n * n)).collect();
    squares.retain(|key, _| key % 3 == 1);
    for key in (0..500).step_by(2) {
        match squares.entry(key) {
            Entry::Occupied(entry) if entry.get() > &10_000 => drop(entry.remove()),
            Entry::Occupied(mut entry) => *entry.get_mut() += 1,
            Entry::Vacant(entry) => drop(entry.insert(0)),
        }
    }
    let (keys, values): (u64, u64) = squares.iter().fold((0, 0), |sum, (k, v)| (sum.0 + k, sum.1 + v));
    writeln!(out, "{} entries, keys {keys}, values {values}", squares.len()).unwrap();
    squares.shrink_to_fit();
    let found = (0..500).filter(|n| squares.get(n).is_some_and(|v| v % 2 == 1)).count();
    writeln!(out, "{found} odd values").unwrap();

    let letters: HashSet<char, Fixed> = TEXT.chars().filter(|c| c.is_alphabetic()).collect();
    let mut missing: Vec<char> = ('a'..='z').filter(|c| !letters.contains(c)).collect();
    missing.sort_unstable();
    writeln!(out, "{} letters, without {missing:?}", letters.len()).unwrap();

    let mut hasher = DefaultHasher::new();
    (7_u64, -3_i32, "text", 'x').hash(&mut hasher);
    write!(out, "{:016x}", hasher.finish()).unwrap();
    out
}
