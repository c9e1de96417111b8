//! A singly linked list that knows its length.
//!
//! Features whose names begin with `bug-` plant a bug each: they are there to be found.

use std::mem;

mod checks;

/// A list.
#[derive(Debug, glassbox::Structure)]
#[glassbox(no_invariant)]
pub struct List<T> {
    head: Option<Box<Node<T>>>,
    /// How many nodes there are.
    #[glassbox(count(Node<T>))]
    len: usize,
}

#[derive(Debug, glassbox::Structure)]
#[glassbox(no_invariant)]
struct Node<T> {
    item: T,
    next: Option<Box<Node<T>>>,
}

impl<T> List<T> {
    /// An empty list.
    pub const fn new() -> Self {
        Self { head: None, len: 0 }
    }

    /// How many items there are.
    pub const fn len(&self) -> usize {
        self.len
    }

    /// Whether there are none.
    pub const fn is_empty(&self) -> bool {
        self.head.is_none()
    }

    /// The items from the first to the last.
    pub fn iter(&self) -> impl Iterator<Item = &T> {
        let mut next = self.head.as_deref();
        std::iter::from_fn(move || {
            let node = next?;
            next = node.next.as_deref();
            Some(&node.item)
        })
    }

    /// The item at this place.
    pub fn get(&self, index: usize) -> Option<&T> {
        self.iter().nth(if cfg!(feature = "bug-get-one-further") { index + 1 } else { index })
    }

    /// Puts an item before the first.
    pub fn push_front(&mut self, item: T) {
        let next = self.head.take();
        self.head = Some(Box::new(Node { item, next }));
        if !cfg!(feature = "bug-push-front-forgets-len") {
            self.len += 1;
        }
    }

    /// Takes the first item.
    pub fn pop_front(&mut self) -> Option<T> {
        let node = self.head.take()?;
        self.head = if cfg!(feature = "bug-pop-front-drops-rest") { None } else { node.next };
        self.len -= if cfg!(feature = "bug-pop-front-counts-twice") { 2 } else { 1 };
        Some(node.item)
    }

    /// Puts an item after the last.
    pub fn push_back(&mut self, item: T) {
        let mut link = &mut self.head;
        while let Some(node) = link {
            if cfg!(feature = "bug-push-back-replaces-last") && node.next.is_none() {
                node.item = item;
                return;
            }
            link = &mut node.next;
        }
        *link = Some(Box::new(Node { item, next: None }));
        if cfg!(feature = "bug-push-back-makes-cycle")
            && let Some(node) = link
        {
            // SAFETY: none. Two boxes own one node: that is the bug.
            node.next = Some(unsafe { Box::from_raw(&raw mut **node) });
        }
        self.len += 1;
    }

    /// Puts an item before the one at `index`, or after the last if that is where the index leads. An index beyond
    /// gives the item back.
    pub fn insert(&mut self, index: usize, item: T) -> Result<(), T> {
        let Some(link) = self.link_at(index) else { return Err(item) };
        let mut next = link.take();
        if cfg!(feature = "bug-insert-leaks-rest") {
            mem::forget(next.take());
        }
        let at_end = next.is_none();
        *link = Some(Box::new(Node { item, next }));
        if !(cfg!(feature = "bug-insert-forgets-len-at-end") && at_end) {
            self.len += 1;
        }
        Ok(())
    }

    /// Takes the item at `index`.
    pub fn remove(&mut self, index: usize) -> Option<T> {
        let link = self.link_at(index)?;
        let node = if cfg!(feature = "bug-remove-expects-node") { link.take().unwrap() } else { link.take()? };
        if cfg!(feature = "bug-remove-leaks-node") {
            // SAFETY: the node stays alive, and nobody uses what is left in it.
            let Node { item, next } = unsafe { Box::into_raw(node).read() };
            *link = next;
            self.len -= 1;
            return Some(item);
        }
        *link = if cfg!(feature = "bug-remove-drops-rest") { None } else { node.next };
        self.len -= 1;
        Some(node.item)
    }

    /// Turns the list round.
    pub fn reverse(&mut self) {
        let (mut rest, mut turned) = (self.head.take(), None);
        while let Some(mut node) = rest {
            if cfg!(feature = "bug-reverse-stops-early") && node.next.is_none() {
                break;
            }
            rest = mem::replace(&mut node.next, turned);
            turned = Some(node);
        }
        if cfg!(feature = "bug-reverse-leaks-all") {
            mem::forget(turned.take());
        }
        self.head = turned;
    }

    /// The link behind so many nodes, if there are so many.
    fn link_at(&mut self, index: usize) -> Option<&mut Option<Box<Node<T>>>> {
        let mut link = &mut self.head;
        let index = if cfg!(feature = "bug-index-one-short") { index.saturating_sub(1) } else { index };
        for _ in 0..index {
            link = &mut link.as_mut()?.next;
        }
        Some(link)
    }
}

impl<T> Default for List<T> {
    fn default() -> Self {
        Self::new()
    }
}

/// One node after the other: recursion would be as deep as the list is long.
impl<T> Drop for List<T> {
    fn drop(&mut self) {
        while self.pop_front().is_some() {}
    }
}

#[cfg(test)]
mod tests;
