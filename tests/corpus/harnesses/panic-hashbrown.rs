//! `HashMap`, with callbacks that panic.
#![cfg(glassbox)]

/// A closure's answer, after it may have panicked.
fn answer() -> bool {
    glassbox::panic_point();
    glassbox::choose(2) == 1
}

#[glassbox::explore(operations = 2, elements = 2)]
mod values {
    use std::collections::hash_map::DefaultHasher;
    use std::hash::BuildHasherDefault;

    use glassbox::{Key, Val};
    use hashbrown::HashMap;

    use super::answer;

    type Map = HashMap<Key, Val, BuildHasherDefault<DefaultHasher>>;

    pub fn new() -> Map {
        Map::default()
    }

    pub fn insert(map: &mut Map, key: Key, value: Val) {
        map.insert(key, value);
    }

    pub fn remove(map: &mut Map, key: Key) {
        map.remove(&key);
    }

    pub fn entry(map: &mut Map, key: Key, value: Val) {
        map.entry(key).or_insert_with(|| {
            glassbox::panic_point();
            value
        });
    }

    pub fn retain(map: &mut Map) {
        map.retain(|_, _| answer());
    }

    pub fn extract_if(map: &mut Map, #[glassbox(values = 0..3)] n: usize) {
        map.extract_if(|_, _| answer()).take(n).for_each(drop);
    }

    pub fn drain(map: &mut Map, #[glassbox(values = 0..3)] n: usize) {
        map.drain().take(n).for_each(drop);
    }

    pub fn extend(map: &mut Map, key: Key, value: Val) {
        map.extend([(key, value)].into_iter().inspect(|_| glassbox::panic_point()));
    }

    pub fn reserve(map: &mut Map) {
        map.reserve(8);
    }

    pub fn shrink_to_fit(map: &mut Map) {
        map.shrink_to_fit();
    }

    pub fn clear(map: &mut Map) {
        map.clear();
    }

    pub fn clone_and_swap(map: &mut Map) {
        let copy = map.clone();
        *map = copy;
    }

    pub fn clone_from(map: &mut Map, key: Key, value: Val) {
        let mut other = Map::default();
        other.insert(key, value);
        map.clone_from(&other);
    }

    pub fn into_iter(map: Map, #[glassbox(values = 0..3)] n: usize) {
        map.into_iter().take(n).for_each(drop);
    }
}
