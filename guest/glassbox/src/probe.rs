//! Calls a trait's method on a type if the type implements the trait, and a fallback if not.
//!
//! A check of a structure is also an operation of it, if the structure can be constructed and the arguments can be
//! chosen. The macro that writes the operation cannot know which traits a type has. So it calls a method on
//! `&&&Probe<T>`. Method lookup tries `&&Probe<T>` first, then `&Probe<T>`, and last `Probe<T>`, which has all methods
//! ([`Fallback`]). The others exist only where the type has the trait.

use std::fmt::Debug;
use std::marker::PhantomData;

use crate::explore::{Argument, assume, begin, choose, say};
use crate::host;
use crate::invariant::Invariant;
use crate::node::Show;
use crate::plan::Plan;
use crate::structure::Structure;
use crate::values::Values;

/// A type that may have traits.
pub struct Probe<T>(PhantomData<T>);

impl<T> Probe<T> {
    /// A probe of `T`.
    #[expect(clippy::new_without_default, reason = "only generated code makes one")]
    pub fn new() -> Self {
        Self(PhantomData)
    }
}

/// For types with `Default`.
pub trait IfDefault<T> {
    /// The default value.
    fn construct(&self) -> Option<T>;
}

impl<T: Default> IfDefault<T> for &Probe<T> {
    fn construct(&self) -> Option<T> {
        Some(T::default())
    }
}

/// Chooses a value, given a plan.
pub(crate) type ByDescription<'a, T> = dyn Fn(&mut Plan) -> Option<T> + 'a;

/// For types with [`Argument`].
pub trait IfArgument<T> {
    /// A value of the host's choice. Does not call `describe`: making a plan costs more than most operations.
    fn choose(&self, describe: impl FnOnce(&ByDescription<T>) -> Option<T>) -> Option<T>;
}

impl<T: Argument> IfArgument<T> for &&Probe<T> {
    fn choose(&self, _: impl FnOnce(&ByDescription<T>) -> Option<T>) -> Option<T> {
        Some(T::any())
    }
}

/// For types with [`Structure`], of which those with few values can be chosen.
pub trait IfStructure<T> {
    /// A value of the host's choice, if the type has few values. `describe` calls its argument with a plan.
    fn choose(&self, describe: impl FnOnce(&ByDescription<T>) -> Option<T>) -> Option<T>;

    /// Shows a value to the host; returns 1, because that is possible.
    ///
    /// # Safety
    ///
    /// `this` is the address of a valid value.
    unsafe fn draw(&self, this: *const T) -> u32;
}

impl<T: Structure> IfStructure<T> for &Probe<T> {
    fn choose(&self, describe: impl FnOnce(&ByDescription<T>) -> Option<T>) -> Option<T> {
        describe(&|plan| {
            let values = Values::<T>::of(plan);
            assume(values.as_ref().is_some_and(|values| values.len() > 0));
            let values = values?;
            let number = choose(u32::try_from(values.len()).ok()?);
            // SAFETY: this is the only copy that is used, and `values` drops none.
            Some(unsafe { values.get(number as usize) })
        })
    }

    unsafe fn draw(&self, this: *const T) -> u32 {
        let mut show = Show::default();
        // SAFETY: the same promise.
        unsafe { T::show(this, &mut show) };
        #[cfg(all(glassbox, target_family = "wasm"))]
        show.send_root::<T>();
        #[cfg(not(all(glassbox, target_family = "wasm")))]
        drop(show);
        1
    }
}

/// For types with [`Invariant`].
pub trait IfInvariant<T> {
    /// The function that describes an argument of the type as a structure.
    fn as_structure(&self) -> Option<fn(&mut Plan, &str)>;
}

impl<T: Invariant> IfInvariant<T> for &Probe<T> {
    fn as_structure(&self) -> Option<fn(&mut Plan, &str)> {
        (!T::IS_PLAIN).then_some(Plan::structure_by_value::<T>)
    }
}

/// For types with `Debug`.
pub trait IfDebug<T> {
    /// Passes the value to the host as text, if the host wants text.
    fn print(&self, value: &T);
}

impl<T: Debug> IfDebug<T> for &Probe<T> {
    fn print(&self, value: &T) {
        say(value);
    }
}

/// For all types: used where the trait is missing.
pub trait Fallback<T> {
    /// The type cannot be constructed.
    fn construct(&self) -> Option<T> {
        None
    }

    /// No value can be chosen: the operation is not possible.
    fn choose(&self, _: impl FnOnce(&ByDescription<T>) -> Option<T>) -> Option<T> {
        assume(false);
        None
    }

    /// The type is no structure.
    fn as_structure(&self) -> Option<fn(&mut Plan, &str)> {
        None
    }

    /// The value cannot be shown.
    ///
    /// # Safety
    ///
    /// There is nothing to promise.
    unsafe fn draw(&self, _: *const T) -> u32 {
        0
    }

    /// The value has no text.
    fn print(&self, _: &T) {
        if host::wants_words() {
            host::say("_");
        }
    }
}

impl<T> Fallback<T> for Probe<T> {}

/// Constructs a structure and returns its address, or gives up if there is none. If the host wants text, it gets the
/// type first, and then the function and the arguments that the user wrote in `new = ..`.
pub fn construct<T>(call: [&str; 2], make: impl FnOnce() -> Option<T>) -> u32 {
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
        assert_eq!((&&&Probe::<u8>::new()).construct(), Some(0));
        assert!((&&&Probe::<Plain>::new()).construct().is_none());
        assert_eq!((&&&Probe::<bool>::new()).choose(|choose| choose(&mut Plan::new(&[]))), Some(false));
        assert_eq!((&&&Probe::<[bool; 2]>::new()).choose(|choose| choose(&mut Plan::new(&[]))), Some([false, false]));
        (&&&Probe::<Plain>::new()).print(&Plain);
    }
}
