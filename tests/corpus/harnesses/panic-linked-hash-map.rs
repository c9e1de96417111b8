//! `LinkedHashMap`, with callbacks that panic.
#![cfg(glassbox)]

#[glassbox::explore(operations = 3, elements = 3)]
mod values {
    use std::collections::hash_map::DefaultHasher;
    use std::hash::BuildHasherDefault;

    use glassbox::{Key, Val};
    use linked_hash_map::LinkedHashMap;

    // The hasher of std has a new seed in every map, which would make all states differ.
    type Map = LinkedHashMap<Key, Val, BuildHasherDefault<DefaultHasher>>;

    pub fn new() -> Map {
        Map::default()
    }

    pub fn insert(map: &mut Map, key: Key, value: Val) {
        map.insert(key, value);
    }

    pub fn get_refresh(map: &mut Map, key: Key) {
        map.get_refresh(&key);
    }

    pub fn remove(map: &mut Map, key: Key) {
        map.remove(&key);
    }

    pub fn entry(map: &mut Map, key: Key, value: Val) {
        map.entry(key).and_modify(|_| glassbox::panic_point()).or_insert_with(|| {
            glassbox::panic_point();
            value
        });
    }

    pub fn pop_front(map: &mut Map) {
        map.pop_front();
    }

    pub fn pop_back(map: &mut Map) {
        map.pop_back();
    }

    pub fn extend(map: &mut Map, key: Key, value: Val) {
        map.extend([(key, value)].into_iter().inspect(|_| glassbox::panic_point()));
    }

    pub fn clear(map: &mut Map) {
        map.clear();
    }

    pub fn drain(map: &mut Map, #[glassbox(values = 0..3)] n: usize) {
        map.drain().take(n).for_each(drop);
    }

    pub fn clone_and_swap(map: &mut Map) {
        let copy = map.clone();
        *map = copy;
    }

    pub fn into_iter(map: Map, #[glassbox(values = 0..3)] n: usize) {
        map.into_iter().take(n).for_each(drop);
    }
}
