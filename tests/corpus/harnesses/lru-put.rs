//! `LruCache` without `clear` and `resize`.
#![cfg(glassbox)]

// `clear` and `resize` lose values before 0.6.3, and a cache without capacity can not be used before 0.5.3.
#[glassbox::explore(operations = 5)]
mod strings {
    use std::collections::hash_map::DefaultHasher;
    use std::hash::BuildHasherDefault;

    use lru::LruCache;

    // The hasher of std has a new seed in every map, which would make all states differ.
    type Cache = LruCache<u8, String, BuildHasherDefault<DefaultHasher>>;

    pub fn new(#[glassbox(values = 1..3)] capacity: usize) -> Cache {
        LruCache::with_hasher(capacity, BuildHasherDefault::default())
    }

    pub fn put(cache: &mut Cache, #[glassbox(values = 0..3)] key: u8) {
        cache.put(key, "x".to_owned());
    }

    pub fn get(cache: &mut Cache, #[glassbox(values = 0..2)] key: u8) {
        let is_there = cache.contains(&key);
        assert_eq!(cache.get(&key).is_some(), is_there);
    }

    pub fn pop(cache: &mut Cache, #[glassbox(values = 0..2)] key: u8) {
        cache.pop(&key);
        assert!(!cache.contains(&key));
    }

    pub fn pop_lru(cache: &mut Cache) -> Option<(u8, String)> {
        cache.pop_lru()
    }

    pub fn len_is_right(cache: &Cache) -> bool {
        cache.len() == cache.iter().count() && cache.len() <= cache.cap()
    }

    pub fn keys_are_there(cache: &Cache) -> bool {
        cache.iter().all(|(key, value)| cache.peek(key) == Some(value))
    }
}
