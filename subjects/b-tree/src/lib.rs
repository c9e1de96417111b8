//! A B-tree of order 3: nodes have one or two keys, and all leaves are equally deep.
//!
//! Keys and children lie in arrays of the node. There is one slot more than a node may keep, so that it can overflow
//! before it is split.
//!
//! Features whose names begin with `bug-` plant a bug each: they are there to be found.

use std::cmp::Ordering;
use std::mem::{self, MaybeUninit};
use std::{fmt, ptr, slice};

mod checks;

/// A node with as many keys is split.
const ORDER: usize = 3;
/// A node with fewer keys is filled up or merged.
const FEWEST: usize = (ORDER - 1) / 2;

/// A set of keys.
#[derive(glassbox::Structure)]
pub struct Tree<K> {
    root: Option<Box<Node<K>>>,
}

#[derive(glassbox::Structure)]
#[glassbox(sorted(interleave(children, keys)))]
struct Node<K> {
    /// Ascending. The first `len` are in use.
    #[glassbox(len = len)]
    keys: [MaybeUninit<K>; ORDER],
    len: usize,
    /// One more than there are keys, or none at all in a leaf.
    #[glassbox(len = len + 1)]
    children: [Option<Box<Node<K>>>; ORDER + 1],
}

/// What became of a key that was to be inserted.
enum Inserted<K> {
    Present,
    Done,
    /// The node was split: this key and the node with all greater ones are to go beside it.
    Split(K, Box<Node<K>>),
}

impl<K> Tree<K> {
    /// An empty set.
    pub const fn new() -> Self {
        Self { root: None }
    }

    /// All keys in order.
    pub fn keys(&self) -> Vec<&K> {
        fn visit<'a, K>(node: Option<&'a Node<K>>, keys: &mut Vec<&'a K>) {
            let Some(node) = node else { return };
            visit(node.children[0].as_deref(), keys);
            for (key, child) in node.keys().iter().zip(&node.children[1..]) {
                keys.push(key);
                visit(child.as_deref(), keys);
            }
        }
        let mut keys = Vec::new();
        visit(self.root.as_deref(), &mut keys);
        keys
    }
}

impl<K: Ord> Tree<K> {
    /// Whether the key is in the set.
    pub fn contains(&self, key: &K) -> bool {
        let mut link = &self.root;
        while let Some(node) = link {
            match node.find(key) {
                Ok(_) => return true,
                Err(at) => link = &node.children[at],
            }
        }
        false
    }

    /// Puts a key in; says whether it was missing.
    pub fn insert(&mut self, key: K) -> bool {
        let root = self.root.get_or_insert_with(|| Box::new(Node::new()));
        match root.insert(key) {
            Inserted::Present => false,
            Inserted::Done => true,
            Inserted::Split(key, right) => {
                let mut top = Box::new(Node::new());
                let (left, drops_right) = (self.root.take(), cfg!(feature = "bug-insert-drops-right-half"));
                top.children[0] = if cfg!(feature = "bug-insert-drops-left-half") { None } else { left };
                top.put(0, key, if drops_right { None } else { Some(right) });
                self.root = Some(top);
                true
            }
        }
    }

    /// Takes a key out; says whether it was there.
    pub fn remove(&mut self, key: &K) -> bool {
        let Some(root) = &mut self.root else { return false };
        let found = root.remove(key);
        if root.len == 0 && !cfg!(feature = "bug-remove-keeps-empty-root") {
            // The last two children were merged, or the last key has gone.
            let only_child = root.children[0].take();
            self.root = only_child;
        }
        found
    }
}

impl<K: Ord> Node<K> {
    /// The place of a key, or of the child where it belongs.
    fn find(&self, key: &K) -> Result<usize, usize> {
        let skipped = usize::from(cfg!(feature = "bug-find-skips-first-key"));
        for (at, here) in self.keys().iter().enumerate().skip(skipped) {
            match key.cmp(here) {
                Ordering::Less => return Err(at),
                Ordering::Equal if cfg!(feature = "bug-find-treats-equal-as-less") => return Err(at),
                Ordering::Equal => return Ok(at),
                Ordering::Greater => {}
            }
        }
        Err(self.len)
    }

    fn insert(&mut self, key: K) -> Inserted<K> {
        let Err(at) = self.find(&key) else { return Inserted::Present };
        match &mut self.children[at] {
            None => self.put(if cfg!(feature = "bug-insert-puts-key-last") { self.len } else { at }, key, None),
            Some(child) => match child.insert(key) {
                Inserted::Split(key, right) => {
                    let place = if cfg!(feature = "bug-insert-puts-half-last") { self.len } else { at };
                    self.put(place, key, Some(right));
                }
                done => return done,
            },
        }
        let full = if cfg!(feature = "bug-insert-splits-too-early") { ORDER - 1 } else { ORDER };
        if self.len == full && !cfg!(feature = "bug-insert-forgets-to-split") { self.split() } else { Inserted::Done }
    }

    fn remove(&mut self, key: &K) -> bool {
        let (at, found) = match self.find(key) {
            Err(at) => (at, self.children[at].as_mut().is_some_and(|child| child.remove(key))),
            Ok(at) => match &mut self.children[at + 1] {
                None => {
                    self.take(at);
                    return true;
                }
                // The least key that is greater takes the place.
                Some(child) => {
                    let next = if cfg!(feature = "bug-remove-takes-greatest") {
                        child.take_last().0
                    } else {
                        child.take_least()
                    };
                    if cfg!(feature = "bug-remove-forgets-to-copy-key") {
                        return true;
                    }
                    self.keys_mut()[at] = next;
                    (if cfg!(feature = "bug-remove-refills-wrong-child") { at } else { at + 1 }, true)
                }
            },
        };
        if found && !cfg!(feature = "bug-remove-forgets-to-refill") {
            self.refill(at);
        }
        found
    }

    /// Takes the least key of the subtree out.
    fn take_least(&mut self) -> K {
        match &mut self.children[0] {
            None => self.take(0).0,
            Some(child) => {
                let least = child.take_least();
                if !cfg!(feature = "bug-take-least-forgets-to-refill") {
                    self.refill(0);
                }
                least
            }
        }
    }
}

// --- The shape of nodes ---

impl<K> Node<K> {
    const fn new() -> Self {
        Self { keys: [const { MaybeUninit::uninit() }; ORDER], len: 0, children: [const { None }; ORDER + 1] }
    }

    /// The middle key goes up, the greater ones into a new node.
    fn split(&mut self) -> Inserted<K> {
        let mut right = Box::new(Self::new());
        let kept = if cfg!(feature = "bug-split-moves-too-much") { ORDER / 2 } else { ORDER / 2 + 1 };
        while self.len > kept {
            let (key, child) = self.take(self.len - 1);
            right.put(0, key, child);
        }
        let (key, child) = self.take(self.len - 1);
        if !cfg!(feature = "bug-split-drops-middle-child") {
            right.children[0] = child;
        }
        Inserted::Split(key, right)
    }

    /// If the child at this place has too few keys, it gets one from a neighbour, or both become one.
    fn refill(&mut self, at: usize) {
        if self.child(at).len >= FEWEST {
            return;
        }
        // A neighbour must keep as many keys as it needs itself.
        let spare = if cfg!(feature = "bug-refill-takes-last-key") { FEWEST - 1 } else { FEWEST };
        if at > 0 && self.child(at - 1).len > spare {
            let (mut key, child) = self.child(at - 1).take_last();
            if !cfg!(feature = "bug-refill-passes-by-separator") {
                key = mem::replace(&mut self.keys_mut()[at - 1], key);
            }
            let child = if cfg!(feature = "bug-refill-drops-neighbours-child") { None } else { child };
            self.child(at).put_first(key, child);
        } else if (at < self.len || cfg!(feature = "bug-refill-looks-beyond-last")) && self.child(at + 1).len > FEWEST {
            let (key, child) = self.child(at + 1).take_first();
            let key = mem::replace(&mut self.keys_mut()[at], key);
            if cfg!(feature = "bug-refill-puts-key-first") {
                self.child(at).put_first(key, child);
            } else {
                self.child(at).put_last(key, child);
            }
        } else {
            self.merge(at.saturating_sub(1));
        }
    }

    /// Makes one child of the one at this place, the key after it, and the next child.
    fn merge(&mut self, at: usize) {
        let (key, right) = self.take(at);
        let mut right = right.expect("a node with children has one on both sides of each key");
        let left = self.child(at);
        let first = if cfg!(feature = "bug-merge-drops-child") { None } else { right.children[0].take() };
        if !cfg!(feature = "bug-merge-drops-separator") {
            left.put_last(key, first);
        }
        while right.len > 0 && !cfg!(feature = "bug-merge-drops-right-keys") {
            let (key, child) = right.take(0);
            left.put_last(key, child);
        }
        if cfg!(feature = "bug-merge-leaks-node") {
            mem::forget(right);
        }
    }

    fn child(&mut self, at: usize) -> &mut Self {
        self.children[at].as_mut().expect("a node with children has one on both sides of each key")
    }

    /// Puts in a key and the child after it.
    fn put(&mut self, at: usize, key: K, child: Option<Box<Self>>) {
        assert!(at <= self.len && self.len < ORDER, "no room");
        // SAFETY: `at` and all places up to `len` are inside the array, and the keys from `at` on move by one.
        unsafe {
            let place = self.keys.as_mut_ptr().add(at);
            let moved = if cfg!(feature = "bug-put-overwrites-key") { 0 } else { self.len - at };
            ptr::copy(place, place.add(1), moved);
            place.write(MaybeUninit::new(key));
        }
        if !cfg!(feature = "bug-put-forgets-len") {
            self.len += 1;
        }
        if !cfg!(feature = "bug-put-overwrites-child") {
            self.children[at + 1..=self.len].rotate_right(1);
        }
        self.children[at + 1] = child;
    }

    /// Takes out a key and the child after it.
    fn take(&mut self, at: usize) -> (K, Option<Box<Self>>) {
        assert!(at < self.len, "no such key");
        let child = self.children[at + 1].take();
        if !cfg!(feature = "bug-take-leaves-gap-in-children") {
            self.children[at + 1..=self.len].rotate_left(1);
        }
        if !cfg!(feature = "bug-take-forgets-len") {
            self.len -= 1;
        }
        // SAFETY: the key at `at` was in use and is not any more; the keys after it move by one.
        let key = unsafe {
            let place = self.keys.as_mut_ptr().add(at);
            let key = place.read().assume_init();
            if !cfg!(feature = "bug-take-leaves-gap-in-keys") {
                ptr::copy(place.add(1), place, self.len - at);
            }
            key
        };
        (key, child)
    }

    fn put_first(&mut self, key: K, child: Option<Box<Self>>) {
        let second = mem::replace(&mut self.children[0], child);
        self.put(0, key, second);
    }

    fn put_last(&mut self, key: K, child: Option<Box<Self>>) {
        self.put(self.len, key, child);
    }

    /// Takes out the first key and the child before it.
    fn take_first(&mut self) -> (K, Option<Box<Self>>) {
        let first = self.children[0].take();
        let (key, second) = self.take(0);
        self.children[0] = second;
        (key, first)
    }

    /// Takes out the last key and the child after it.
    fn take_last(&mut self) -> (K, Option<Box<Self>>) {
        self.take(self.len - 1)
    }

    fn keys(&self) -> &[K] {
        // SAFETY: the first `len` keys are in use.
        unsafe { slice::from_raw_parts(self.keys.as_ptr().cast(), self.len) }
    }

    fn keys_mut(&mut self) -> &mut [K] {
        // SAFETY: the first `len` keys are in use.
        unsafe { slice::from_raw_parts_mut(self.keys.as_mut_ptr().cast(), self.len) }
    }
}

impl<K> Drop for Node<K> {
    fn drop(&mut self) {
        // SAFETY: these keys are in use, and nobody sees them again.
        unsafe { ptr::drop_in_place(self.keys_mut()) }
    }
}

impl<K> Default for Tree<K> {
    fn default() -> Self {
        Self::new()
    }
}

impl<K: fmt::Debug> fmt::Debug for Tree<K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.keys()).finish()
    }
}

#[cfg(test)]
mod tests;
