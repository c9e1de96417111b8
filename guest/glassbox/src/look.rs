//! Looks at the results of operations, so that the machine notices unwritten memory and freed blocks in them.
//!
//! The macro cannot know the traits of a result. As in [`probe`](crate::probe), it calls `look` on a reference to
//! references to a [`ResultType`], and the first of these traits counts: [`IfPlain`], [`IfDebug`], [`IfReference`] and
//! [`Unlooked`].

use std::cmp::Ordering;
use std::fmt::{self, Debug, Write};
use std::hint::black_box;
use std::mem::MaybeUninit;
use std::ptr::NonNull;

use crate::host;
use crate::key::Key;
use crate::outcome::Outcome;
use crate::result_use::{ResultType, Use};
use crate::val::Val;

/// The statement that prints a result.
const PRINTED: &str = "println!(\"{:?}\", {});";

/// Runs `look`; if it stops, the history prints the result.
fn printed(usage: &Use, look: impl FnOnce()) {
    let wants_words = usage.is_whole() && host::wants_words();
    if wants_words {
        host::say_use(PRINTED);
    }
    look();
    if wants_words {
        host::say_use("");
    }
}

// --- Without formatting ---

/// A type of std whose values are looked at without formatting them.
pub trait Plain {
    /// Decides by every part of the value.
    fn look(&self);
}

/// The result of the entry of a law: 1 if it holds, else 0.
pub fn law(outcome: impl Outcome) -> u32 {
    let holds = outcome.holds();
    decide(holds);
    u32::from(holds)
}

/// Makes a decision, which the machine notices if it depends on unwritten memory.
fn decide(condition: bool) {
    // A store, so that the branch stays a branch, and its two ways never meet: a branch whose ways do is no decision.
    if condition {
        black_box(0_u8);
    }
}

macro_rules! plain_numbers {
    ($($ty:ty),*) => {
        $(impl Plain for $ty {
            fn look(&self) {
                decide(black_box(*self) == <$ty>::default());
            }
        })*
    };
}

plain_numbers!(u8, u16, u32, u64, u128, usize, i8, i16, i32, i64, i128, isize, bool, char);

/// Only whether it is null: code may not depend on an address.
macro_rules! plain_pointers {
    ($($ty:ty),*) => {
        $(impl<T> Plain for $ty {
            fn look(&self) {
                decide(black_box(*self).is_null());
            }
        })*
    };
}

plain_pointers!(*const T, *mut T);

impl<T> Plain for NonNull<T> {
    fn look(&self) {
        self.as_ptr().look();
    }
}

impl Plain for () {
    fn look(&self) {}
}

impl Plain for Ordering {
    fn look(&self) {
        decide(black_box(*self) == Ordering::Equal);
    }
}

/// A key equals itself, if it was ever written; its number is not asked for.
impl Plain for Key {
    fn look(&self) {
        decide(black_box(self).number() != black_box(self).number());
    }
}

/// As for keys.
impl Plain for Val {
    fn look(&self) {
        decide(black_box(self).number() != black_box(self).number());
    }
}

impl Plain for str {
    fn look(&self) {
        self.as_bytes().look();
    }
}

impl Plain for String {
    fn look(&self) {
        self.as_str().look();
    }
}

impl<T: Plain> Plain for [T] {
    fn look(&self) {
        self.iter().for_each(T::look);
    }
}

impl<T: Plain, const N: usize> Plain for [T; N] {
    fn look(&self) {
        self.as_slice().look();
    }
}

impl<T: Plain> Plain for Vec<T> {
    fn look(&self) {
        self.as_slice().look();
    }
}

macro_rules! plain_owners {
    ($($ty:ty),*) => {
        $(impl<T: Plain + ?Sized> Plain for $ty {
            fn look(&self) {
                (**self).look();
            }
        })*
    };
}

plain_owners!(&T, &mut T, Box<T>);

impl<T: Plain> Plain for Option<T> {
    fn look(&self) {
        if let Some(value) = self {
            value.look();
        }
    }
}

impl<T: Plain, E: Plain> Plain for Result<T, E> {
    fn look(&self) {
        match self {
            Ok(value) => value.look(),
            Err(error) => error.look(),
        }
    }
}

impl<A: Plain, B: Plain> Plain for (A, B) {
    fn look(&self) {
        self.0.look();
        self.1.look();
    }
}

impl<A: Plain, B: Plain, C: Plain> Plain for (A, B, C) {
    fn look(&self) {
        self.0.look();
        self.1.look();
        self.2.look();
    }
}

/// For results of types with `Plain`.
pub trait IfPlain<T> {
    /// Looks at a result, or at a part of one.
    fn look(&self, value: &T, usage: &Use);
}

impl<T: Plain> IfPlain<T> for &&&ResultType<T> {
    fn look(&self, value: &T, usage: &Use) {
        printed(usage, || value.look());
    }
}

// --- With formatting ---

/// Takes text, and keeps nothing of it.
struct Sink;

impl Write for Sink {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        black_box(text);
        Ok(())
    }
}

/// For results of types with `Debug`.
pub trait IfDebug<T> {
    /// Looks at a result, or at a part of one.
    fn look(&self, value: &T, usage: &Use);
}

impl<T: Debug> IfDebug<T> for &&ResultType<T> {
    fn look(&self, value: &T, usage: &Use) {
        printed(usage, || {
            // An error of the type's own `Debug` says nothing about the value.
            let _ = write!(Sink, "{value:?}");
        });
    }
}

// --- Other references ---

/// For results that are references to other types.
pub trait IfReference<T> {
    /// Reads the first and the last byte behind a reference.
    fn look(&self, value: &T, usage: &Use);
}

impl<T> IfReference<&T> for &ResultType<&T> {
    fn look(&self, value: &&T, _: &Use) {
        touch(*value);
    }
}

impl<T> IfReference<&mut T> for &ResultType<&mut T> {
    fn look(&self, value: &&mut T, _: &Use) {
        touch(&**value);
    }
}

#[expect(clippy::ref_option_ref, reason = "other results are no references")]
impl<T> IfReference<Option<&T>> for &ResultType<Option<&T>> {
    fn look(&self, value: &Option<&T>, _: &Use) {
        if let Some(target) = value {
            touch(*target);
        }
    }
}

impl<T> IfReference<Option<&mut T>> for &ResultType<Option<&mut T>> {
    fn look(&self, value: &Option<&mut T>, _: &Use) {
        if let Some(target) = value {
            touch(&**target);
        }
    }
}

fn touch<T>(target: &T) {
    let size = size_of::<T>();
    let first = (&raw const *target).cast::<MaybeUninit<u8>>();
    for at in [0, size.saturating_sub(1)] {
        if at < size {
            // SAFETY: the byte is part of the target. It may be unwritten.
            let _ = unsafe { first.add(at).read_volatile() };
        }
    }
}

/// For all other results.
pub trait Unlooked<T> {
    /// Nothing is known about the type.
    fn look(&self, _: &T, _: &Use) {}
}

impl<T> Unlooked<T> for ResultType<T> {}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::*;

    thread_local! {
        static FORMATTED: Cell<u32> = const { Cell::new(0) };
    }

    struct Formatted;

    impl Debug for Formatted {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            FORMATTED.set(FORMATTED.get() + 1);
            f.write_str("formatted")
        }
    }

    struct NotFormatted;

    #[test]
    #[expect(clippy::needless_borrow, reason = "it makes the difference")]
    fn results_are_formatted_where_nothing_else_is_known() {
        let usage = Use::default();
        (&&&&ResultType::of(&Formatted)).look(&Formatted, &usage);
        (&&&&ResultType::of(&Some(&Formatted))).look(&Some(&Formatted), &usage);
        assert_eq!(FORMATTED.take(), 2);
        (&&&&ResultType::of(&NotFormatted)).look(&NotFormatted, &usage);
        (&&&&ResultType::of(&&NotFormatted)).look(&&NotFormatted, &usage);
        (&&&&ResultType::of(&Some((1u8, "a")))).look(&Some((1u8, "a")), &usage);
        assert_eq!(FORMATTED.take(), 0);
    }
}
