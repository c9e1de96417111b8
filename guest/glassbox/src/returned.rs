//! Return values of operations with a declared effect.

use glassbox_abi::skeleton::Returned as Kind;

use crate::host;
use crate::key::Key;
use crate::val::Val;

/// The return type of an operation with a declared effect. Glassbox compares the result with the effect.
///
/// `bool` says whether the key was there (`finds`, `removes`) or was put in (`adds`). An `Option` of a key, a value
/// or a number says whether there was one, and which.
#[diagnostic::on_unimplemented(
    message = "glassbox cannot compare `{Self}` with the declared effect",
    label = "the result of an operation with a declared effect",
    note = "return `()`, `bool`, `Val`, `Key`, an integer of at most 32 bits, a reference to one, or an `Option` of one"
)]
pub trait Returned {
    /// The kind of result, and its number.
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

/// Passes the result of an operation to the host, which compares it with the effect.
pub fn returned(result: impl Returned) -> u32 {
    let (kind, number) = result.encode();
    host::returned(kind, number);
    1
}
