//! The result of a search at some bounds. It is not a verdict: only [`decide`](crate::decide) gives one.

use glassbox_space::BigUint;

use crate::hidden::Traffic;
use crate::result::{HiddenState, Leaving, Reason, SearchEnd};

/// Result of a search. Unless it was stopped, all fields except the measurements are the same for any number of jobs.
#[derive(Clone, Debug)]
pub struct Searched {
    /// How it ended.
    pub end: SearchEnd,
    /// Pairs of a valid state and arguments.
    pub transitions: BigUint,
    /// Pairs that the runs cover.
    pub covered: BigUint,
    /// Number of runs. No two runs cover the same pair.
    pub runs: u64,
    /// States that an audit ran one by one, and that agree with their class.
    pub audited: u64,
    /// The least state from which the check leaves the states that are checked, as it may, with what it leaves; if it
    /// may not, this is a reason in `end`.
    pub left: Option<Leaving>,
    /// Memory outside the structures that one run writes and another reads, if any. Whether a verdict can ignore it,
    /// [`decide`](crate::decide) says.
    pub hidden: Option<HiddenState>,
    /// All reads and changes of memory outside the structures.
    pub(crate) traffic: Traffic,
    /// A measurement: runs that were repeated because the states they cover lay in the parts of several jobs.
    pub repeated: u64,
    /// A measurement: the largest number of diagram nodes that the remaining states took, as far as it was measured.
    pub peak_nodes: usize,
    /// Whether an earlier process began the search, and this one went on.
    pub is_continued: bool,
}

impl Searched {
    /// The result if there was nothing to search, for this reason.
    pub(super) fn undecided(reason: Reason) -> Self {
        Self {
            end: reason.into(),
            transitions: BigUint::ZERO,
            covered: BigUint::ZERO,
            runs: 0,
            audited: 0,
            left: None,
            hidden: None,
            traffic: Traffic::default(),
            repeated: 0,
            peak_nodes: 0,
            is_continued: false,
        }
    }
}
