//! Whether a text was accepted.

/// The answer of a reader to a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// It was accepted, and everything that must be true of it is.
    Accepted,
    /// It was refused.
    Refused,
}
