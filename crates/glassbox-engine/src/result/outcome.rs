//! The whole result of a check or an exploration.

use super::assumption::Assumption;
use super::bounds::Bounds;
use super::coverage::Coverage;
use super::reason::Reason;
use super::verdict::Verdict;

/// The result of a check or an exploration.
///
/// Its fields are private and it has no public constructor: only [`decide`](crate::decide) makes one, so no caller can turn
/// one verdict into another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    parts: Parts,
}

/// The parts of an outcome.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Parts {
    pub(crate) path: String,
    pub(crate) bounds: Bounds,
    pub(crate) coverage: Coverage,
    pub(crate) assumptions: Vec<Assumption>,
    pub(crate) verdict: Verdict,
    pub(crate) statistics: Statistics,
}

/// Measurements that may differ between machines and numbers of jobs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Statistics {
    /// Runs that were repeated because the states they cover lay in the parts of several jobs.
    pub repeated_runs: u64,
    /// Largest number of diagram nodes that the remaining states took, as far as it was measured.
    pub peak_nodes: usize,
    /// Whether its search, or its exploration, was kept from an earlier run.
    pub is_kept: bool,
    /// Whether an earlier process began it, and this one went on.
    pub is_continued: bool,
}

impl Outcome {
    /// Whether nothing is wrong in what was done, and that was only a shard.
    pub fn is_only_a_shard(&self) -> bool {
        let is_shard = |reason: &Reason| matches!(reason, Reason::OnlyAShard { .. });
        matches!(self.verdict(), Verdict::Unknown(reasons) if !reasons.is_empty() && reasons.iter().all(is_shard))
    }

    pub(crate) fn new(parts: Parts) -> Self {
        Self { parts }
    }

    /// The path of the check or exploration.
    pub fn path(&self) -> &str {
        &self.parts.path
    }

    /// The bounds of the verdict; for a search that was stopped, the bounds at which it stopped.
    pub fn bounds(&self) -> &Bounds {
        &self.parts.bounds
    }

    /// Number of states and calls that were covered.
    pub fn coverage(&self) -> &Coverage {
        &self.parts.coverage
    }

    /// All assumptions of the verdict.
    pub fn assumptions(&self) -> &[Assumption] {
        &self.parts.assumptions
    }

    /// The verdict.
    pub fn verdict(&self) -> &Verdict {
        &self.parts.verdict
    }

    /// Measurements.
    pub fn statistics(&self) -> Statistics {
        self.parts.statistics
    }
}
