//! The entries of a cache in a doubly linked list, the most recently used first.

use std::marker::PhantomData;
use std::ptr::NonNull;

#[cfg_attr(any(test, glassbox), derive(glassbox::Structure))]
pub(crate) struct Order<K, V> {
    #[cfg_attr(any(test, glassbox), glassbox(tree))]
    pub(crate) first: Link<K, V>,
    #[cfg_attr(any(test, glassbox), glassbox(alias))]
    pub(crate) last: Link<K, V>,
    owns: PhantomData<Box<Entry<K, V>>>,
}

#[cfg_attr(any(test, glassbox), derive(glassbox::Structure))]
#[cfg_attr(any(test, glassbox), glassbox(domain(u8 = 0..3)))]
pub(crate) struct Entry<K, V> {
    #[cfg_attr(any(test, glassbox), glassbox(prev))]
    prev: Link<K, V>,
    #[cfg_attr(any(test, glassbox), glassbox(tree))]
    pub(crate) next: Link<K, V>,
    pub(crate) key: K,
    pub(crate) value: V,
}

type Link<K, V> = Option<NonNull<Entry<K, V>>>;

// SAFETY (for all `unsafe` blocks of this file): every `Link` leads to an entry that `push_first` made with `Box::leak`
// and that only `remove` frees, after `unlink` has taken it out of the list.

impl<K, V> Default for Order<K, V> {
    fn default() -> Self {
        Self { first: None, last: None, owns: PhantomData }
    }
}

impl<K, V> Order<K, V> {
    /// Adds an entry as the most recently used one. It stays where it is until it is removed.
    pub(crate) fn push_first(&mut self, key: K, value: V) -> NonNull<Entry<K, V>> {
        let entry = NonNull::from(Box::leak(Box::new(Entry { prev: None, next: None, key, value })));
        self.link_first(entry);
        entry
    }

    /// Removes the least recently used entry.
    pub(crate) fn pop_last(&mut self) -> Option<(K, V)> {
        // SAFETY: `last` is an entry of this list.
        self.last.map(|last| unsafe { self.remove(last) })
    }

    /// Makes an entry the most recently used one.
    ///
    /// # Safety
    ///
    /// It is an entry of this list.
    pub(crate) unsafe fn promote(&mut self, entry: NonNull<Entry<K, V>>) {
        let last = self.last;
        self.unlink(entry);
        if cfg!(feature = "bug-unlink-forgets-tail") && self.first.is_some() {
            self.last = last;
        }
        self.link_first(entry);
    }

    /// Removes and frees an entry.
    ///
    /// # Safety
    ///
    /// It is an entry of this list, and is not used afterwards.
    pub(crate) unsafe fn remove(&mut self, entry: NonNull<Entry<K, V>>) -> (K, V) {
        self.unlink(entry);
        // SAFETY: see above; no link leads to the entry any more.
        let entry = unsafe { Box::from_raw(entry.as_ptr()) };
        (entry.key, entry.value)
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = (&K, &V)> {
        // SAFETY: see above; the iterator borrows the list.
        let entries = std::iter::successors(self.first, |entry| unsafe { (*entry.as_ptr()).next });
        // SAFETY: as above.
        entries.map(|entry| unsafe { (&(*entry.as_ptr()).key, &(*entry.as_ptr()).value) })
    }

    fn link_first(&mut self, entry: NonNull<Entry<K, V>>) {
        // SAFETY: see above.
        unsafe {
            (*entry.as_ptr()).prev = None;
            (*entry.as_ptr()).next = self.first;
        }
        match self.first {
            // SAFETY: see above.
            Some(first) => unsafe { (*first.as_ptr()).prev = Some(entry) },
            None => self.last = Some(entry),
        }
        self.first = Some(entry);
    }

    fn unlink(&mut self, entry: NonNull<Entry<K, V>>) {
        // SAFETY: see above.
        let (prev, next) = unsafe { ((*entry.as_ptr()).prev, (*entry.as_ptr()).next) };
        match prev {
            // SAFETY: see above.
            Some(prev) => unsafe { (*prev.as_ptr()).next = next },
            None => self.first = next,
        }
        match next {
            // SAFETY: see above.
            Some(next) => unsafe { (*next.as_ptr()).prev = prev },
            None => self.last = prev,
        }
    }
}

impl<K, V> Drop for Order<K, V> {
    fn drop(&mut self) {
        let mut next = self.first;
        while let Some(entry) = next {
            // SAFETY: see above; this entry is not used any more.
            next = unsafe { Box::from_raw(entry.as_ptr()) }.next;
        }
    }
}
