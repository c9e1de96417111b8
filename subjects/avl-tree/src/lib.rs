//! An AVL tree: every node stores the height of its subtree, and the two below it differ by at most one.

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
        *link = Some(Box::new(Node { left: None, right: None, height: 1, key, value }));
        return None;
    };
    let before = match key.cmp(&node.key) {
        Ordering::Less => insert(&mut node.left, key, value),
        Ordering::Greater => insert(&mut node.right, key, value),
        Ordering::Equal => return Some(mem::replace(&mut node.value, value)),
    };
    balance(node);
    before
}

fn remove<K: Ord, V>(link: &mut Link<K, V>, key: &K) -> Option<V> {
    let node = link.as_mut()?;
    let value = match key.cmp(&node.key) {
        Ordering::Less => remove(&mut node.left, key)?,
        Ordering::Greater => remove(&mut node.right, key)?,
        Ordering::Equal => return Some(unlink(link)?.value),
    };
    balance(node);
    Some(value)
}

/// Takes the topmost node's key and value out of a subtree. With two children below it, its successor's take their
/// place, and the successor's node is what is returned.
fn unlink<K, V>(link: &mut Link<K, V>) -> Link<K, V> {
    let node = link.as_mut()?;
    if node.left.is_some() && node.right.is_some() {
        let mut successor = unlink_first(&mut node.right)?;
        mem::swap(&mut node.key, &mut successor.key);
        mem::swap(&mut node.value, &mut successor.value);
        balance(node);
        return Some(successor);
    }
    let child = node.left.take().or_else(|| node.right.take());
    mem::replace(link, child)
}

/// Takes the first node out of a subtree.
fn unlink_first<K, V>(link: &mut Link<K, V>) -> Link<K, V> {
    let node = link.as_mut()?;
    if node.left.is_none() {
        let right = node.right.take();
        return mem::replace(link, right);
    }
    let first = unlink_first(&mut node.left);
    balance(node);
    first
}

// --- Balance ---

fn height<K, V>(link: &Link<K, V>) -> u8 {
    link.as_ref().map_or(0, |node| node.height)
}

fn measure<K, V>(node: &mut Node<K, V>) {
    node.height = 1 + height(&node.left).max(height(&node.right));
}

/// Sets the stored height right, and the shape if one side is too high by one more than allowed.
fn balance<K, V>(node: &mut Box<Node<K, V>>) {
    measure(node);
    let (left, right) = (height(&node.left), height(&node.right));
    if left > right + 1 {
        if let Some(child) = &mut node.left
            && height(&child.left) < height(&child.right)
        {
            rotate_left(child);
        }
        rotate_right(node);
    } else if right > left + 1 {
        if let Some(child) = &mut node.right
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
    node.left = up.right.take();
    measure(node);
    mem::swap(node, &mut up);
    node.right = Some(up);
    measure(node);
}

/// The right child takes the node's place; the node becomes its left child.
fn rotate_left<K, V>(node: &mut Box<Node<K, V>>) {
    let mut up = node.right.take().expect("the higher side is not empty");
    node.right = up.left.take();
    measure(node);
    mem::swap(node, &mut up);
    node.left = Some(up);
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
