//! What an operation with a declared effect may return.

use glassbox_abi::skeleton::Returned as Kind;

use crate::host;
use crate::key::Key;
use crate::val::Val;

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
    fn encode(&self) -> (Kind, u32);
}

impl Returned for () {
    fn encode(&self) -> (Kind, u32) {
        (Kind::Nothing, 0)
    }
}

impl Returned for bool {
    fn encode(&self) -> (Kind, u32) {
        (Kind::Bool, (*self).into())
    }
}

impl Returned for Val {
    fn encode(&self) -> (Kind, u32) {
        (Kind::Value, self.number())
    }
}

impl Returned for Key {
    fn encode(&self) -> (Kind, u32) {
        (Kind::Key, self.number())
    }
}

macro_rules! number {
    ($($ty:ty)*) => { $(
        impl Returned for $ty {
            fn encode(&self) -> (Kind, u32) {
                (Kind::Value, u32::from(*self))
            }
        }
    )* };
}

number! { u8 u16 u32 }

impl<T: Returned> Returned for &T {
    fn encode(&self) -> (Kind, u32) {
        (**self).encode()
    }
}

impl<T: Returned> Returned for &mut T {
    fn encode(&self) -> (Kind, u32) {
        (**self).encode()
    }
}

impl<T: Returned> Returned for Option<T> {
    fn encode(&self) -> (Kind, u32) {
        match self.as_ref().map(Returned::encode) {
            None => (Kind::Absent, 0),
            Some((kind @ (Kind::Key | Kind::Value), number)) => (kind, number),
            Some(_) => (Kind::Present, 0),
        }
    }
}

/// Tells the host what an operation returned. Whether that is right the host knows.
pub fn returned(result: impl Returned) -> u32 {
    let (kind, number) = result.encode();
    host::returned(kind, number);
    1
}
