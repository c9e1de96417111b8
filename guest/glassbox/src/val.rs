//! A value that must be dropped exactly once.

use std::fmt::{self, Debug, Formatter};
use std::mem::ManuallyDrop;

use crate::disturbances::{answer, panic_point};
use crate::host;

/// A value that can be moved, cloned, compared and dropped. Glassbox tracks it: dropping it twice or losing it is a finding.
///
/// Use it as the value type of a collection. Code cannot make one: values come with the state, and as arguments of a
/// check or of an operation, each with a number of its own.
///
/// ```
/// #[glassbox::explore(operations = 4)]
/// mod stack {
///     use glassbox::Val;
///
///     pub fn new() -> Vec<Val> {
///         Vec::new()
///     }
///
///     pub fn push(stack: &mut Vec<Val>, value: Val) {
///         stack.push(value);
///     }
///
///     pub fn pop(stack: &mut Vec<Val>) -> Option<Val> {
///         stack.pop()
///     }
/// }
/// # fn main() {}
/// ```
///
/// A value has four bytes. `cargo glassbox --types zst,box,align16` also runs explorations with values that have no
/// size, own memory, or need a larger alignment. Values without a number are counted.
#[repr(transparent)]
pub struct Val(Kind);

/// A number.
#[cfg(not(any(glassbox_val = "box", glassbox_val = "align16", glassbox_val = "zst", glassbox_val = "u8")))]
mod kind {
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
    #[repr(transparent)]
    pub(super) struct Kind(#[cfg(glassbox_val = "u8")] u8, #[cfg(glassbox_val = "zst")] ());

    impl Kind {
        pub(super) fn new(_: u32) -> Self {
            Self(Default::default())
        }

        /// Such values have no number; the host accepts any.
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
    /// `this` is the address of a valid value, maybe unaligned.
    pub(crate) unsafe fn number_at(this: *const Self) -> u32 {
        // SAFETY: the caller's promise.
        ManuallyDrop::new(unsafe { this.read_unaligned() }).number()
    }
}

/// Two values of a real type might be equal. So when an exploration compares two of them for the first time, it tries both
/// answers, and keeps to the answer for as long as both are there. A check that compares two values is not decided. Natively,
/// values with different numbers differ.
impl PartialEq for Val {
    fn eq(&self, other: &Self) -> bool {
        panic_point();
        let (a, b) = (self.number(), other.number());
        (a == b || host::equal(a, b)) != (answer(2) == 1)
    }
}

impl Eq for Val {}

/// A new value that is equal to this one. A check that clones a value is not decided.
impl Clone for Val {
    fn clone(&self) -> Self {
        panic_point();
        Self::new(host::clone_of(self.number()))
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
        // Its fields are dropped nevertheless.
        panic_point();
    }
}
