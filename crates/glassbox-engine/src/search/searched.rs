//! The result of a search at some bounds. It is not a verdict: only [`decide`](crate::decide) gives one.

use glassbox_space::BigUint;

use crate::result::{HiddenState, Reason, SearchEnd};

/// The result of a search. All but the measurements is the same for any number of jobs, unless it was stopped.
#[derive(Clone, Debug)]
pub struct Searched {
    /// How it ended.
    pub end: SearchEnd,
    /// Pairs of a valid state and arguments.
    pub transitions: BigUint,
    /// Pairs that the runs cover.
    pub covered: BigUint,
    /// Runs, each of which covers pairs that no other covers.
    pub runs: u64,
    /// States that an audit ran one by one and found to do what their class does.
    pub audited: u64,
    /// State outside the structures that runs leave to each other, if any.
    pub hidden: Option<HiddenState>,
    /// A measurement: runs that were repeated because the states they cover lay in the parts of several jobs.
    pub repeated: u64,
    /// A measurement: the largest number of diagram nodes that the remaining states took, as far as it was measured.
    pub peak_nodes: usize,
}

impl Searched {
    /// Nothing was searched, for this reason.
    pub(super) fn undecided(reason: Reason) -> Self {
        Self {
            end: reason.into(),
            transitions: BigUint::ZERO,
            covered: BigUint::ZERO,
            runs: 0,
            audited: 0,
            hidden: None,
            repeated: 0,
            peak_nodes: 0,
        }
    }
}
