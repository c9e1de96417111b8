//! What a check may return.

/// The result of a check: did it hold?
///
/// Most checks return nothing and use `assert!`; a law without side effects is shorter as a `bool`.
#[diagnostic::on_unimplemented(
    message = "a check cannot return `{Self}`",
    label = "this check's result is neither `()` nor `bool`",
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
