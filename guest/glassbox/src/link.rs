//! Fields that lead to a node.

use crate::invariant::Invariant;

/// A pointer-like field that can be made to lead to a position.
///
/// Implemented for `Box`, raw pointers, `NonNull` and `Option`s of them; implement it for your own handle or index
/// types.
///
/// # Safety
///
/// [`put`](Self::put) must write a valid value whose [`target`](Self::target) is the one given.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be a link",
    label = "no `Link` for this type",
    note = "links are `Box<T>`, `*mut T`, `*const T`, `NonNull<T>`, `Option`s of these, and types with an `unsafe impl glassbox::Link`",
    note = "what a link leads to needs an invariant: `impl glassbox::Invariant`, or `#[glassbox(no_invariant)]` on the type"
)]
pub unsafe trait Link: Sized {
    /// What it leads to.
    type Target: Invariant;

    /// The link that leads nowhere, if there is one.
    fn null() -> Option<Self>;

    /// Writes a link to `target` into `slot`.
    ///
    /// # Safety
    ///
    /// `slot` is the address of memory for a link, maybe unaligned, with no value in it yet. `target` is the address
    /// of a position; there may be no value there yet, so that it must not be read, nor a reference made of it.
    unsafe fn put(slot: *mut Self, target: *mut Self::Target);

    /// Where a link leads.
    ///
    /// # Safety
    ///
    /// `this` is the address of a valid link, maybe unaligned.
    unsafe fn target(this: *const Self) -> Option<*mut Self::Target>;
}
