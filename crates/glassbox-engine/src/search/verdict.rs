//! What comes out of a search.

use glassbox_space::BigUint;

use crate::finding::Finding;
use crate::hidden::HiddenState;

/// The answer for a whole check.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// No state within the bounds fails.
    Holds,
    /// Some state fails.
    Fails(Box<Finding>),
    /// It is not known, for this reason.
    Unknown(String),
}

/// What a search found. All but the measurements is the same for any number of jobs, unless somebody stopped it.
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
    /// States that were audited: run by themselves, looked at as a whole, and found to do what was said of them.
    pub audited: u64,
    /// What runs leave to each other outside the structures, if anything.
    pub hidden: Option<HiddenState>,
    /// A measurement: runs that were made besides, because what they cover was in the parts of several jobs.
    pub repeated: u64,
    /// A measurement: the most diagram nodes that it took to say what was left, as far as was looked.
    pub peak_nodes: usize,
}

impl Checked {
    /// Nothing was checked, for this reason.
    pub(super) fn unknown(reason: String) -> Self {
        super::outcome::Outcome::nothing(reason).conclude()
    }
}
