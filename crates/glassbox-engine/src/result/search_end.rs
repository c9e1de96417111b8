//! How a search or an exploration ended. This is not a verdict: [`decide`](crate::decide) has further gates.

use super::reason::Reason;
use super::verdict::Failure;

/// How a search ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SearchEnd {
    /// Everything is covered, and nothing fails.
    Covered,
    /// Something fails.
    Failed(Box<Failure>),
    /// Undecided, for these reasons.
    Undecided(Vec<Reason>),
}

impl From<Reason> for SearchEnd {
    fn from(reason: Reason) -> Self {
        Self::Undecided(vec![reason])
    }
}
