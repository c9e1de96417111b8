//! Checks of the recency list by itself, and an exploration of the whole cache beside a simple model.

use std::ptr::{self, NonNull};

use glassbox::{Broken, Children, Invariant, Val, ensure};

use crate::order::{Entry, Order};

impl Invariant for Entry<u8, Val> {
    /// The last entry from here on, and a bit for each key.
    type Summary = (*const Self, u8);

    fn check(&self, children: &Children) -> Result<Self::Summary, Broken> {
        let (last, keys) = children.summary_or(&self.next, (self, 0));
        ensure(keys & (1 << self.key) == 0, "a key is there twice")?;
        Ok((last, keys | (1 << self.key)))
    }
}

impl Invariant for Order<u8, Val> {
    type Summary = ();

    fn check(&self, children: &Children) -> Result<(), Broken> {
        let (last, _) = children.summary_or(&self.first, (ptr::null(), 0));
        let ours = self.last.map_or(ptr::null(), |last| last.as_ptr().cast_const());
        ensure(ours == last, "`last` is not the last entry")
    }
}

/// A used entry is the first one afterwards.
#[glassbox::check(height = 3, nothing)]
fn promote(order: &mut Order<u8, Val>, #[glassbox(values = 0..3)] key: u8) -> bool {
    let Some(entry) = find(order, key) else { return true };
    // SAFETY: the entry is in the list.
    unsafe { order.promote(entry) };
    assert_eq!(order.first, Some(entry));
    true
}

#[glassbox::check(height = 3)]
fn remove(order: &mut Order<u8, Val>, #[glassbox(values = 0..3)] key: u8) -> bool {
    let Some(entry) = find(order, key) else { return true };
    // SAFETY: the entry is in the list, and is not used afterwards.
    let (removed, _) = unsafe { order.remove(entry) };
    removed == key && find(order, key).is_none()
}

/// A key that is not in the list is added in front.
#[glassbox::check(height = 3)]
fn push_first(order: &mut Order<u8, Val>, #[glassbox(values = 0..3)] key: u8, value: Val) -> bool {
    if find(order, key).is_none() {
        order.push_first(key, value);
    }
    find(order, key).is_some()
}

fn find(order: &Order<u8, Val>, key: u8) -> Option<NonNull<Entry<u8, Val>>> {
    let mut next = order.first;
    while let Some(entry) = next {
        // SAFETY: links lead to entries of the list.
        let it = unsafe { entry.as_ref() };
        if it.key == key {
            break;
        }
        next = it.next;
    }
    next
}

/// The cache does what a vector of pairs does, the most recently used pair first.
#[cfg(glassbox)]
#[glassbox::explore(operations = 4)]
mod like_a_vector {
    use crate::Cache;

    pub struct Both {
        cache: Cache<u8, bool>,
        model: Vec<(u8, bool)>,
        capacity: usize,
    }

    pub fn new() -> Both {
        Both { cache: Cache::new(2), model: Vec::new(), capacity: 2 }
    }

    fn take(both: &mut Both, key: u8) -> Option<bool> {
        let place = both.model.iter().position(|pair| pair.0 == key)?;
        Some(both.model.remove(place).1)
    }

    pub fn get(both: &mut Both, #[glassbox(values = 0..3)] key: u8) {
        let value = take(both, key);
        both.model.splice(0..0, value.map(|value| (key, value)));
        assert_eq!(both.cache.get(&key).copied(), value);
    }

    pub fn put(both: &mut Both, #[glassbox(values = 0..3)] key: u8, value: bool) {
        let previous = take(both, key);
        both.model.insert(0, (key, value));
        both.model.truncate(both.capacity);
        assert_eq!(both.cache.put(key, value), previous);
    }

    pub fn remove(both: &mut Both, #[glassbox(values = 0..3)] key: u8) {
        let value = take(both, key);
        assert_eq!(both.cache.remove(&key), value);
    }

    pub fn pop(both: &mut Both) {
        assert_eq!(both.cache.pop(), both.model.pop());
    }

    pub fn set_capacity(both: &mut Both, #[glassbox(values = 1..3)] capacity: usize) {
        both.cache.set_capacity(capacity);
        both.model.truncate(capacity);
        both.capacity = capacity;
    }

    pub fn same_entries(both: &Both) -> bool {
        both.cache.iter().map(|(key, value)| (*key, *value)).eq(both.model.iter().copied())
    }

    pub fn same_keys(both: &Both) -> bool {
        let in_model = |key| both.model.iter().find(|pair| pair.0 == key).map(|pair| pair.1);
        both.cache.len() == both.model.len() && (0..3).all(|key| both.cache.peek(&key).copied() == in_model(key))
    }
}
