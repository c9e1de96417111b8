//! What comes out of a search.

use glassbox_space::BigUint;

use crate::finding::Finding;

/// The answer for a whole check.
#[derive(Clone, Debug)]
pub enum Verdict {
    /// No state within the bounds fails.
    Holds,
    /// Some state fails.
    Fails(Box<Finding>),
    /// It is not known, for this reason.
    Unknown(String),
}

/// What a search found.
#[derive(Clone, Debug)]
pub struct Checked {
    /// The answer.
    pub verdict: Verdict,
    /// Pairs of a valid state and arguments.
    pub transitions: BigUint,
    /// How many of them are covered by the runs.
    pub covered: BigUint,
    /// Runs that were needed, each of which covers what no other one does.
    pub runs: u64,
    /// The most diagram nodes that took what was left to check, as far as was looked. A measurement: it depends on the
    /// strategy.
    pub peak_nodes: usize,
}

impl Checked {
    /// Nothing was checked.
    pub(super) fn unknown(reason: String) -> Self {
        Self {
            verdict: Verdict::Unknown(reason),
            transitions: BigUint::ZERO,
            covered: BigUint::ZERO,
            runs: 0,
            peak_nodes: 0,
        }
    }
}
