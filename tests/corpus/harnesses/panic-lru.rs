//! `LruCache`, a map that forgets the entry that was used least recently, with callbacks that panic.
#![cfg(glassbox)]

#[glassbox::explore(operations = 3, elements = 4)]
mod values {
    use std::borrow::Borrow;
    use std::collections::hash_map::DefaultHasher;
    use std::hash::{BuildHasherDefault, Hash, Hasher};
    use std::num::NonZeroUsize;

    use glassbox::{Key, Val};
    use lru::LruCache;

    // The hasher of std has a new seed in every map, which would make all states differ.
    type Cache = LruCache<Name, Val, BuildHasherDefault<DefaultHasher>>;

    /// A key with a value that may panic when it is dropped.
    pub struct Name(Key, #[expect(dead_code, reason = "it is only dropped")] Val);

    impl PartialEq for Name {
        fn eq(&self, other: &Self) -> bool {
            self.0 == other.0
        }
    }

    impl Eq for Name {}

    impl Hash for Name {
        fn hash<H: Hasher>(&self, state: &mut H) {
            self.0.hash(state);
        }
    }

    impl Borrow<Key> for Name {
        fn borrow(&self) -> &Key {
            &self.0
        }
    }

    pub fn new() -> Cache {
        LruCache::with_hasher(NonZeroUsize::MIN.saturating_add(1), BuildHasherDefault::default())
    }

    pub fn put(cache: &mut Cache, key: Key, owned: Val, value: Val) {
        cache.put(Name(key, owned), value);
    }

    pub fn push(cache: &mut Cache, key: Key, owned: Val, value: Val) {
        cache.push(Name(key, owned), value);
    }

    pub fn get(cache: &mut Cache, key: Key) {
        cache.get(&key);
    }

    pub fn get_or_insert(cache: &mut Cache, key: Key, owned: Val, value: Val) {
        cache.get_or_insert(Name(key, owned), || {
            glassbox::panic_point();
            value
        });
    }

    pub fn pop(cache: &mut Cache, key: Key) {
        cache.pop(&key);
    }

    pub fn pop_entry(cache: &mut Cache, key: Key) {
        cache.pop_entry(&key);
    }

    pub fn pop_lru(cache: &mut Cache) {
        cache.pop_lru();
    }

    pub fn promote(cache: &mut Cache, key: Key) {
        cache.promote(&key);
    }

    pub fn resize(cache: &mut Cache, #[glassbox(values = 1..4)] capacity: usize) {
        cache.resize(NonZeroUsize::new(capacity).unwrap_or(NonZeroUsize::MIN));
    }

    pub fn clear(cache: &mut Cache) {
        cache.clear();
    }
}
