//! Shadows of slots and bytes.

use super::term::TermId;
use crate::track::value::Tracked;
use crate::track::word::Word;
use crate::track::zeroed::Zeroed;

/// The shadow of a slot.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Shadow {
    /// Its undefined bits, in the state of this run.
    pub undefined: u64,
    /// Its value in other states; none if that is the same.
    pub term: TermId,
}

// SAFETY: it has integers alone, and the default of each is 0: `TermId`'s number, too.
unsafe impl Zeroed for Shadow {}

/// A byte of memory, with its undefined bits and its term.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ByteImage {
    /// Its value in this state.
    pub value: u8,
    /// Its undefined bits in this state.
    pub undefined: u8,
    /// The term that it is a part of; none if it is the same in all states.
    pub term: TermId,
    /// Index of the byte in the term.
    pub index: u8,
}

/// A value with its shadow.
pub(super) type Value = Tracked<Shadow>;

impl Value {
    pub(super) fn word(self) -> Word {
        Word::new(self.value, self.shadow.undefined)
    }

    pub(super) fn without_term(self) -> Tracked<u64> {
        Tracked { value: self.value, shadow: self.shadow.undefined }
    }

    #[inline(always)]
    pub(super) fn has_term(self) -> bool {
        self.shadow.term.is_some()
    }
}
