//! What a check may return.

use glassbox_abi::skeleton::Returned as Said;

use crate::host;
use crate::key::Key;
use crate::val::Val;

/// The result of a check: did it hold?
///
/// Most checks return nothing and use `assert!`; a law without side effects is shorter as a `bool`.
#[diagnostic::on_unimplemented(
    message = "a check cannot return `{Self}`",
    label = "this check's result is neither `()` nor `bool`",
    note = "return nothing and use `assert!` inside, or return a `bool`: `false` is a failure"
)]
pub trait Outcome {
    /// Whether the check held.
    fn holds(self) -> bool;
}

/// A check that returns at all has held: failures panic.
impl Outcome for () {
    fn holds(self) -> bool {
        true
    }
}

impl Outcome for bool {
    fn holds(self) -> bool {
        self
    }
}

/// What an operation with a declared effect may return: what it says about the contents is held against the effect.
///
/// `bool` says whether the key was there (`finds`, `removes`) or has been put in (`adds`). An `Option` of a key, a value
/// or a number says whether there was one, and which.
#[diagnostic::on_unimplemented(
    message = "glassbox cannot tell what `{Self}` says about the contents",
    label = "the result of an operation with a declared effect",
    note = "return `()`, `bool`, `Val`, `Key`, an integer of at most 32 bits, a reference to one, or an `Option` of one"
)]
pub trait Returned {
    /// What it is, and its number.
    #[doc(hidden)]
    fn said(&self) -> (Said, u32);
}

impl Returned for () {
    fn said(&self) -> (Said, u32) {
        (Said::Nothing, 0)
    }
}

impl Returned for bool {
    fn said(&self) -> (Said, u32) {
        (Said::Bool, (*self).into())
    }
}

impl Returned for Val {
    fn said(&self) -> (Said, u32) {
        (Said::Value, self.number())
    }
}

impl Returned for Key {
    fn said(&self) -> (Said, u32) {
        (Said::Key, self.number())
    }
}

macro_rules! number {
    ($($ty:ty)*) => { $(
        impl Returned for $ty {
            fn said(&self) -> (Said, u32) {
                (Said::Value, u32::from(*self))
            }
        }
    )* };
}

number! { u8 u16 u32 }

impl<T: Returned> Returned for &T {
    fn said(&self) -> (Said, u32) {
        (**self).said()
    }
}

impl<T: Returned> Returned for &mut T {
    fn said(&self) -> (Said, u32) {
        (**self).said()
    }
}

impl<T: Returned> Returned for Option<T> {
    fn said(&self) -> (Said, u32) {
        match self.as_ref().map(Returned::said) {
            None => (Said::Absent, 0),
            Some((kind @ (Said::Key | Said::Value), number)) => (kind, number),
            Some(_) => (Said::Present, 0),
        }
    }
}

/// Tells the host what an operation returned. Whether that is right the host knows.
pub fn returned(result: impl Returned) -> u32 {
    let (kind, number) = result.said();
    host::returned(kind, number);
    1
}
