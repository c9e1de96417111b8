//! `LruCache`, with an iterator that is kept while other operations run.
#![cfg(glassbox)]

#[glassbox::explore(operations = 4, elements = 2)]
mod kept {
    use std::collections::hash_map::DefaultHasher;
    use std::hash::BuildHasherDefault;

    use glassbox::Val;
    use lru::{Iter, LruCache};

    /// A cache, and an iterator over its entries.
    pub struct Subject {
        entries: Option<Iter<'static, u8, Val>>,
        // The hasher of std has a new seed in every map, which would make all states differ.
        cache: LruCache<u8, Val, BuildHasherDefault<DefaultHasher>>,
    }

    pub fn new() -> Subject {
        Subject { entries: None, cache: LruCache::with_hasher(2, BuildHasherDefault::default()) }
    }

    pub fn put(subject: &mut Subject, #[glassbox(values = 0..2)] key: u8, value: Val) {
        subject.cache.put(key, value);
    }

    pub fn pop(subject: &mut Subject, #[glassbox(values = 0..2)] key: u8) {
        subject.cache.pop(&key);
    }

    pub fn iter(subject: &mut Subject) {
        subject.entries = Some(subject.cache.iter());
    }

    pub fn next(subject: &mut Subject) -> Option<(&'static u8, &'static Val)> {
        subject.entries.as_mut()?.next()
    }
}
