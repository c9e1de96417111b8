//! The seed of std's hashers, as bytes of statics. `warm_up.rs` chooses it.

use std::ops::Range;

/// The seed of std's hashers.
#[derive(Clone, Debug, Default)]
pub(crate) struct Seed {
    /// Statics that choosing it changes, with their values.
    pub(crate) bytes: Vec<(u32, u8)>,
    /// The number that each new hasher changes.
    pub(crate) counter: Range<u32>,
}

impl Seed {
    /// Whether it contains the byte at an address.
    pub(crate) fn contains(&self, address: u32) -> bool {
        self.counter.contains(&address) || self.bytes.iter().any(|(at, _)| *at == address)
    }
}
