//! Return values of checks.

/// The return type of a check: `()` or `bool`.
///
/// Most checks return nothing and use `assert!`. A law without side effects is shorter as a `bool`:
///
/// ```
/// use glassbox::Structure;
///
/// #[derive(Structure)]
/// #[glassbox(no_invariant, domain(u8 = 0..3))]
/// struct Stack { items: Vec<u8> }
///
/// #[glassbox::check(len = 3)]
/// fn reversing_twice_changes_nothing(stack: &Stack) -> bool {
///     let mut twice = stack.items.clone();
///     twice.reverse();
///     twice.reverse();
///     twice == stack.items
/// }
/// # fn main() {}
/// ```
#[diagnostic::on_unimplemented(
    message = "a check cannot return `{Self}`",
    label = "this check returns neither `()` nor `bool`",
    note = "return nothing and use `assert!` inside, or return a `bool`: `false` is a failure"
)]
pub trait Outcome {
    /// Whether the check held.
    fn holds(self) -> bool;
}

/// A check that returns at all has held: failures panic.
impl Outcome for () {
    fn holds(self) -> bool {
        true
    }
}

impl Outcome for bool {
    fn holds(self) -> bool {
        self
    }
}
