//! Steps of a run: all that says whether two runs in different layouts do the same.
//!
//! Two runs of one state with the same steps execute the same instructions, access the same bytes of the same blocks, and get the same answers to all
//! questions about addresses. A value that is no part of an address and was computed from none is then the same function of the state in both.

/// A step of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// A branch, a switch, or a call through a table, and where it went.
    Way(u64),
    /// What was answered about addresses, where a value depends on it.
    Answer(u64),
    /// Access to a byte and those behind it.
    Access(u32),
}
