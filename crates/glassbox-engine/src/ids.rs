//! Identities of nodes and of their types.

use std::fmt;

use glassbox_vm::memory::GuestAddr;

/// A type of nodes, as a number that the guest and the host share.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct TypeKey(pub u32);

impl TypeKey {
    /// Index in a list with one entry for each type.
    pub(crate) fn index(self) -> usize {
        self.0 as usize
    }
}

/// A node in memory. The type is part of it: the first element of a vector may lie at its owner's address.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct NodeKey {
    /// Where the node begins.
    pub address: GuestAddr,
    /// Its type.
    pub node_type: TypeKey,
}

/// Consecutive bytes: of memory, or of a summary.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ByteSpan {
    /// The first byte.
    pub(crate) at: u32,
    /// Number of bytes.
    pub(crate) len: u32,
}

/// A cell of the nodes of a type: its place, and its size.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct CellShape {
    /// Place in the node.
    pub place: u32,
    /// Number of bytes.
    pub len: u32,
}

/// Two variables of a record that an invariant compares.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct VariablePair {
    pub(crate) first: u32,
    pub(crate) second: u32,
}

impl NodeKey {
    pub(crate) fn new(address: u32, node_type: u32) -> Self {
        Self { address: GuestAddr(address), node_type: TypeKey(node_type) }
    }
}

impl fmt::Display for NodeKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "node of type {} at {}", self.node_type.0, self.address)
    }
}

/// A type's name without modules: `tree::Node<glassbox::Key>` is `Node<Key>`.
pub(crate) fn short_type_name(name: &str) -> String {
    let mut short = String::new();
    let mut word_start = 0;
    for c in name.chars() {
        if c == ':' {
            short.truncate(word_start);
        } else {
            short.push(c);
            if !(c.is_alphanumeric() || c == '_') {
                word_start = short.len();
            }
        }
    }
    short
}
