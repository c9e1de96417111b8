//! A doubly linked list with raw pointers: both ends in constant time, and a cursor that inserts and removes anywhere.

use std::marker::PhantomData;
use std::ptr::NonNull;

#[cfg(any(test, glassbox))]
mod checks;
mod cursor;
#[cfg(test)]
mod tests;

pub use cursor::CursorMut;

/// A doubly linked list.
#[cfg_attr(any(test, glassbox), derive(glassbox::Structure))]
pub struct List<T> {
    #[cfg_attr(any(test, glassbox), glassbox(tree))]
    head: Link<T>,
    /// The last node. It belongs to the chain that begins at `head`.
    #[cfg_attr(any(test, glassbox), glassbox(alias))]
    tail: Link<T>,
    #[cfg_attr(any(test, glassbox), glassbox(count(Node<T>)))]
    len: usize,
    /// The list owns its nodes, which a `NonNull` does not say.
    owns: PhantomData<Box<Node<T>>>,
}

#[cfg_attr(any(test, glassbox), derive(glassbox::Structure))]
struct Node<T> {
    #[cfg_attr(any(test, glassbox), glassbox(prev))]
    prev: Link<T>,
    #[cfg_attr(any(test, glassbox), glassbox(tree))]
    next: Link<T>,
    item: T,
}

type Link<T> = Option<NonNull<Node<T>>>;

// SAFETY (for all `unsafe` blocks of the crate): every `Link` leads to a node that `link` made with `Box::leak`, and that
// only `unlink` frees, after it has taken the node out of the chain. References to items borrow the list, so the chain
// does not change while they live.

impl<T> Default for List<T> {
    fn default() -> Self {
        Self::new()
    }
}

impl<T> List<T> {
    /// Makes an empty list.
    pub const fn new() -> Self {
        Self { head: None, tail: None, len: 0, owns: PhantomData }
    }

    /// The number of items.
    pub const fn len(&self) -> usize {
        self.len
    }

    /// Whether there are no items.
    pub const fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The first item.
    pub fn front(&self) -> Option<&T> {
        // SAFETY: see above.
        self.head.map(|node| unsafe { &(*node.as_ptr()).item })
    }

    /// The last item.
    pub fn back(&self) -> Option<&T> {
        // SAFETY: see above.
        self.tail.map(|node| unsafe { &(*node.as_ptr()).item })
    }

    /// Adds an item before the first.
    pub fn push_front(&mut self, item: T) {
        self.link(None, item, self.head);
    }

    /// Adds an item after the last.
    pub fn push_back(&mut self, item: T) {
        self.link(self.tail, item, None);
    }

    /// Removes the first item.
    pub fn pop_front(&mut self) -> Option<T> {
        self.head.map(|node| self.unlink(node))
    }

    /// Removes the last item.
    pub fn pop_back(&mut self) -> Option<T> {
        self.tail.map(|node| self.unlink(node))
    }

    /// Moves all items of `other` to the end of this list, in constant time.
    pub fn append(&mut self, other: &mut Self) {
        let Some(first) = other.head.take() else { return };
        match self.tail {
            // SAFETY: see above; both lists are borrowed mutably.
            Some(last) => unsafe {
                (*last.as_ptr()).next = Some(first);
                (*first.as_ptr()).prev = Some(last);
            },
            None => self.head = Some(first),
        }
        self.tail = other.tail;
        if !cfg!(feature = "bug-append-keeps-tail") {
            other.tail = None;
        }
        self.len += std::mem::take(&mut other.len);
    }

    /// The items from first to last.
    pub fn iter(&self) -> impl Iterator<Item = &T> {
        // SAFETY: see above; the iterator borrows the list.
        self.nodes().map(|node| unsafe { &(*node.as_ptr()).item })
    }

    /// A cursor at the first item, or behind the last one if the list is empty.
    pub fn cursor_front_mut(&mut self) -> CursorMut<'_, T> {
        CursorMut { current: self.head, list: self }
    }

    fn nodes(&self) -> impl Iterator<Item = NonNull<Node<T>>> {
        // SAFETY: see above.
        std::iter::successors(self.head, |node| unsafe { (*node.as_ptr()).next })
    }

    /// Makes a node between two neighbours. `None` is the end of the list.
    fn link(&mut self, prev: Link<T>, item: T, next: Link<T>) {
        let node = Some(NonNull::from(Box::leak(Box::new(Node { prev, next, item }))));
        match prev {
            // SAFETY: see above.
            Some(prev) => unsafe { (*prev.as_ptr()).next = node },
            None => self.head = node,
        }
        match next {
            Some(_) if cfg!(feature = "bug-back-link") && prev.is_some() => {}
            // SAFETY: see above.
            Some(next) => unsafe { (*next.as_ptr()).prev = node },
            None => self.tail = node,
        }
        self.len += 1;
    }

    /// Takes a node out of the chain, frees it and returns its item.
    fn unlink(&mut self, node: NonNull<Node<T>>) -> T {
        // SAFETY: see above. The node is in the list; after the next lines no link leads to it.
        let node = unsafe { Box::from_raw(node.as_ptr()) };
        match node.prev {
            // SAFETY: see above.
            Some(prev) => unsafe { (*prev.as_ptr()).next = node.next },
            None => self.head = node.next,
        }
        match node.next {
            // SAFETY: see above.
            Some(next) => unsafe { (*next.as_ptr()).prev = node.prev },
            None => self.tail = node.prev,
        }
        self.len -= 1;
        node.item
    }
}

impl<T> Drop for List<T> {
    fn drop(&mut self) {
        while self.pop_front().is_some() {}
    }
}
