//! `LruCache` with keys that have memory of their own: a map that forgets what was used least recently.
#![cfg(glassbox)]

#[glassbox::explore(operations = 4)]
mod strings {
    use std::collections::hash_map::DefaultHasher;
    use std::hash::BuildHasherDefault;

    use lru::LruCache;

    // The hasher of std has a new seed in every map, which would make all states differ.
    type Cache = LruCache<String, String, BuildHasherDefault<DefaultHasher>>;

    pub fn new() -> Cache {
        LruCache::with_hasher(2, BuildHasherDefault::default())
    }

    pub fn put(cache: &mut Cache, #[glassbox(values = 0..3)] key: u8) {
        cache.put(text(key), "x".to_owned());
    }

    pub fn get(cache: &mut Cache, #[glassbox(values = 0..2)] key: u8) {
        let key = text(key);
        let is_there = cache.contains(&key);
        assert_eq!(cache.get(&key).is_some(), is_there);
    }

    pub fn pop(cache: &mut Cache, #[glassbox(values = 0..2)] key: u8) {
        let key = text(key);
        cache.pop(&key);
        assert!(!cache.contains(&key));
    }

    pub fn pop_lru(cache: &mut Cache) -> Option<(String, String)> {
        cache.pop_lru()
    }

    pub fn resize(cache: &mut Cache, #[glassbox(values = 1..4)] capacity: usize) {
        cache.resize(capacity);
    }

    pub fn clear(cache: &mut Cache) {
        cache.clear();
    }

    pub fn len_is_right(cache: &Cache) -> bool {
        cache.len() == cache.iter().count() && cache.len() <= cache.cap()
    }

    pub fn keys_are_there(cache: &Cache) -> bool {
        cache.iter().all(|(key, value)| cache.peek(key) == Some(value))
    }

    fn text(key: u8) -> String {
        char::from(b'a' + key).to_string()
    }
}
