//! A key of which only the order matters.

use std::fmt::{self, Debug, Formatter};
use std::hash::{Hash, Hasher};

use crate::host;

/// A key that can be compared and cloned and nothing else, so that one number per position stands for all keys.
///
/// Use it for the key type of an ordered collection, with `#[glassbox(sorted(..))]` on the node type. It cannot be
/// made: keys come with the state and as arguments of a check.
///
/// In an exploration it can also be hashed. Its hash is chosen when somebody first asks: the same as that of each other key
/// there is, or another one. So all ways to collide are tried.
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
