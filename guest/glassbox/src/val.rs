//! A value that must be dropped exactly once.

use std::fmt::{self, Debug, Formatter};
use std::mem::ManuallyDrop;

use crate::host;

/// A value that can be moved, compared and dropped, and that the host watches: one that is dropped twice or gets lost
/// is a finding.
///
/// Use it for the value type of a collection. It cannot be made: values come with the state and as arguments, each
/// with a number that no other has.
///
/// It is four bytes. Explorations can also be run with values of other kinds (`cargo glassbox --types zst,box,align16`), to
/// see what a collection does with values that have no size, own memory or are aligned to more than others. Values without
/// a number are counted.
#[derive(PartialEq, Eq)]
#[repr(transparent)]
pub struct Val(Kind);

/// What values are made of: a number.
#[cfg(not(any(glassbox_val = "box", glassbox_val = "align16", glassbox_val = "zst", glassbox_val = "u8")))]
mod kind {
    #[derive(PartialEq, Eq)]
    #[repr(transparent)]
    pub(super) struct Kind(u32);

    impl Kind {
        pub(super) fn new(token: u32) -> Self {
            Self(token)
        }

        pub(super) fn number(&self) -> u32 {
            self.0
        }
    }
}

/// A number in memory of its own.
#[cfg(glassbox_val = "box")]
mod kind {
    #[derive(PartialEq, Eq)]
    #[repr(transparent)]
    pub(super) struct Kind(Box<u32>);

    impl Kind {
        pub(super) fn new(token: u32) -> Self {
            Self(Box::new(token))
        }

        pub(super) fn number(&self) -> u32 {
            *self.0
        }
    }
}

/// A number that is aligned to more than it needs.
#[cfg(glassbox_val = "align16")]
mod kind {
    #[derive(PartialEq, Eq)]
    #[repr(align(16))]
    pub(super) struct Kind(u32);

    impl Kind {
        pub(super) fn new(token: u32) -> Self {
            Self(token)
        }

        pub(super) fn number(&self) -> u32 {
            self.0
        }
    }
}

/// Nothing at all, or a byte that is always the same: such values have no numbers.
#[cfg(any(glassbox_val = "zst", glassbox_val = "u8"))]
mod kind {
    #[derive(PartialEq, Eq)]
    #[repr(transparent)]
    pub(super) struct Kind(#[cfg(glassbox_val = "u8")] u8, #[cfg(glassbox_val = "zst")] ());

    impl Kind {
        pub(super) fn new(_: u32) -> Self {
            Self(Default::default())
        }

        /// The host takes it for any.
        #[expect(clippy::unused_self, reason = "other kinds have one")]
        pub(super) fn number(&self) -> u32 {
            0
        }
    }
}

use kind::Kind;

impl Val {
    pub(crate) fn new(token: u32) -> Self {
        Self(Kind::new(token))
    }

    pub(crate) fn number(&self) -> u32 {
        self.0.number()
    }

    /// The number of the value at an address.
    ///
    /// # Safety
    ///
    /// There is one.
    pub(crate) unsafe fn number_at(this: *const Self) -> u32 {
        // SAFETY: the caller's promise.
        ManuallyDrop::new(unsafe { this.read_unaligned() }).number()
    }
}

impl Debug for Val {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        host::show_number(f, "Val", self.number())
    }
}

impl Drop for Val {
    fn drop(&mut self) {
        host::dropped(self.number());
    }
}
