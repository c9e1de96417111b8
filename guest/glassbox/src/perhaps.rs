//! What can be done with a type whose traits nobody has promised: make it, choose it, say it.
//!
//! A check of a structure is also an operation of it, if the structure can be made and the arguments can be chosen. The macro
//! that writes this does not know which traits a type has. So it calls a method on `&&&Perhaps<T>`. Traits are looked for
//! on `&&Perhaps<T>` first, then on `&Perhaps<T>`, and last on `Perhaps<T>`, which has them all ([`IfNot`]); each exists
//! only where the type has what it needs.

use std::fmt::Debug;
use std::marker::PhantomData;

use crate::explore::{Argument, assume, begin, choose, say};
use crate::host;
use crate::plan::Plan;
use crate::show::draw;
use crate::structure::Structure;
use crate::values::Values;

/// A type that may have a trait.
pub struct Perhaps<T>(PhantomData<T>);

impl<T> Perhaps<T> {
    /// Asks about a type.
    #[expect(clippy::new_without_default, reason = "only generated code makes one")]
    pub fn new() -> Self {
        Self(PhantomData)
    }
}

/// For types with `Default`.
pub trait IfDefault<T> {
    /// The default value.
    fn made(&self) -> Option<T>;
}

impl<T: Default> IfDefault<T> for &Perhaps<T> {
    fn made(&self) -> Option<T> {
        Some(T::default())
    }
}

/// For types with [`Argument`].
pub trait IfArgument<T> {
    /// A value of the host's choice.
    fn chosen(&self, plan: &mut Plan) -> Option<T>;
}

impl<T: Argument> IfArgument<T> for &&Perhaps<T> {
    fn chosen(&self, _: &mut Plan) -> Option<T> {
        Some(T::any())
    }
}

/// For types with few values.
pub trait IfFew<T> {
    /// A value of the host's choice, if there are few.
    fn chosen(&self, plan: &mut Plan) -> Option<T>;
}

impl<T: Structure> IfFew<T> for &Perhaps<T> {
    fn chosen(&self, plan: &mut Plan) -> Option<T> {
        let values = Values::<T>::of(plan);
        assume(values.as_ref().is_some_and(|values| values.len() > 0));
        let values = values?;
        let number = choose(u32::try_from(values.len()).ok()?);
        // SAFETY: nobody else uses the copies, which are not dropped.
        Some(unsafe { values.get(number as usize) })
    }
}

/// For types whose description says how to show them.
pub trait IfStructure<T> {
    /// Shows a value to the host; 1 if that is possible.
    ///
    /// # Safety
    ///
    /// `this` is the address of a valid value.
    unsafe fn drawn(&self, this: *const T) -> u32;
}

impl<T: Structure> IfStructure<T> for &Perhaps<T> {
    unsafe fn drawn(&self, this: *const T) -> u32 {
        // SAFETY: the same promise.
        unsafe { draw(this) };
        1
    }
}

/// For types with `Debug`.
pub trait IfDebug<T> {
    /// Says what a value is, if the host wants to know.
    fn said(&self, value: &T);
}

impl<T: Debug> IfDebug<T> for &Perhaps<T> {
    fn said(&self, value: &T) {
        say(value);
    }
}

/// For all types: what is done if they lack the trait.
pub trait IfNot<T> {
    /// Cannot be made.
    fn made(&self) -> Option<T> {
        None
    }

    /// Cannot be chosen: the operation is not possible.
    fn chosen(&self, _: &mut Plan) -> Option<T> {
        assume(false);
        None
    }

    /// Cannot be shown.
    ///
    /// # Safety
    ///
    /// There is nothing to promise.
    unsafe fn drawn(&self, _: *const T) -> u32 {
        0
    }

    /// Cannot be said.
    fn said(&self, _: &T) {
        if host::wants_words() {
            host::say("_");
        }
    }
}

impl<T> IfNot<T> for Perhaps<T> {}

/// A new structure, if there is one: its address. Whoever wants words hears first what type it is, and then what is called
/// with which arguments, if the user says that.
pub fn made<T>(call: [&str; 2], make: impl FnOnce() -> Option<T>) -> u32 {
    if host::wants_words() {
        host::say(std::any::type_name::<T>());
        call.into_iter().for_each(host::say);
    }
    let value = make();
    assume(value.is_some());
    value.map_or(0, begin)
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Plain;

    #[test]
    #[expect(clippy::needless_borrow, reason = "it makes the difference")]
    fn traits_are_found_where_they_are() {
        let mut plan = Plan::new(&[]);
        assert_eq!((&&&Perhaps::<u8>::new()).made(), Some(0));
        assert!((&&&Perhaps::<Plain>::new()).made().is_none());
        assert_eq!((&&&Perhaps::<bool>::new()).chosen(&mut plan), Some(false));
        assert_eq!((&&&Perhaps::<[bool; 2]>::new()).chosen(&mut plan), Some([false, false]));
        (&&&Perhaps::<Plain>::new()).said(&Plain);
    }
}
