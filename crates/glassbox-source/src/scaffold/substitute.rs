//! Concrete types for type parameters: keys, values, small numbers.
//!
//! Of a `glassbox::Key` only the order matters, and of a `glassbox::Val` only that it is dropped once, so a verdict about them
//! is one about all types. Where code requires more traits than they have, a small number takes their place.

use std::collections::BTreeSet;

/// Traits that every substitute has.
const ALWAYS: [&str; 5] = ["Sized", "Send", "Sync", "Unpin", "Borrow"];
const OF_VALUES: [&str; 3] = ["Debug", "PartialEq", "Eq"];
const OF_KEYS: [&str; 6] = ["Debug", "PartialEq", "Eq", "Clone", "PartialOrd", "Ord"];

/// Traits of small numbers.
pub(super) const OF_NUMBERS: [&str; 11] =
    ["Debug", "PartialEq", "Eq", "Clone", "PartialOrd", "Ord", "Copy", "Default", "Hash", "Display", "ToOwned"];

/// The type or value that takes the place of a parameter in generated code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Substitute {
    /// `glassbox::Key`.
    Key,
    /// `glassbox::Val`.
    Val,
    /// A small `u8`.
    Number,
    /// The value of a const parameter.
    Constant,
}

impl Substitute {
    /// The source text in a check.
    pub(super) fn text(self) -> &'static str {
        match self {
            Self::Key => "Key",
            Self::Val => "Val",
            Self::Number => "u8",
            Self::Constant => "3",
        }
    }

    /// Whether it has all these traits.
    pub(super) fn has(self, traits: &BTreeSet<String>) -> bool {
        traits.iter().all(|name| ALWAYS.contains(&name.as_str()) || self.traits().contains(&name.as_str()))
    }

    fn traits(self) -> &'static [&'static str] {
        match self {
            Self::Key => &OF_KEYS,
            Self::Val => &OF_VALUES,
            Self::Number => &OF_NUMBERS,
            Self::Constant => &[],
        }
    }
}
