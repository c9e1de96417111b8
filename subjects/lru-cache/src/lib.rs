//! A cache that forgets what was least recently used.
//!
//! Entries are in a doubly linked list, the most recently used first. It is searched from the front, so that what is
//! used often is found soon; caches with many entries would have an index beside it.
//!
//! Features whose names begin with `bug-` plant a bug each: they are there to be found.

use std::fmt;
use std::marker::PhantomData;
use std::mem::MaybeUninit;
use std::ptr::NonNull;

mod checks;

/// A map with a limited number of entries.
#[derive(glassbox::Structure)]
#[glassbox(domain(u8 = 0..4))]
pub struct Cache<K, V> {
    /// The most recently used entry.
    #[glassbox(tree)]
    head: Option<NonNull<Entry<K, V>>>,
    /// The least recently used entry, which `head` leads to as well.
    #[glassbox(alias)]
    tail: Option<NonNull<Entry<K, V>>>,
    /// How many entries there are.
    #[glassbox(count(Entry<K, V>))]
    len: usize,
    /// How many there may be, at least one.
    #[glassbox(values = 1..4)]
    capacity: usize,
    /// The cache owns its entries, although pointers alone do not say so.
    owns: PhantomData<Box<Entry<K, V>>>,
}

#[derive(glassbox::Structure)]
struct Entry<K, V> {
    #[glassbox(prev)]
    prev: Option<NonNull<Entry<K, V>>>,
    #[glassbox(tree)]
    next: Option<NonNull<Entry<K, V>>>,
    key: K,
    value: V,
}

// SAFETY (for every `unsafe` in this file): links lead to entries that were made by `Box::leak` in `put` and are freed
// only by `unlink` and what it is called by; then no link leads to them. References to keys and values are bound to
// the borrow of the cache, so that nothing changes while one is out.

impl<K, V> Cache<K, V> {
    /// An empty cache for so many entries, but at least one.
    pub const fn new(capacity: usize) -> Self {
        let capacity = if capacity == 0 { 1 } else { capacity };
        Self { head: None, tail: None, len: 0, capacity, owns: PhantomData }
    }

    /// How many entries there are.
    pub const fn len(&self) -> usize {
        self.len
    }

    /// Whether there are none.
    pub const fn is_empty(&self) -> bool {
        self.head.is_none()
    }

    /// How many entries there may be.
    pub const fn capacity(&self) -> usize {
        self.capacity
    }

    /// All entries, the most recently used first.
    pub fn iter(&self) -> impl Iterator<Item = (&K, &V)> {
        let mut next = self.head;
        std::iter::from_fn(move || {
            // SAFETY: the cache is borrowed as long as the iterator lives.
            let entry = unsafe { &*next?.as_ptr() };
            next = entry.next;
            Some((&entry.key, &entry.value))
        })
    }

    /// Forgets the least recently used entry and returns it.
    pub fn pop(&mut self) -> Option<(K, V)> {
        let wrong = cfg!(feature = "bug-pop-takes-first");
        (if wrong { self.head } else { self.tail }).map(|entry| self.free(entry))
    }
}

impl<K: Eq, V> Cache<K, V> {
    /// The value of a key, which is now the most recently used one.
    pub fn get(&mut self, key: &K) -> Option<&V> {
        let entry = self.find(key)?;
        if !cfg!(feature = "bug-get-forgets-to-move") {
            if !cfg!(feature = "bug-get-links-twice") {
                self.unlink(entry);
            }
            self.link_first(entry);
        }
        // SAFETY: see above.
        Some(unsafe { &(*entry.as_ptr()).value })
    }

    /// The value of a key, without using it.
    pub fn peek(&self, key: &K) -> Option<&V> {
        // SAFETY: see above.
        self.find(key).map(|entry| unsafe { &(*entry.as_ptr()).value })
    }

    /// Gives a key a value. Returns what has to go for it: what the key had before, or else the least recently used
    /// entry if there are too many.
    pub fn put(&mut self, key: K, value: V) -> Option<(K, V)> {
        let gone = match self.find(&key) {
            Some(_) if cfg!(feature = "bug-put-keeps-old-value") => return Some((key, value)),
            Some(_) if cfg!(feature = "bug-put-duplicates-key") => None,
            Some(entry) => Some(self.free(entry)),
            None if cfg!(feature = "bug-put-ignores-capacity") => None,
            None if cfg!(feature = "bug-put-evicts-newest") && self.len == self.capacity => {
                self.head.map(|entry| self.free(entry))
            }
            None if cfg!(feature = "bug-put-evicts-too-early") && self.len + 1 == self.capacity => self.pop(),
            None if self.len == self.capacity => self.pop(),
            None => None,
        };
        let entry = Box::leak(Box::new(Entry { prev: None, next: None, key, value }));
        self.link_first(entry.into());
        gone
    }

    /// Forgets a key; returns its value.
    pub fn remove(&mut self, key: &K) -> Option<V> {
        self.find(key).map(|entry| self.free(entry).1)
    }

    fn find(&self, key: &K) -> Option<NonNull<Entry<K, V>>> {
        let mut next = self.head;
        while let Some(entry) = next {
            // SAFETY: see above.
            let inner = unsafe { &*entry.as_ptr() };
            if inner.key == *key {
                break;
            }
            if cfg!(feature = "bug-find-takes-last-for-any") && inner.next.is_none() {
                break;
            }
            next = inner.next;
        }
        next
    }
}

impl<K, V> Cache<K, V> {
    /// Takes an entry of this cache out.
    fn free(&mut self, entry: NonNull<Entry<K, V>>) -> (K, V) {
        if !cfg!(feature = "bug-free-forgets-to-unlink") {
            self.unlink(entry);
        }
        if cfg!(feature = "bug-free-leaks-entry") {
            // SAFETY: the entry stays alive, and nobody uses what is left in it.
            let entry = unsafe { entry.as_ptr().read() };
            return (entry.key, entry.value);
        }
        let freed = entry.as_ptr().cast::<MaybeUninit<Entry<K, V>>>();
        // SAFETY: made by a box, and no link leads to it any more.
        let entry = unsafe { Box::from_raw(entry.as_ptr()) };
        let taken = (entry.key, entry.value);
        if cfg!(feature = "bug-free-frees-twice") {
            // SAFETY: none. The memory is freed once more at the end: that is the bug.
            drop(unsafe { Box::from_raw(freed) });
        }
        taken
    }

    /// Puts an entry that is not linked before all others.
    fn link_first(&mut self, entry: NonNull<Entry<K, V>>) {
        let next = self.head.replace(entry);
        // SAFETY: see above; no reference to this entry is out.
        unsafe {
            if !cfg!(feature = "bug-link-stale-prev") {
                (*entry.as_ptr()).prev = None;
            }
            (*entry.as_ptr()).next = next;
        }
        if !(cfg!(feature = "bug-link-forgets-tail") && next.is_none()) {
            *self.link_before(next) = Some(entry);
        }
        if !cfg!(feature = "bug-link-forgets-len") {
            self.len += 1;
        }
    }

    /// Joins the neighbours of an entry of this cache.
    fn unlink(&mut self, entry: NonNull<Entry<K, V>>) {
        // SAFETY: see above.
        let (prev, next) = unsafe { ((*entry.as_ptr()).prev, (*entry.as_ptr()).next) };
        match prev {
            // SAFETY: see above; no reference to this entry is out.
            Some(prev) if !cfg!(feature = "bug-unlink-forgets-prev") => unsafe { (*prev.as_ptr()).next = next },
            Some(_) => {}
            None => self.head = next,
        }
        if !(cfg!(feature = "bug-unlink-forgets-tail") && next.is_none()) {
            *self.link_before(next) = prev;
        }
        self.len -= 1;
    }

    /// The link backwards from an entry, or from the end.
    fn link_before(&mut self, next: Option<NonNull<Entry<K, V>>>) -> &mut Option<NonNull<Entry<K, V>>> {
        match next {
            // SAFETY: see above; no other reference to this entry is out.
            Some(entry) => unsafe { &mut (*entry.as_ptr()).prev },
            None => &mut self.tail,
        }
    }
}

impl<K: fmt::Debug, V: fmt::Debug> fmt::Debug for Cache<K, V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_map().entries(self.iter()).finish()
    }
}

impl<K, V> Drop for Cache<K, V> {
    fn drop(&mut self) {
        while self.pop().is_some() {}
    }
}

#[cfg(test)]
mod tests;
