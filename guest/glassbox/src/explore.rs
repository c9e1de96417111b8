//! What a harness of an exploration may use: choices that the host makes, one after the other, all of them.

use std::fmt::Debug;

use crate::host;
use crate::key::Key;
use crate::structure::Finite;
use crate::val::Val;

/// One of `n` numbers from 0. An exploration tries all of them.
///
/// Natively it is always 0: there is nobody to try the others.
///
/// # Panics
///
/// If there is nothing to choose from.
pub fn choose(n: u32) -> u32 {
    assert!(n > 0, "there is nothing to choose from");
    if n == 1 { 0 } else { host::choose(n) }
}

/// Goes on only if `condition` holds: an operation that is not possible in this state is not one of it.
pub fn assume(condition: bool) {
    if !condition {
        host::give_up();
    }
}

/// A type of which an exploration can try all values.
#[diagnostic::on_unimplemented(
    message = "an exploration does not know which values of `{Self}` to try",
    note = "list them: `#[glassbox(values = 0..3)]` on the argument; they may depend on the subject, `0..queue.len()`"
)]
pub trait Argument: Debug {
    /// One of them; an exploration tries all.
    fn any() -> Self;
}

impl Argument for bool {
    fn any() -> Self {
        choose(2) == 1
    }
}

/// A new value each time.
impl Argument for Val {
    fn any() -> Self {
        Val::new(host::token())
    }
}

/// Each key that is in the subject, and one in each gap: all that can make a difference if only the order matters.
impl Argument for Key {
    fn any() -> Self {
        Key::new(host::key())
    }
}

impl<A: Argument> Argument for Option<A> {
    fn any() -> Self {
        (choose(2) == 1).then(A::any)
    }
}

impl<T: Finite + Debug> Argument for T {
    fn any() -> Self {
        pick(T::all())
    }
}

/// One of these values.
pub fn pick<T>(values: Vec<T>) -> T {
    assume(!values.is_empty());
    let number = choose(u32::try_from(values.len()).unwrap_or(u32::MAX));
    values.into_iter().nth(number as usize).expect("the host chooses one of them")
}

/// Says what an argument is, if the host wants to know.
pub fn say(argument: &impl Debug) {
    if host::wants_words() {
        host::say(&format!("{argument:?}"));
    }
}

/// Says what an argument is, in these words.
pub fn say_words(words: &str) {
    if host::wants_words() {
        host::say(words);
    }
}

/// Whether the host wants to know what arguments are.
pub fn wants_words() -> bool {
    host::wants_words()
}

/// Has std choose the seed of its hashers, now and once for all. On this machine it makes it of addresses.
pub fn seed() {
    std::hint::black_box(std::hash::RandomState::new());
}

/// A new subject: its address.
pub fn begin<S>(subject: S) -> u32 {
    address(Box::into_raw(Box::new(subject)))
}

fn address<S>(subject: *mut S) -> u32 {
    // Natively nobody asks.
    u32::try_from(subject.expose_provenance()).unwrap_or(0)
}

/// Takes a subject out of its place.
///
/// # Safety
///
/// `subject` is the address of one that [`begin`] made; it is not used again.
pub unsafe fn take<S>(subject: *mut u8) -> S {
    // SAFETY: the caller's promise.
    *unsafe { Box::from_raw(subject.cast::<S>()) }
}

/// Drops a subject.
///
/// # Safety
///
/// As for [`take`].
pub unsafe fn end<S>(subject: *mut u8) {
    // SAFETY: the caller's promise.
    drop(unsafe { take::<S>(subject) });
}

/// What becomes of an exploration in the machine: its entries are exported under its path, its description stored.
#[cfg(all(glassbox, target_family = "wasm"))]
#[doc(hidden)]
#[macro_export]
macro_rules! __glassbox_explore {
    (check: $check:expr, entries: { $($name:literal => $entry:item)* }) => {
        const _: () = {
            const __GLASSBOX_EXPLORATION: $crate::__private::Check<'static> = $check;
            $(
                #[unsafe(export_name = concat!($crate::__private::explore_export_prefix!(), module_path!(), "::", $name))]
                $entry
            )*

            #[used]
            #[unsafe(link_section = $crate::__private::explorations_section!())]
            static __GLASSBOX_RECORD: [u8; __GLASSBOX_EXPLORATION.encoded_len()] = __GLASSBOX_EXPLORATION.encode();
        };
    };
}

/// What becomes of an exploration natively: it is type-checked.
#[cfg(not(all(glassbox, target_family = "wasm")))]
#[doc(hidden)]
#[macro_export]
macro_rules! __glassbox_explore {
    (check: $check:expr, entries: { $($name:literal => $entry:item)* }) => {
        const _: () = {
            const _: $crate::__private::Check<'static> = $check;
            $(
                #[allow(dead_code, reason = "compiled only so that its types are checked")]
                $entry
            )*
        };
    };
}

pub use crate::__glassbox_explore as explore;
