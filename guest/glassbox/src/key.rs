//! A key of which only the order matters.

use std::fmt::{self, Debug, Formatter};
use std::hash::{Hash, Hasher};

use crate::host;

/// A key that can only be compared and cloned, so that one number per position stands for all keys.
///
/// Use it as the key type of an ordered collection, with `#[glassbox(sorted(..))]` on the node type. Code cannot make a
/// key: keys come with the state, and as arguments of a check or of an operation.
///
/// ```
/// use glassbox::{Key, Structure, Val};
///
/// #[derive(Structure)]
/// #[glassbox(no_invariant)]
/// struct Tree<K, V> {
///     root: Option<Box<Node<K, V>>>,
/// }
///
/// #[derive(Structure)]
/// #[glassbox(no_invariant, sorted(left, key, right))]
/// struct Node<K, V> {
///     left: Option<Box<Node<K, V>>>,
///     right: Option<Box<Node<K, V>>>,
///     key: K,
///     value: V,
/// }
///
/// impl<K: Ord, V> Tree<K, V> {
///     fn get(&self, key: &K) -> Option<&V> {
///         let mut node = self.root.as_ref()?;
///         while node.key != *key {
///             node = if *key < node.key { node.left.as_ref()? } else { node.right.as_ref()? };
///         }
///         Some(&node.value)
///     }
/// }
///
/// #[glassbox::check(height = 3, finds(key))]
/// fn get(tree: &Tree<Key, Val>, key: Key) -> Option<&Val> {
///     tree.get(&key)
/// }
/// # fn main() {}
/// ```
///
/// In an exploration a key can also be hashed. The first time that code asks for its hash, the exploration tries the
/// hash of each other key, and a new one. So it tries all collisions.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
#[repr(transparent)]
pub struct Key(u32);

impl Key {
    pub(crate) fn new(number: u32) -> Self {
        Self(number)
    }

    pub(crate) fn number(&self) -> u32 {
        self.0
    }
}

impl Debug for Key {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        host::show_number(f, "Key", self.0)
    }
}

impl Hash for Key {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u32(host::hash_class(self.0));
    }
}
