//! A doubly linked list with raw pointers, correct: both ends, a cursor that removes, reversal, drop of the rest.

use std::fmt::Write;
use std::ptr;

struct Node<T> {
    item: T,
    previous: *mut Node<T>,
    next: *mut Node<T>,
}

/// Both ends are null, or both reach the same chain of boxed nodes.
struct List<T> {
    first: *mut Node<T>,
    last: *mut Node<T>,
    len: usize,
}

impl<T> List<T> {
    fn new() -> Self {
        Self { first: ptr::null_mut(), last: ptr::null_mut(), len: 0 }
    }

    fn push_back(&mut self, item: T) {
        let node = Box::into_raw(Box::new(Node { item, previous: self.last, next: ptr::null_mut() }));
        match self.last.is_null() {
            true => self.first = node,
            // SAFETY: `last` is a node of this list.
            false => unsafe { (*self.last).next = node },
        }
        self.last = node;
        self.len += 1;
    }

    fn push_front(&mut self, item: T) {
        let node = Box::into_raw(Box::new(Node { item, previous: ptr::null_mut(), next: self.first }));
        match self.first.is_null() {
            true => self.last = node,
            // SAFETY: `first` is a node of this list.
            false => unsafe { (*self.first).previous = node },
        }
        self.first = node;
        self.len += 1;
    }

    /// # Safety
    /// `node` must be a node of this list.
    unsafe fn unlink(&mut self, node: *mut Node<T>) -> T {
        // SAFETY: the caller vouches for `node`; its neighbours are in the same list.
        let node = unsafe { Box::from_raw(node) };
        match node.previous.is_null() {
            true => self.first = node.next,
            // SAFETY: as above.
            false => unsafe { (*node.previous).next = node.next },
        }
        match node.next.is_null() {
            true => self.last = node.previous,
            // SAFETY: as above.
            false => unsafe { (*node.next).previous = node.previous },
        }
        self.len -= 1;
        node.item
    }

    fn pop_front(&mut self) -> Option<T> {
        // SAFETY: `first` is a node of this list if it is not null.
        (!self.first.is_null()).then(|| unsafe { self.unlink(self.first) })
    }

    fn pop_back(&mut self) -> Option<T> {
        // SAFETY: `last` is a node of this list if it is not null.
        (!self.last.is_null()).then(|| unsafe { self.unlink(self.last) })
    }

    fn extract(&mut self, mut wanted: impl FnMut(&mut T) -> bool) -> Vec<T> {
        let (mut taken, mut at) = (Vec::new(), self.first);
        while !at.is_null() {
            // SAFETY: `at` is a node of this list; its successor is read before it may be unlinked.
            let next = unsafe { (*at).next };
            // SAFETY: as above, and no other reference to the item exists.
            if wanted(unsafe { &mut (*at).item }) {
                // SAFETY: as above.
                taken.push(unsafe { self.unlink(at) });
            }
            at = next;
        }
        taken
    }

    fn reverse(&mut self) {
        let mut at = self.first;
        while !at.is_null() {
            // SAFETY: `at` is a node of this list.
            let node = unsafe { &mut *at };
            std::mem::swap(&mut node.previous, &mut node.next);
            at = node.previous;
        }
        std::mem::swap(&mut self.first, &mut self.last);
    }

    fn iter(&self) -> impl Iterator<Item = &T> {
        let mut at = self.first;
        std::iter::from_fn(move || {
            // SAFETY: `at` is null or a node of this list, which is borrowed as long as the iterator lives.
            let node = unsafe { at.as_ref() }?;
            at = node.next;
            Some(&node.item)
        })
    }
}

impl<T> Drop for List<T> {
    fn drop(&mut self) {
        while self.pop_front().is_some() {}
    }
}

pub fn run() -> String {
    let mut out = String::new();
    let mut list = List::new();
    for i in 0..100 {
        if i % 3 == 0 { list.push_front(i.to_string()) } else { list.push_back(i.to_string()) }
    }
    let taken = list.extract(|text| {
        text.push('.');
        text.starts_with('9') || text.len() == 2
    });
    writeln!(out, "{} taken, {} left, {:?}", taken.len(), list.len, &taken[..5]).unwrap();
    list.reverse();
    let ends = [list.pop_front(), list.pop_back(), list.pop_front()];
    writeln!(out, "{ends:?}").unwrap();
    let joined: Vec<&str> = list.iter().step_by(11).map(String::as_str).collect();
    writeln!(out, "{}", joined.join(" ")).unwrap();
    let mut empty: List<Vec<u8>> = List::new();
    empty.push_back(vec![1]);
    empty.reverse();
    write!(out, "{:?} {:?} {}", empty.pop_back(), empty.pop_back(), list.iter().count() == list.len).unwrap();
    out
}
