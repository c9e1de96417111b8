//! BTreeMap: random insertions and removals against a sorted Vec, ranges, entries, split_off, append, retain.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::ops::Bound;

fn next(seed: &mut u32) -> u32 {
    *seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
    *seed >> 16
}

fn insert(model: &mut Vec<(u32, String)>, key: u32, value: String) -> Option<String> {
    match model.binary_search_by_key(&key, |entry| entry.0) {
        Ok(i) => Some(std::mem::replace(&mut model[i].1, value)),
        Err(i) => {
            model.insert(i, (key, value));
            None
        }
    }
}

fn remove(model: &mut Vec<(u32, String)>, key: u32) -> Option<String> {
    let i = model.binary_search_by_key(&key, |entry| entry.0).ok()?;
    Some(model.remove(i).1)
}

pub fn run() -> String {
    let mut out = String::new();
    let (mut map, mut model, mut seed) = (BTreeMap::new(), Vec::new(), 42);
    for _ in 0..600 {
        let key = next(&mut seed) % 200;
        if next(&mut seed) % 5 < 3 {
            let value = format!("v{}", next(&mut seed) % 1000);
            assert_eq!(map.insert(key, value.clone()), insert(&mut model, key, value));
        } else {
            assert_eq!(map.remove(&key), remove(&mut model, key));
        }
    }
    assert!(map.iter().map(|(&k, v)| (k, v.as_str())).eq(model.iter().map(|(k, v)| (*k, v.as_str()))));
    writeln!(out, "{} entries, {:?} .. {:?}", map.len(), map.first_key_value(), map.last_key_value()).unwrap();

    let range = map.range((Bound::Excluded(50), Bound::Included(70)));
    writeln!(out, "(50, 70]: {:?}", range.map(|(k, _)| *k).collect::<Vec<_>>()).unwrap();
    for (_, value) in map.range_mut(100..) {
        value.push('+');
    }
    let mut upper = map.split_off(&120);
    writeln!(out, "split: {} and {}", map.len(), upper.len()).unwrap();
    upper.retain(|key, value| key % 2 == 0 || value.len() > 4);
    upper.insert(3, "low".to_owned());
    map.append(&mut upper);
    writeln!(out, "joined: {}, {:?}", map.len(), map.get(&3)).unwrap();

    let mut counts: BTreeMap<char, usize> = BTreeMap::new();
    for c in map.values().flat_map(|value| value.chars()) {
        *counts.entry(c).or_default() += 1;
    }
    counts.entry('v').and_modify(|n| *n += 1000).or_insert(0);
    writeln!(out, "{counts:?}").unwrap();
    while let (Some(first), Some(last)) = (map.pop_first(), map.pop_last()) {
        if map.len() < 6 {
            writeln!(out, "{first:?} {last:?}").unwrap();
        }
    }
    write!(out, "empty: {}", map.is_empty()).unwrap();
    out
}
