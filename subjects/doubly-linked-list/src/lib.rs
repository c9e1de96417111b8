//! A doubly linked list: two ends, and links in both directions.
//!
//! Features whose names begin with `bug-` plant a bug each: they are there to be found.

use std::fmt;
use std::marker::PhantomData;
use std::mem::MaybeUninit;
use std::ptr::NonNull;

mod checks;

/// A list.
#[derive(glassbox::Structure)]
pub struct List<T> {
    #[glassbox(tree)]
    head: Option<NonNull<Node<T>>>,
    /// The last node, which `head` leads to as well.
    #[glassbox(alias)]
    tail: Option<NonNull<Node<T>>>,
    /// The list owns its nodes, although pointers alone do not say so.
    owns: PhantomData<Box<Node<T>>>,
}

#[derive(glassbox::Structure)]
struct Node<T> {
    #[glassbox(prev)]
    prev: Option<NonNull<Node<T>>>,
    #[glassbox(tree)]
    next: Option<NonNull<Node<T>>>,
    item: T,
}

// SAFETY (for every `unsafe` in this file): links lead to nodes that were made by `Box::leak` in `link` and are freed
// only in `unlink`, where the last links to them are overwritten. References to items are bound to the borrow of the
// list, so that nothing changes while one is out.

impl<T> List<T> {
    /// An empty list.
    pub const fn new() -> Self {
        Self { head: None, tail: None, owns: PhantomData }
    }

    /// Whether there are no items.
    pub const fn is_empty(&self) -> bool {
        self.head.is_none()
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

    /// Puts an item before the first.
    pub fn push_front(&mut self, item: T) {
        self.link(None, item, self.head);
    }

    /// Puts an item after the last.
    pub fn push_back(&mut self, item: T) {
        if cfg!(feature = "bug-push-back-expects-tail") && self.tail.is_none() {
            unreachable!("there is always a last node");
        }
        self.link(self.tail, item, None);
    }

    /// Takes the first item.
    pub fn pop_front(&mut self) -> Option<T> {
        let wrong = cfg!(feature = "bug-pop-front-takes-last");
        (if wrong { self.tail } else { self.head }).map(|node| self.unlink(node))
    }

    /// Takes the last item.
    pub fn pop_back(&mut self) -> Option<T> {
        self.tail.map(|node| self.unlink(node))
    }

    /// Puts an item before the one at `index`, or after the last if that is where the index leads. An index beyond
    /// gives the item back.
    pub fn insert(&mut self, index: usize, item: T) -> Result<(), T> {
        let (mut prev, mut next) = (None, self.head);
        for _ in 0..index {
            let Some(node) = next else { return Err(item) };
            // SAFETY: see above.
            (prev, next) = (next, unsafe { (*node.as_ptr()).next });
        }
        if cfg!(feature = "bug-insert-skips-node")
            && let Some(node) = next
        {
            // SAFETY: see above.
            next = unsafe { (*node.as_ptr()).next };
        }
        self.link(prev, item, next);
        Ok(())
    }

    /// Takes the item at `index`.
    pub fn remove(&mut self, index: usize) -> Option<T> {
        let mut node = self.head?;
        for _ in 0..index {
            // SAFETY: see above.
            let next = unsafe { (*node.as_ptr()).next };
            node = if cfg!(feature = "bug-remove-stops-at-last") { next.unwrap_or(node) } else { next? };
        }
        Some(self.unlink(node))
    }

    /// Turns the list round.
    pub fn reverse(&mut self) {
        let mut rest = self.head;
        while let Some(node) = rest {
            // SAFETY: see above; no reference to this node is out.
            let node = unsafe { &mut *node.as_ptr() };
            rest = node.next;
            if cfg!(feature = "bug-reverse-forgets-last") && rest.is_none() {
                break;
            }
            if cfg!(feature = "bug-reverse-forgets-prev") {
                node.next = node.prev;
                continue;
            }
            std::mem::swap(&mut node.prev, &mut node.next);
        }
        if !cfg!(feature = "bug-reverse-forgets-ends") {
            std::mem::swap(&mut self.head, &mut self.tail);
        }
    }

    /// The items from the first to the last.
    pub fn iter(&self) -> impl Iterator<Item = &T> {
        let mut next = self.head;
        std::iter::from_fn(move || {
            // SAFETY: the list is borrowed as long as the iterator lives.
            let node = unsafe { &*next?.as_ptr() };
            next = node.next;
            Some(&node.item)
        })
    }

    /// Makes a node between two neighbours, which are each other's or none at the ends.
    fn link(&mut self, prev: Option<NonNull<Node<T>>>, item: T, next: Option<NonNull<Node<T>>>) {
        let stale = cfg!(feature = "bug-link-forgets-own-prev");
        let node = Box::new(Node { prev: if stale { None } else { prev }, next, item });
        let node = Some(NonNull::from(Box::leak(node)));
        *self.link_after(prev) = node;
        if !cfg!(feature = "bug-link-forgets-prev-of-next") || next.is_none() {
            *self.link_before(next) = node;
        }
        if cfg!(feature = "bug-link-always-sets-tail") {
            self.tail = node;
        }
    }

    /// Takes a node of this list out.
    fn unlink(&mut self, node: NonNull<Node<T>>) -> T {
        // SAFETY: a node of this list; the next two lines overwrite all links that lead to it.
        let node = unsafe { Box::from_raw(node.as_ptr()) };
        if cfg!(feature = "bug-unlink-reads-freed-node") {
            let freed = Box::into_raw(node);
            // SAFETY: none. The node's memory is used after it was freed: that is the bug.
            unsafe {
                drop(Box::from_raw(freed.cast::<MaybeUninit<Node<T>>>()));
                *self.link_after((*freed).prev) = (*freed).next;
                *self.link_before((*freed).next) = (*freed).prev;
                return (&raw const (*freed).item).read();
            }
        }
        if !cfg!(feature = "bug-unlink-forgets-next-of-prev") {
            *self.link_after(node.prev) = node.next;
        }
        if cfg!(feature = "bug-unlink-forgets-tail") && node.next.is_none() {
            return node.item;
        }
        if !cfg!(feature = "bug-unlink-forgets-prev-of-next") || node.next.is_none() {
            *self.link_before(node.next) = node.prev;
        }
        if cfg!(feature = "bug-unlink-leaks-node") {
            // SAFETY: the node stays alive, and nobody uses what is left in it.
            return unsafe { Box::into_raw(node).read() }.item;
        }
        node.item
    }

    /// The link from a node, or from the list, to what comes next.
    fn link_after(&mut self, prev: Option<NonNull<Node<T>>>) -> &mut Option<NonNull<Node<T>>> {
        match prev {
            // SAFETY: see above; no other reference to this node is out.
            Some(node) => unsafe { &mut (*node.as_ptr()).next },
            None => &mut self.head,
        }
    }

    /// The link from a node, or from the list, to what comes before.
    fn link_before(&mut self, next: Option<NonNull<Node<T>>>) -> &mut Option<NonNull<Node<T>>> {
        match next {
            // SAFETY: see above; no other reference to this node is out.
            Some(node) => unsafe { &mut (*node.as_ptr()).prev },
            None => &mut self.tail,
        }
    }
}

impl<T> Default for List<T> {
    fn default() -> Self {
        Self::new()
    }
}

impl<T: fmt::Debug> fmt::Debug for List<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

impl<T> Drop for List<T> {
    fn drop(&mut self) {
        while self.pop_front().is_some() {}
    }
}

#[cfg(test)]
mod tests;
