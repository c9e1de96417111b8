//! Types whose values can be listed.

use std::mem::MaybeUninit;

use crate::node::{Show, UNSHOWN, Visitor};
use crate::plan::Plan;

/// A type of which glassbox can list all values within the bounds.
///
/// Derive it: the [derive macro](derive@crate::Structure) documents all attributes. It is implemented for integers,
/// `bool`, `char`, tuples, arrays, `Option`, `Box`, `Vec`, `Box<[T]>`, `Cell`, `RefCell`, `MaybeUninit`, `PhantomData`,
/// [`Key`](crate::Key) and [`Val`](crate::Val), and for `VecDeque`, `BinaryHeap`, `String`, `BTreeMap`, `BTreeSet`, `HashMap` and
/// `HashSet` of numbers, enums and each other.
///
/// ```
/// use glassbox::Structure;
///
/// #[derive(Structure)]
/// #[glassbox(no_invariant)]
/// struct Pair {
///     first: bool,
///     #[glassbox(values = 0..3)]
///     second: u8,
/// }
///
/// let mut n_values = 0;
/// glassbox::native::enumerate::<Pair>(&[], |_, _, _| n_values += 1);
/// assert_eq!(n_values, 2 * 3);
/// ```
///
/// # Safety
///
/// The methods are for generated code and change without notice. They run once, before any check, and describe the
/// largest value as *cells*: places in memory with a few possible contents each, and the choices under which each cell
/// exists. Every combination of choices that the calls in `describe` admit must be a valid value of the type, and all
/// places named there must lie inside the value at `at` or inside memory that the plan gave out.
#[diagnostic::on_unimplemented(
    message = "glassbox does not know which values `{Self}` can take",
    label = "no `Structure` for this type",
    note = "derive it: `#[derive(glassbox::Structure)]`",
    note = "or list the values on the field: `#[glassbox(values = [..])]`",
    note = "or keep the field the same in all states: `#[glassbox(skip = expr)]`",
    note = "a raw pointer, `NonNull` or index needs a role: `#[glassbox(tree)]`, `#[glassbox(parent)]` or `#[glassbox(alias)]`",
    note = "`Rc`, `Arc`, `Weak`, `dyn Trait` and closures cannot be listed: check such a type with `#[glassbox::explore]`"
)]
pub unsafe trait Structure: Sized {
    /// Whether the type has any value within the rest of the bounds. A `Box` has none where the height is used up.
    #[doc(hidden)]
    fn possible(plan: &mut Plan) -> bool {
        let _ = plan;
        true
    }

    /// All values, if the type has no links and at most [`MOST_VALUES`](crate::__private::MOST_VALUES): it then
    /// becomes a single variable.
    ///
    /// Only the bytes of the values are used. They are copied bytewise and never dropped.
    #[doc(hidden)]
    fn values(plan: &mut Plan) -> Option<Vec<Self>> {
        let _ = plan;
        None
    }

    /// All values, if they can be listed as a whole, each with memory of its own: the contents of a collection of the standard
    /// library.
    ///
    /// In contrast to [`values`](Self::values), these may own memory, and no two share any.
    #[doc(hidden)]
    fn listed(plan: &mut Plan) -> Option<Vec<Self>> {
        Self::values(plan)
    }

    /// Some valid value. Only its bytes are used; it is never dropped.
    #[doc(hidden)]
    fn sample(plan: &mut Plan) -> Self;

    /// Describes the value at `at`.
    ///
    /// # Safety
    ///
    /// `at` is the address of enough memory for a value that nothing else describes. It may be unaligned, and there
    /// is no value there yet.
    #[doc(hidden)]
    unsafe fn describe(at: *mut Self, plan: &mut Plan);

    /// Passes the tree links, keys and values of a live value to the visitor, as far as it wants them.
    ///
    /// # Safety
    ///
    /// `this` is the address of a valid value, maybe unaligned.
    #[doc(hidden)]
    unsafe fn visit(this: *const Self, visitor: &mut Visitor);

    /// Shows the fields of a live value as text; by default, its label.
    ///
    /// # Safety
    ///
    /// As for [`visit`](Self::visit).
    #[doc(hidden)]
    unsafe fn show(this: *const Self, show: &mut Show) {
        // SAFETY: valid by the caller's promise; the copy is aligned and never dropped.
        let copy = unsafe { this.cast::<MaybeUninit<Self>>().read_unaligned() };
        // SAFETY: a bytewise copy of a valid value, which is only looked at.
        let label = unsafe { &*copy.as_ptr() }.label();
        if !label.is_empty() {
            show.text(label);
        } else if size_of::<Self>() > 0 {
            show.text(UNSHOWN);
        }
    }

    /// Whether a value of the type is nothing but a tree link, so that a visitor that wants no links need not look at
    /// it.
    #[doc(hidden)]
    fn is_link() -> bool {
        false
    }

    /// Whether a visitor reports a value of the type as a number ([`Visitor::number`]).
    #[doc(hidden)]
    fn is_number() -> bool {
        false
    }

    /// The text of the value in reports; empty if it has no short text.
    #[doc(hidden)]
    fn label(&self) -> String {
        String::new()
    }

    /// Describes an `Option` of this type if that is a link, and returns whether it did.
    ///
    /// An `Option<Box<T>>` is one choice, null or the child. Described as an enum it would be two overlapping cells.
    ///
    /// # Safety
    ///
    /// As for [`describe`](Self::describe).
    #[doc(hidden)]
    unsafe fn describe_option(at: *mut Option<Self>, plan: &mut Plan) -> bool {
        let _ = (at, plan);
        false
    }
}

/// A type with few values, all of them known: an enum without fields.
///
/// `derive(Structure)` implements it. Explorations try all values of such a type as arguments, if it has `Debug`.
///
/// ```
/// use glassbox::{Finite, Structure};
///
/// #[derive(Debug, PartialEq, Structure)]
/// enum Color { Red, Black }
///
/// assert_eq!(Color::all(), [Color::Red, Color::Black]);
/// ```
#[diagnostic::on_unimplemented(
    message = "glassbox does not know the values of `{Self}`",
    note = "`Finite` is for enums without fields: `#[derive(glassbox::Structure)]` implements it"
)]
pub trait Finite: Sized {
    /// All values, in the order of declaration.
    fn all() -> Vec<Self>;
}
