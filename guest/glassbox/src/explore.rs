//! Choices in explorations, and the functions that generated code calls.

use std::fmt::Debug;

use crate::host;
use crate::key::Key;
use crate::structure::Finite;
use crate::val::Val;

/// A number below `n`. An exploration tries all of them; natively the result is always 0.
///
/// ```
/// #[glassbox::explore(operations = 3)]
/// mod queue {
///     use std::collections::VecDeque;
///
///     use glassbox::Val;
///
///     pub fn new() -> VecDeque<Val> {
///         VecDeque::new()
///     }
///
///     pub fn push(queue: &mut VecDeque<Val>, value: Val) {
///         queue.push_back(value);
///     }
///
///     /// Drops the iterator after it has given out none, one or two values.
///     pub fn drain_some(queue: &mut VecDeque<Val>) {
///         let n = glassbox::choose(3) as usize;
///         queue.drain(..).take(n).for_each(drop);
///     }
/// }
/// # assert_eq!(glassbox::choose(3), 0);
/// ```
///
/// # Panics
///
/// If `n` is 0.
pub fn choose(n: u32) -> u32 {
    assert!(n > 0, "there is nothing to choose from");
    if n == 1 { 0 } else { host::choose(n) }
}

/// Continues only if `condition` holds. If not, the exploration leaves this operation out in this state.
///
/// Natively it panics if `condition` does not hold.
///
/// ```
/// #[glassbox::explore]
/// mod ring {
///     use std::collections::VecDeque;
///
///     use glassbox::Val;
///
///     pub fn new() -> VecDeque<Val> {
///         VecDeque::with_capacity(2)
///     }
///
///     /// Only if there is room.
///     pub fn push(ring: &mut VecDeque<Val>, value: Val) {
///         glassbox::assume(ring.len() < 2);
///         ring.push_back(value);
///     }
/// }
/// # glassbox::assume(true);
/// ```
pub fn assume(condition: bool) {
    if !condition {
        host::give_up();
    }
}

/// Says that a panic of this operation is meant if this is its message: the caller is to blame.
///
/// Such a panic ends the operation as a failed [`assume`] does: nothing is known about a program that goes on after it.
/// `{}` stands for any text, white space does not count, and the whole message must fit: `"index {} out of range"`. What core
/// says about undefined behaviour is never meant. An exploration in which a meant panic happens says so: `meant-panics` is one of
/// its assumptions.
///
/// ```
/// # use std::collections::VecDeque;
/// # use glassbox::Val;
/// /// At every index, also behind the end.
/// pub fn cut(queue: &mut VecDeque<Val>, at: usize) {
///     glassbox::may_panic("`at` out of bounds");
///     queue.split_off(at);
/// }
/// # cut(&mut VecDeque::new(), 0);
/// ```
///
/// Without a host, in a plain test, it does nothing.
pub fn may_panic(message: &str) {
    host::may_panic(message);
}

/// Tells the host whether the call must panic, with this message if there is one, and whether the subject must be as it was before.
#[doc(hidden)]
pub fn must_panic(condition: bool, is_unchanged: bool, message: &str) {
    if condition {
        host::must_panic(is_unchanged, message);
    }
}

/// Tells the host that a call which may have to panic has returned.
#[doc(hidden)]
pub fn has_returned() {
    host::has_returned();
}

/// A type of which an exploration can try all values.
///
/// It is implemented for `bool`, [`Val`], [`Key`], `Option`s, and enums without fields that derive
/// [`Structure`](derive@crate::Structure). Implement it for types of your own with [`choose`]:
///
/// ```
/// use glassbox::{Argument, choose};
///
/// #[derive(Debug, PartialEq)]
/// struct Range { start: u32, len: u32 }
///
/// impl Argument for Range {
///     fn any() -> Self {
///         Range { start: choose(3), len: 1 + choose(2) }
///     }
/// }
/// # assert_eq!(Range::any(), Range { start: 0, len: 1 });
/// ```
#[diagnostic::on_unimplemented(
    message = "an exploration does not know which values of `{Self}` to try",
    note = "list them: `#[glassbox(values = 0..3)]` on the argument; they may depend on the subject, `0..queue.len()`"
)]
pub trait Argument: Debug {
    /// A value of the exploration's choice; it tries all.
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

/// Each key of the subject, and one in each gap between them: no other key behaves differently if only the order
/// matters.
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

/// One of these values, of the host's choice.
pub fn pick<T>(values: Vec<T>) -> T {
    assume(!values.is_empty());
    let number = choose(u32::try_from(values.len()).unwrap_or(u32::MAX));
    values.into_iter().nth(number as usize).expect("the host chooses one of them")
}

/// Passes an argument to the host as text, if the host wants text.
pub fn say(argument: &impl Debug) {
    if host::wants_words() {
        host::say(&format!("{argument:?}"));
    }
}

/// Passes this text for an argument to the host, if the host wants text.
pub fn say_words(words: &str) {
    if host::wants_words() {
        host::say(words);
    }
}

/// Another subject, as an operand, is made with at most so many operations.
const OTHER_OPERATIONS: u32 = 3;

/// The most operations of another subject. The host learns it, so that the verdict says it.
pub fn other_operations() -> u32 {
    host::other(OTHER_OPERATIONS);
    OTHER_OPERATIONS
}

/// Whether the host wants arguments as text.
pub fn wants_words() -> bool {
    host::wants_words()
}

/// Makes std choose the seed of its hashers now, once for all. In the machine std derives it from addresses.
pub fn seed() {
    std::hint::black_box(std::hash::RandomState::new());
}

/// Moves a new subject to memory of its own and returns its address.
pub fn begin<S>(subject: S) -> u32 {
    address(Box::into_raw(Box::new(subject)))
}

/// The address of a subject, for the host.
pub fn address<S>(subject: *mut S) -> u32 {
    // Natively the address is not used.
    u32::try_from(subject.expose_provenance()).unwrap_or(0)
}

/// Moves a subject out of its memory and frees that.
///
/// # Safety
///
/// `subject` is an address that [`begin`] returned for this type; the caller does not use it again.
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

/// In the machine, exports the entries of an exploration under its path and stores its description.
#[cfg(all(glassbox, target_family = "wasm"))]
#[doc(hidden)]
#[macro_export]
macro_rules! __glassbox_explore {
    (check: $check:expr, entries: { $($name:literal => $entry:item)* }) => {
        const _: () = {
            const __GLASSBOX_EXPLORATION: $crate::__private::Subject<'static> = $check;
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

/// Natively, type-checks an exploration.
#[cfg(not(all(glassbox, target_family = "wasm")))]
#[doc(hidden)]
#[macro_export]
macro_rules! __glassbox_explore {
    (check: $check:expr, entries: { $($name:literal => $entry:item)* }) => {
        const _: () = {
            const _: $crate::__private::Subject<'static> = $check;
            $(
                #[allow(dead_code, reason = "compiled only so that its types are checked")]
                $entry
            )*
        };
    };
}

pub use crate::__glassbox_explore as explore;
