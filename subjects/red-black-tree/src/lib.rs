//! A red-black tree with parent pointers, as libraries have it.
//!
//! Insertion and removal follow `java.util.TreeMap`: a node with two children hands its place to its successor by
//! exchanging key and value, so that what is unlinked has at most one child.
//!
//! Features whose names begin with `bug-` plant a bug each: they are there to be found.

use std::cmp::Ordering;
use std::marker::PhantomData;
use std::{fmt, mem, ptr};

mod balance;
mod checks;

use balance::{Side, leftmost, side_of};

/// An ordered map.
#[derive(glassbox::Structure)]
pub struct Tree<K, V> {
    /// Black, or null.
    #[glassbox(tree)]
    root: *mut Node<K, V>,
    /// The tree owns its nodes, although pointers alone do not say so.
    owns: PhantomData<Box<Node<K, V>>>,
}

#[derive(glassbox::Structure)]
#[glassbox(sorted(left, key, right))]
struct Node<K, V> {
    #[glassbox(tree)]
    left: *mut Node<K, V>,
    #[glassbox(tree)]
    right: *mut Node<K, V>,
    /// Null for the root.
    #[glassbox(parent)]
    parent: *mut Node<K, V>,
    color: Color,
    key: K,
    value: V,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, glassbox::Structure)]
enum Color {
    Red,
    Black,
}

// SAFETY (for every `unsafe` in this crate): links are null or lead to nodes that were made by `Box::into_raw` in
// `insert` and are freed only in `remove` and `drop`, which unlink them first. References to their contents are bound
// to the borrow of the tree, so that nothing changes while one is out.

impl<K, V> Tree<K, V> {
    /// An empty tree.
    pub const fn new() -> Self {
        Self { root: ptr::null_mut(), owns: PhantomData }
    }

    /// Whether there is nothing in it.
    pub const fn is_empty(&self) -> bool {
        self.root.is_null()
    }

    /// All pairs in the order of their keys.
    pub fn iter(&self) -> Iter<'_, K, V> {
        // SAFETY: see above.
        Iter { next: unsafe { leftmost(self.root) }, tree: PhantomData }
    }
}

impl<K: Ord, V> Tree<K, V> {
    /// The value of a key.
    pub fn get(&self, key: &K) -> Option<&V> {
        // SAFETY: see above.
        unsafe { self.find(key).as_ref() }.map(|node| &node.value)
    }

    /// Gives a key a value; returns the value that it had before.
    pub fn insert(&mut self, key: K, value: V) -> Option<V> {
        let (mut parent, mut link) = (ptr::null_mut(), &raw mut self.root);
        // SAFETY: see above; `link` leads to the root or to a field of the live node `parent`.
        unsafe {
            while !(*link).is_null() {
                parent = *link;
                link = match key.cmp(&(*parent).key) {
                    Ordering::Greater if cfg!(feature = "bug-insert-wrong-side") => &raw mut (*parent).left,
                    Ordering::Equal if cfg!(feature = "bug-insert-duplicates-key") => &raw mut (*parent).right,
                    Ordering::Equal if cfg!(feature = "bug-insert-keeps-old-value") => return Some(value),
                    Ordering::Less => &raw mut (*parent).left,
                    Ordering::Greater => &raw mut (*parent).right,
                    Ordering::Equal => return Some(mem::replace(&mut (*parent).value, value)),
                };
            }
            let node = new_node(parent, key, value);
            if !cfg!(feature = "bug-insert-forgets-link") {
                *link = node;
            }
            if !cfg!(feature = "bug-insert-forgets-to-balance") {
                self.fix_after_insert(node);
            }
        }
        None
    }

    /// Takes a key out; returns its value.
    pub fn remove(&mut self, key: &K) -> Option<V> {
        let mut node = self.find(key);
        if node.is_null() {
            return None;
        }
        // SAFETY: see above; `node` is live until the last line, and nothing leads to it any more by then.
        unsafe {
            if !(*node).left.is_null() && !(*node).right.is_null() {
                if cfg!(feature = "bug-remove-gives-up-half-way") {
                    return None;
                }
                let right_child = cfg!(feature = "bug-remove-takes-right-child");
                let successor = if right_child { (*node).right } else { leftmost((*node).right) };
                if !cfg!(feature = "bug-remove-forgets-to-copy-key") {
                    mem::swap(&mut (*node).key, &mut (*successor).key);
                }
                if !cfg!(feature = "bug-remove-forgets-to-copy-value") {
                    mem::swap(&mut (*node).value, &mut (*successor).value);
                }
                node = successor;
            }
            let child = if (*node).left.is_null() { (*node).right } else { (*node).left };
            let black = (*node).color == Color::Black;
            if child.is_null() {
                // The node still has its place while the colours around it are set right.
                if black && !cfg!(feature = "bug-remove-forgets-to-balance") {
                    self.fix_after_remove(node);
                }
                if !cfg!(feature = "bug-remove-keeps-link") {
                    *self.link_to(node) = ptr::null_mut();
                }
            } else {
                if !cfg!(feature = "bug-remove-stale-parent") {
                    (*child).parent = (*node).parent;
                }
                *self.link_to(node) = if cfg!(feature = "bug-remove-loses-child") { ptr::null_mut() } else { child };
                if black && !cfg!(feature = "bug-remove-leaves-child-red") {
                    self.fix_after_remove(child);
                }
            }
            Some(free(node))
        }
    }

    /// The node with this key, or null.
    fn find(&self, key: &K) -> *mut Node<K, V> {
        let mut node = self.root;
        // SAFETY: see above.
        unsafe {
            while !node.is_null() {
                node = match key.cmp(&(*node).key) {
                    Ordering::Greater if cfg!(feature = "bug-find-goes-wrong-way") => (*node).left,
                    // Where there is nothing, it looks again.
                    Ordering::Less if cfg!(feature = "bug-find-never-ends") && (*node).left.is_null() => node,
                    Ordering::Less => (*node).left,
                    Ordering::Greater => (*node).right,
                    Ordering::Equal => break,
                };
            }
        }
        node
    }
}

/// A red node without children.
fn new_node<K, V>(parent: *mut Node<K, V>, key: K, value: V) -> *mut Node<K, V> {
    let (left, right) = (ptr::null_mut(), ptr::null_mut());
    let parent = if cfg!(feature = "bug-insert-forgets-parent") { ptr::null_mut() } else { parent };
    let color = if cfg!(feature = "bug-insert-black") { Color::Black } else { Color::Red };
    if cfg!(feature = "bug-insert-forgets-colour") {
        let node = Box::into_raw(Box::<Node<K, V>>::new_uninit()).cast::<Node<K, V>>();
        // SAFETY: the memory is fresh. That one field is never written is the bug.
        unsafe {
            (&raw mut (*node).left).write(left);
            (&raw mut (*node).right).write(right);
            (&raw mut (*node).parent).write(parent);
            (&raw mut (*node).key).write(key);
            (&raw mut (*node).value).write(value);
        }
        return node;
    }
    Box::into_raw(Box::new(Node { left, right, parent, color, key, value }))
}

/// Frees a node that nothing leads to any more; returns its value.
unsafe fn free<K, V>(node: *mut Node<K, V>) -> V {
    // SAFETY: promised by the caller. The bugs break the promise: the node is used again, freed again or never.
    unsafe {
        if cfg!(feature = "bug-remove-leaks-node") {
            return (&raw const (*node).value).read();
        }
        if cfg!(feature = "bug-remove-reads-freed-node") {
            drop(Box::from_raw(node.cast::<mem::MaybeUninit<Node<K, V>>>()));
            return (&raw const (*node).value).read();
        }
        let value = Box::from_raw(node).value;
        if cfg!(feature = "bug-remove-frees-twice") {
            drop(Box::from_raw(node.cast::<mem::MaybeUninit<Node<K, V>>>()));
        }
        value
    }
}

// --- Iteration and the rest ---

/// The pairs of a [`Tree`] in the order of their keys.
pub struct Iter<'a, K, V> {
    next: *mut Node<K, V>,
    tree: PhantomData<&'a Tree<K, V>>,
}

impl<'a, K, V> Iterator for Iter<'a, K, V> {
    type Item = (&'a K, &'a V);

    fn next(&mut self) -> Option<Self::Item> {
        // SAFETY: the tree is borrowed, so that its nodes live and do not change.
        unsafe {
            let node = self.next.as_ref()?;
            self.next = successor(self.next);
            Some((&node.key, &node.value))
        }
    }
}

/// The node with the next larger key, or null.
unsafe fn successor<K, V>(mut node: *mut Node<K, V>) -> *mut Node<K, V> {
    // SAFETY: promised by the caller.
    unsafe {
        if !(*node).right.is_null() {
            return leftmost((*node).right);
        }
        while !cfg!(feature = "bug-iterate-forgets-to-climb")
            && !(*node).parent.is_null()
            && side_of(node) == Side::Right
        {
            node = (*node).parent;
        }
        (*node).parent
    }
}

impl<'a, K, V> IntoIterator for &'a Tree<K, V> {
    type Item = (&'a K, &'a V);
    type IntoIter = Iter<'a, K, V>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl<K, V> Default for Tree<K, V> {
    fn default() -> Self {
        Self::new()
    }
}

impl<K: fmt::Debug, V: fmt::Debug> fmt::Debug for Tree<K, V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_map().entries(self).finish()
    }
}

impl<K, V> Drop for Tree<K, V> {
    fn drop(&mut self) {
        /// Balanced trees are not deep enough for recursion to be a danger.
        unsafe fn free<K, V>(node: *mut Node<K, V>) {
            if !node.is_null() {
                // SAFETY: nobody uses the tree any more, and each node is the child of one other.
                let node = unsafe { Box::from_raw(node) };
                // SAFETY: as above.
                unsafe { free(node.left) };
                // SAFETY: as above.
                unsafe { free(node.right) };
            }
        }
        // SAFETY: see above.
        unsafe { free(self.root) }
    }
}

#[cfg(test)]
mod tests;
