//! A red-black tree with parent pointers, as libraries have it.
//!
//! Insertion and removal follow `java.util.TreeMap`: a node with two children hands its place to its successor by
//! exchanging key and value, so that what is unlinked has at most one child.

use std::cmp::Ordering;
use std::marker::PhantomData;
use std::{fmt, mem, ptr};

mod checks;

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

#[derive(Clone, Copy, PartialEq, Eq)]
enum Side {
    Left,
    Right,
}

// SAFETY (for every `unsafe` in this file): links are null or lead to nodes that were made by `Box::into_raw` in
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
                    Ordering::Less => &raw mut (*parent).left,
                    Ordering::Greater => &raw mut (*parent).right,
                    Ordering::Equal => return Some(mem::replace(&mut (*parent).value, value)),
                };
            }
            let (left, right) = (ptr::null_mut(), ptr::null_mut());
            let node = Box::into_raw(Box::new(Node { left, right, parent, color: Color::Red, key, value }));
            *link = node;
            self.fix_after_insert(node);
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
                let successor = leftmost((*node).right);
                mem::swap(&mut (*node).key, &mut (*successor).key);
                mem::swap(&mut (*node).value, &mut (*successor).value);
                node = successor;
            }
            let child = if (*node).left.is_null() { (*node).right } else { (*node).left };
            if child.is_null() {
                // The node still has its place while the colours around it are set right.
                if (*node).color == Color::Black {
                    self.fix_after_remove(node);
                }
                *self.link_to(node) = ptr::null_mut();
            } else {
                (*child).parent = (*node).parent;
                *self.link_to(node) = child;
                if (*node).color == Color::Black {
                    self.fix_after_remove(child);
                }
            }
            Some(Box::from_raw(node).value)
        }
    }

    /// The node with this key, or null.
    fn find(&self, key: &K) -> *mut Node<K, V> {
        let mut node = self.root;
        // SAFETY: see above.
        unsafe {
            while !node.is_null() {
                node = match key.cmp(&(*node).key) {
                    Ordering::Less => (*node).left,
                    Ordering::Greater => (*node).right,
                    Ordering::Equal => break,
                };
            }
        }
        node
    }
}

// --- Balance ---

/// Callers of these promise that pointers lead to live nodes of this tree; where null is allowed, it is said.
impl<K, V> Tree<K, V> {
    /// `node` is red; its parent may be, too.
    unsafe fn fix_after_insert(&mut self, mut node: *mut Node<K, V>) {
        // SAFETY: the root is black, so that a red parent has a parent itself.
        unsafe {
            while node != self.root && (*(*node).parent).color == Color::Red {
                let parent = (*node).parent;
                let grandparent = (*parent).parent;
                let side = side_of(parent);
                let uncle = child(grandparent, side.other());
                if color_of(uncle) == Color::Red {
                    (*parent).color = Color::Black;
                    (*uncle).color = Color::Black;
                    (*grandparent).color = Color::Red;
                    node = grandparent;
                } else {
                    if node == child(parent, side.other()) {
                        node = parent;
                        self.rotate(node, side);
                    }
                    (*(*node).parent).color = Color::Black;
                    (*grandparent).color = Color::Red;
                    self.rotate(grandparent, side.other());
                }
            }
            (*self.root).color = Color::Black;
        }
    }

    /// The paths through `node` lack one black node.
    unsafe fn fix_after_remove(&mut self, mut node: *mut Node<K, V>) {
        // SAFETY: with a black node missing on this side, the sibling cannot be null.
        unsafe {
            while node != self.root && (*node).color == Color::Black {
                let parent = (*node).parent;
                let side = side_of(node);
                let mut sibling = child(parent, side.other());
                if (*sibling).color == Color::Red {
                    (*sibling).color = Color::Black;
                    (*parent).color = Color::Red;
                    self.rotate(parent, side);
                    sibling = child(parent, side.other());
                }
                let (near, far) = (child(sibling, side), child(sibling, side.other()));
                if color_of(near) == Color::Black && color_of(far) == Color::Black {
                    (*sibling).color = Color::Red;
                    node = parent;
                    continue;
                }
                if color_of(far) == Color::Black {
                    (*near).color = Color::Black;
                    (*sibling).color = Color::Red;
                    self.rotate(sibling, side.other());
                    sibling = near;
                }
                (*sibling).color = (*parent).color;
                (*parent).color = Color::Black;
                (*child(sibling, side.other())).color = Color::Black;
                self.rotate(parent, side);
                node = self.root;
            }
            (*node).color = Color::Black;
        }
    }

    /// `node` goes down to `side`; its child on the other side, which must not be null, takes its place.
    unsafe fn rotate(&mut self, node: *mut Node<K, V>, side: Side) {
        // SAFETY: promised by the caller.
        unsafe {
            let up = child(node, side.other());
            let inner = child(up, side);
            *link(node, side.other()) = inner;
            if !inner.is_null() {
                (*inner).parent = node;
            }
            (*up).parent = (*node).parent;
            *self.link_to(node) = up;
            *link(up, side) = node;
            (*node).parent = up;
        }
    }

    /// The link that leads to `node`: its parent's, or the root.
    unsafe fn link_to(&mut self, node: *mut Node<K, V>) -> *mut *mut Node<K, V> {
        // SAFETY: promised by the caller.
        unsafe {
            let parent = (*node).parent;
            if parent.is_null() { &raw mut self.root } else { link(parent, side_of(node)) }
        }
    }
}

impl Side {
    const fn other(self) -> Self {
        match self {
            Self::Left => Self::Right,
            Self::Right => Self::Left,
        }
    }
}

/// Null is black.
unsafe fn color_of<K, V>(node: *mut Node<K, V>) -> Color {
    // SAFETY: promised by the caller.
    if node.is_null() { Color::Black } else { unsafe { (*node).color } }
}

/// On which side of its parent, which must not be null, a node is.
unsafe fn side_of<K, V>(node: *mut Node<K, V>) -> Side {
    // SAFETY: promised by the caller.
    if unsafe { (*(*node).parent).left } == node { Side::Left } else { Side::Right }
}

unsafe fn child<K, V>(node: *mut Node<K, V>, side: Side) -> *mut Node<K, V> {
    // SAFETY: promised by the caller.
    unsafe { *link(node, side) }
}

unsafe fn link<K, V>(node: *mut Node<K, V>, side: Side) -> *mut *mut Node<K, V> {
    // SAFETY: promised by the caller.
    unsafe {
        match side {
            Side::Left => &raw mut (*node).left,
            Side::Right => &raw mut (*node).right,
        }
    }
}

/// The first node of a subtree; null if that is empty.
unsafe fn leftmost<K, V>(mut node: *mut Node<K, V>) -> *mut Node<K, V> {
    // SAFETY: promised by the caller.
    unsafe {
        while !node.is_null() && !(*node).left.is_null() {
            node = (*node).left;
        }
    }
    node
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
        while !(*node).parent.is_null() && side_of(node) == Side::Right {
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
