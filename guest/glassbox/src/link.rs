//! Fields that lead to a node.

use crate::invariant::Invariant;

/// A pointer-like field that leads to a node or nowhere.
///
/// It is implemented for `Box`, raw pointers, `NonNull` and `Option`s of them. Implement it for handles of your own;
/// for indices into an arena see [`slots`](crate::slots).
///
/// ```
/// use glassbox::{Link, Structure};
///
/// #[derive(Structure)]
/// #[glassbox(no_invariant)]
/// struct List {
///     #[glassbox(tree)]
///     head: Handle,
/// }
///
/// #[derive(Structure)]
/// #[glassbox(no_invariant)]
/// struct Node {
///     #[glassbox(tree)]
///     next: Handle,
/// }
///
/// struct Handle(*mut Node);
///
/// // SAFETY: a handle holds the address that `put` gets.
/// unsafe impl Link for Handle {
///     type Target = Node;
///
///     fn null() -> Option<Self> {
///         Some(Handle(std::ptr::null_mut()))
///     }
///
///     unsafe fn put(slot: *mut Self, target: *mut Node) {
///         unsafe { slot.write_unaligned(Handle(target)) }
///     }
///
///     unsafe fn target(this: *const Self) -> Option<*mut Node> {
///         let Handle(target) = unsafe { this.read_unaligned() };
///         (!target.is_null()).then_some(target)
///     }
/// }
///
/// let mut n_lists = 0;
/// glassbox::native::enumerate::<List>(&[("height", 3)], |_, _, _| n_lists += 1);
/// assert_eq!(n_lists, 4);
/// ```
///
/// # Safety
///
/// [`put`](Self::put) must write a valid value whose [`target`](Self::target) is the one given.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be a link",
    label = "no `Link` for this type",
    note = "links are `Box<T>`, `*mut T`, `*const T`, `NonNull<T>`, `Option`s of these, and types with an `unsafe impl glassbox::Link`",
    note = "the target of a link needs an invariant: `impl glassbox::Invariant`, or `#[glassbox(no_invariant)]` on the type"
)]
pub unsafe trait Link: Sized {
    /// The type of the nodes that it leads to.
    type Target: Invariant;

    /// Whether it is nothing but the address of its target, or null.
    #[doc(hidden)]
    const IS_POINTER: bool = false;

    /// The link that leads nowhere, if there is one.
    fn null() -> Option<Self>;

    /// Writes a link to `target` into `slot`.
    ///
    /// # Safety
    ///
    /// `slot` is the address of memory for a link, maybe unaligned, with no value in it yet. `target` is the address
    /// of a position; there may be no value there yet, so do not read it or make a reference to it.
    unsafe fn put(slot: *mut Self, target: *mut Self::Target);

    /// The address of the node that a link leads to, if any.
    ///
    /// # Safety
    ///
    /// `this` is the address of a valid link, maybe unaligned.
    unsafe fn target(this: *const Self) -> Option<*mut Self::Target>;
}
