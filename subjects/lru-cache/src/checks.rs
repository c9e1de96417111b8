//! What holds for the cache, and the checks.
//!
//! Keys are the numbers 0 to 3, capacities 1 to 3. That `prev` leads back and that `len` is the number of entries
//! follows from the description. There are 15, 39, 63 caches within heights 1, 2, 3: all orders of different keys that
//! the capacity admits.

use std::mem::ManuallyDrop;
use std::ptr;

use glassbox::{Broken, Children, Invariant, Val, ensure};

use crate::{Cache, Entry};

impl Invariant for Entry<u8, Val> {
    /// The last entry, and a bit for every key from here on: keys are different if no bit is set twice.
    type Summary = (*const Self, u8);

    fn check(&self, children: &Children) -> Result<Self::Summary, Broken> {
        let (last, keys) = children.summary(&self.next).unwrap_or((self, 0));
        let key = 1 << self.key;
        ensure(keys & key == 0, "two entries have the same key")?;
        Ok((last, keys | key))
    }
}

impl Invariant for Cache<u8, Val> {
    type Summary = ();

    fn check(&self, children: &Children) -> Result<(), Broken> {
        let last = children.summary(&self.head).map_or(ptr::null(), |(last, _)| last);
        let tail = self.tail.map_or(ptr::null(), |tail| tail.as_ptr().cast_const());
        ensure(tail == last, "`tail` is not the last entry")?;
        ensure(self.len <= self.capacity, "there are more entries than there may be")
    }
}

/// What is used is the first to be found.
#[glassbox::check(height = 3)]
fn get(cache: &mut Cache<u8, Val>, #[glassbox(values = 0..4)] key: u8) -> bool {
    let found = cache.get(&key).is_some();
    !found || cache.iter().next().is_some_and(|(first, _)| *first == key)
}

/// Looking without using changes nothing.
#[glassbox::check(height = 3)]
fn peek(cache: &Cache<u8, Val>, #[glassbox(values = 0..4)] key: u8) {
    cache.peek(&key);
}

/// What is put in is the first to be found, and only so many entries stay.
#[glassbox::check(height = 3)]
fn put(cache: &mut Cache<u8, Val>, #[glassbox(values = 0..4)] key: u8, value: Val) -> bool {
    cache.put(key, value);
    cache.iter().next().is_some_and(|(first, _)| *first == key)
}

/// What was removed is gone.
#[glassbox::check(height = 3)]
fn remove(cache: &mut Cache<u8, Val>, #[glassbox(values = 0..4)] key: u8) -> bool {
    cache.remove(&key);
    cache.peek(&key).is_none()
}

/// The last entry goes first.
#[glassbox::check(height = 3)]
fn pop(cache: &mut Cache<u8, Val>) -> bool {
    let last = cache.iter().last().map(|(key, _)| *key);
    cache.pop().map(|(key, _)| key) == last
}

/// What is put in is found, and a key that was there gives its old value back.
#[glassbox::check(height = 3)]
fn put_then_peek(cache: &mut Cache<u8, Val>, #[glassbox(values = 0..4)] key: u8, value: Val) -> bool {
    let (old, new) = (cache.peek(&key).map(same), same(&value));
    let gone = cache.put(key, value);
    let gave_back = old.is_none() || gone.as_ref().map(|gone| &gone.1) == old.as_deref();
    gave_back & (cache.peek(&key) == Some(&new))
}

/// The least recently used entry makes room exactly if there is none, and nothing else goes.
#[glassbox::check(height = 3)]
fn put_evicts_least_recently_used(
    cache: &mut Cache<u8, Val>,
    #[glassbox(values = 0..4)] key: u8,
    value: Val,
    #[glassbox(values = 0..4)] other: u8,
) -> bool {
    let full = cache.len() == cache.capacity() && cache.peek(&key).is_none();
    let oldest = cache.iter().last().map(|(key, _)| *key);
    let stays = cache.peek(&other).is_some() && !(full && oldest == Some(other));
    cache.put(key, value);
    cache.peek(&other).is_some() == (stays || other == key)
}

/// A value to compare with later. It is never dropped, so that the one in the cache still is, once.
fn same(value: &Val) -> ManuallyDrop<Val> {
    // SAFETY: a value owns nothing, and this copy of it is only compared.
    ManuallyDrop::new(unsafe { ptr::read(value) })
}

/// What was used just now survives the next one, if there is room for two.
#[glassbox::check(height = 3)]
fn get_then_put(
    cache: &mut Cache<u8, Val>,
    #[glassbox(values = 0..4)] used: u8,
    #[glassbox(values = 0..4)] new: u8,
    value: Val,
) -> bool {
    let was_there = cache.get(&used).is_some();
    cache.put(new, value);
    !was_there || cache.capacity() == 1 || cache.peek(&used).is_some()
}

/// What operations begin with: room for two.
impl Default for Cache<u8, Val> {
    fn default() -> Self {
        Self::new(2)
    }
}

/// What is used is what could be seen before, and a cache is empty if it has no entries.
#[glassbox::check(height = 3)]
fn peek_then_get(cache: &mut Cache<u8, Val>, #[glassbox(values = 0..4)] key: u8) -> bool {
    let seen = cache.peek(&key).map(same);
    (cache.get(&key) == seen.as_deref()) & (cache.is_empty() == cache.iter().next().is_none())
}

/// A cache has room for what was asked for, but at least for one entry.
#[glassbox::check]
fn new(#[glassbox(values = 0..4)] capacity: usize) -> bool {
    let cache = Cache::<u8, Val>::new(capacity);
    cache.capacity() == capacity.max(1) && cache.is_empty()
}

#[cfg(test)]
mod tests;
