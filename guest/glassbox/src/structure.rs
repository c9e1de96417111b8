//! Types whose values can be listed.

use std::mem::MaybeUninit;

use crate::links::Links;
use crate::plan::Plan;
use crate::show::Show;

/// A type whose values within the bounds glassbox can list.
///
/// Derive it. The methods run once, before any check: they describe the largest value as *cells*, places in memory
/// with a few possible contents each, and under which choices each of them exists.
///
/// # Safety
///
/// Every combination of choices that the calls in [`lay`](Self::lay) admit must be a valid value of the type, and all
/// places named there must lie inside the value at `at` or inside memory that the plan gave out.
#[diagnostic::on_unimplemented(
    message = "glassbox does not know which values `{Self}` can take",
    label = "no `Structure` for this type",
    note = "derive it: `#[derive(glassbox::Structure)]`",
    note = "or list the values on the field: `#[glassbox(values = [..])]`",
    note = "or keep the field the same in all states: `#[glassbox(skip = expr)]`",
    note = "a raw pointer, `NonNull` or index needs a role: `#[glassbox(tree)]`, `#[glassbox(parent)]` or `#[glassbox(alias)]`",
    note = "`Rc`, `Arc`, `Weak`, `HashMap`, `dyn Trait` and closures cannot be listed: check such a type with `#[glassbox::explore]`"
)]
pub unsafe trait Structure: Sized {
    /// Whether there is any value within what is left of the bounds. A `Box` has none where the height is used up.
    fn possible(plan: &mut Plan) -> bool {
        let _ = plan;
        true
    }

    /// All values, if the type has no links and at most [`MOST_VALUES`](crate::__private::MOST_VALUES): it then
    /// becomes a single variable.
    ///
    /// Only the bytes of what is returned are used. The values are copied bytewise and never dropped.
    fn values(plan: &mut Plan) -> Option<Vec<Self>> {
        let _ = plan;
        None
    }

    /// Some valid value. Only its bytes are used; it is never dropped.
    fn sample(plan: &mut Plan) -> Self;

    /// Describes the value that is to lie at `at`.
    ///
    /// # Safety
    ///
    /// `at` is the address of enough memory for a value that nothing else describes. It may be unaligned, and there
    /// is no value there yet.
    unsafe fn lay(at: *mut Self, plan: &mut Plan);

    /// Names the tree links, keys and values of a live value, as far as they are asked for.
    ///
    /// # Safety
    ///
    /// `this` is the address of a valid value, maybe unaligned.
    unsafe fn links(this: *const Self, links: &mut Links);

    /// Names the fields of a live value, with what is in them, for people. If nobody says how, its label is shown.
    ///
    /// # Safety
    ///
    /// As for [`links`](Self::links).
    unsafe fn show(this: *const Self, show: &mut Show) {
        // SAFETY: valid by the caller's promise; the copy is aligned and never dropped.
        let copy = unsafe { this.cast::<MaybeUninit<Self>>().read_unaligned() };
        // SAFETY: a bytewise copy of a valid value, which is only looked at.
        let label = unsafe { &*copy.as_ptr() }.label();
        if !label.is_empty() {
            show.text(label);
        }
    }

    /// Whether the type is nothing but a tree link, so that there is no need to look at it if no links are asked for.
    #[doc(hidden)]
    fn is_link() -> bool {
        false
    }

    /// How a report prints the value; empty if it has no short name.
    fn label(&self) -> String {
        String::new()
    }

    /// Describes an `Option` of this type if that is a link; says whether it did.
    ///
    /// An `Option<Box<T>>` is one choice, null or the child. Described as an enum it would be two overlapping cells.
    ///
    /// # Safety
    ///
    /// As for [`lay`](Self::lay).
    #[doc(hidden)]
    unsafe fn lay_option(at: *mut Option<Self>, plan: &mut Plan) -> bool {
        let _ = (at, plan);
        false
    }
}

/// A type with few values, all of them known.
///
/// `derive(Structure)` implements it for enums without fields.
#[diagnostic::on_unimplemented(
    message = "the values of `{Self}` are not known",
    note = "`Finite` is for enums without fields: `#[derive(glassbox::Structure)]` implements it"
)]
pub trait Finite: Sized {
    /// All values.
    fn all() -> Vec<Self>;
}
