//! An AVL tree: every node stores the height of its subtree, and the two below it differ by at most one.
//!
//! Features whose names begin with `bug-` plant a bug each: they are there to be found.

use std::cmp::Ordering;
use std::mem;

mod checks;

use checks::HIGHEST;

/// An ordered map.
#[derive(Debug, glassbox::Structure)]
pub struct Tree<K, V> {
    root: Option<Box<Node<K, V>>>,
}

#[derive(Debug, glassbox::Structure)]
#[glassbox(sorted(left, key, right))]
struct Node<K, V> {
    left: Option<Box<Node<K, V>>>,
    right: Option<Box<Node<K, V>>>,
    /// Links on the longest path down from here, counting the one that leads to this node.
    #[glassbox(values = 1..=HIGHEST)]
    height: u8,
    key: K,
    value: V,
}

type Link<K, V> = Option<Box<Node<K, V>>>;

impl<K, V> Tree<K, V> {
    /// An empty tree.
    pub const fn new() -> Self {
        Self { root: None }
    }

    /// All pairs in the order of their keys.
    pub fn iter(&self) -> impl Iterator<Item = (&K, &V)> {
        let mut open = Vec::new();
        push_left_spine(&self.root, &mut open);
        std::iter::from_fn(move || {
            let node = open.pop()?;
            push_left_spine(&node.right, &mut open);
            Some((&node.key, &node.value))
        })
    }
}

impl<K: Ord, V> Tree<K, V> {
    /// The value of a key.
    pub fn get(&self, key: &K) -> Option<&V> {
        let mut link = &self.root;
        while let Some(node) = link {
            link = match key.cmp(&node.key) {
                Ordering::Equal if cfg!(feature = "bug-get-misses-leaves") && node.height == 1 => return None,
                Ordering::Less => &node.left,
                Ordering::Greater => &node.right,
                Ordering::Equal => return Some(&node.value),
            };
        }
        None
    }

    /// Gives a key a value; returns the value that it had before.
    pub fn insert(&mut self, key: K, value: V) -> Option<V> {
        insert(&mut self.root, key, value)
    }

    /// Takes a key out; returns its value.
    pub fn remove(&mut self, key: &K) -> Option<V> {
        remove(&mut self.root, key)
    }
}

impl<K, V> Default for Tree<K, V> {
    fn default() -> Self {
        Self::new()
    }
}

fn insert<K: Ord, V>(link: &mut Link<K, V>, key: K, value: V) -> Option<V> {
    let Some(node) = link else {
        let height = if cfg!(feature = "bug-insert-wrong-height") { 2 } else { 1 };
        *link = Some(Box::new(Node { left: None, right: None, height, key, value }));
        return None;
    };
    let before = match key.cmp(&node.key) {
        Ordering::Greater if cfg!(feature = "bug-insert-wrong-side") => insert(&mut node.left, key, value),
        Ordering::Equal if cfg!(feature = "bug-insert-duplicates-key") => insert(&mut node.right, key, value),
        Ordering::Equal if cfg!(feature = "bug-insert-keeps-old-value") => return Some(value),
        Ordering::Less => insert(&mut node.left, key, value),
        Ordering::Greater => insert(&mut node.right, key, value),
        Ordering::Equal => return Some(mem::replace(&mut node.value, value)),
    };
    if !cfg!(feature = "bug-insert-forgets-to-balance") {
        balance(node);
    }
    before
}

fn remove<K: Ord, V>(link: &mut Link<K, V>, key: &K) -> Option<V> {
    let node = link.as_mut()?;
    let value = match key.cmp(&node.key) {
        Ordering::Less => remove(&mut node.left, key)?,
        Ordering::Greater => remove(&mut node.right, key)?,
        Ordering::Equal => return Some(unlink(link)?.value),
    };
    if !cfg!(feature = "bug-remove-forgets-to-balance") {
        balance(node);
    }
    Some(value)
}

/// Takes the topmost node's key and value out of a subtree. With two children below it, its successor's take their
/// place, and the successor's node is what is returned.
fn unlink<K, V>(link: &mut Link<K, V>) -> Link<K, V> {
    let node = link.as_mut()?;
    if node.left.is_some() && node.right.is_some() {
        if cfg!(feature = "bug-remove-gives-up-half-way") {
            return None;
        }
        let predecessor = cfg!(feature = "bug-remove-takes-least-of-all");
        let mut successor = unlink_first(if predecessor { &mut node.left } else { &mut node.right })?;
        if !cfg!(feature = "bug-remove-forgets-to-copy-key") {
            mem::swap(&mut node.key, &mut successor.key);
        }
        if !cfg!(feature = "bug-remove-forgets-to-copy-value") {
            mem::swap(&mut node.value, &mut successor.value);
        }
        if !cfg!(feature = "bug-remove-forgets-to-balance-top") {
            balance(node);
        }
        return Some(successor);
    }
    let child = if cfg!(feature = "bug-remove-drops-left-child") { None } else { node.left.take() };
    let child = child.or_else(|| node.right.take());
    if cfg!(feature = "bug-remove-leaks-node") {
        // Bytes are copied, so that the caller has something to free; the node itself stays where it is.
        let node = mem::replace(link, child).map(Box::into_raw)?;
        // SAFETY: the node is alive, and nobody drops its contents.
        return Some(Box::new(unsafe { node.read() }));
    }
    mem::replace(link, child)
}

/// Takes the first node out of a subtree.
fn unlink_first<K, V>(link: &mut Link<K, V>) -> Link<K, V> {
    let node = link.as_mut()?;
    if node.left.is_none() {
        let right = if cfg!(feature = "bug-remove-drops-successors-child") { None } else { node.right.take() };
        return mem::replace(link, right);
    }
    let first = unlink_first(&mut node.left);
    if !cfg!(feature = "bug-remove-forgets-to-balance-way-to-successor") {
        balance(node);
    }
    first
}

// --- Balance ---

fn height<K, V>(link: &Link<K, V>) -> u8 {
    link.as_ref().map_or(0, |node| node.height)
}

fn measure<K, V>(node: &mut Node<K, V>) {
    let (left, right) = (height(&node.left), height(&node.right));
    node.height = 1 + if cfg!(feature = "bug-measure-ignores-right") { left } else { left.max(right) };
}

/// Sets the stored height right, and the shape if one side is too high by one more than allowed.
fn balance<K, V>(node: &mut Box<Node<K, V>>) {
    if !cfg!(feature = "bug-balance-forgets-to-measure") {
        measure(node);
    }
    let (left, right) = (height(&node.left), height(&node.right));
    let allowed = if cfg!(feature = "bug-balance-tolerates-two") { 2 } else { 1 };
    if left > right + allowed {
        if let Some(child) = &mut node.left
            && !cfg!(feature = "bug-balance-forgets-left-double-rotation")
            && height(&child.left) < height(&child.right) + u8::from(cfg!(feature = "bug-balance-rotates-even-child"))
        {
            rotate_left(child);
        }
        if cfg!(feature = "bug-balance-rotates-wrong-way") { rotate_left(node) } else { rotate_right(node) }
    } else if right > left + allowed && !cfg!(feature = "bug-balance-ignores-right") {
        if let Some(child) = &mut node.right
            && !cfg!(feature = "bug-balance-forgets-right-double-rotation")
            && height(&child.right) < height(&child.left)
        {
            rotate_right(child);
        }
        rotate_left(node);
    }
}

/// The left child takes the node's place; the node becomes its right child.
fn rotate_right<K, V>(node: &mut Box<Node<K, V>>) {
    let mut up = node.left.take().expect("the higher side is not empty");
    let inner = up.right.take();
    node.left = if cfg!(feature = "bug-rotate-right-drops-inner-child") { None } else { inner };
    if !cfg!(feature = "bug-rotate-right-forgets-lower-height") {
        measure(node);
    }
    mem::swap(node, &mut up);
    node.right = Some(up);
    if !cfg!(feature = "bug-rotate-right-forgets-upper-height") {
        measure(node);
    }
}

/// The right child takes the node's place; the node becomes its left child.
fn rotate_left<K, V>(node: &mut Box<Node<K, V>>) {
    let mut up = node.right.take().expect("the higher side is not empty");
    node.right = up.left.take();
    // The lower one's height must be known before the upper one's.
    let too_early = cfg!(feature = "bug-rotate-left-measures-upper-first");
    measure(if too_early { &mut up } else { node });
    mem::swap(node, &mut up);
    if cfg!(feature = "bug-rotate-left-leaks-node") {
        mem::forget(up);
    } else {
        node.left = Some(up);
    }
    measure(node);
}

fn push_left_spine<'a, K, V>(mut link: &'a Link<K, V>, open: &mut Vec<&'a Node<K, V>>) {
    while let Some(node) = link {
        open.push(node);
        link = &node.left;
    }
}

#[cfg(test)]
mod tests;
