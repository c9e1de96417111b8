//! A check or an exploration in a report: its outcome, and facts that an outcome does not have.

use glassbox_engine::catalog::Subject;
use glassbox_engine::picture::Picture;
use glassbox_engine::result::{Bounds, Outcome, StopCause};

use crate::frames::Places;

/// A check or an exploration in a report.
#[derive(Debug)]
pub struct SubjectReport<'a> {
    /// The check or exploration.
    pub subject: &'a Subject,
    /// Time that it took.
    pub seconds: f64,
    /// How it ended.
    pub ending: Ending<'a>,
    /// Bounds that the user asked for.
    pub asked: &'a Bounds,
    /// Runs at growing bounds.
    pub growth: Vec<(Bounds, u64)>,
    /// The user's calls that a failure is about.
    pub places: Places,
    /// Flags that `cargo glassbox replay` needs to build the same module, each followed by a space.
    pub replay_flags: String,
    /// How much to write.
    pub detail: Detail,
}

/// How much to write about a verdict.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Detail {
    /// The line, and what is special about the verdict.
    #[default]
    Short,
    /// All assumptions, and what a failing run depends on, as well.
    Verbose,
}

/// What is known of a check or an exploration that did not stop when it should.
#[derive(Clone, Debug)]
pub struct Abandoned {
    /// Why it should stop.
    pub cause: StopCause,
    /// Where it was.
    pub at: AbandonedAt,
    /// Whether a run has failed, which was not shown in a small state yet.
    pub has_failing_run: bool,
}

/// Where a check or an exploration was when it was abandoned.
#[derive(Clone, Debug)]
pub enum AbandonedAt {
    /// Before its first step.
    Beginning,
    /// In the search of a check.
    Searching {
        /// The bounds of the step.
        bounds: Bounds,
        /// Runs in this step; none before the valid states are found.
        runs: Option<u64>,
        /// The largest bounds at which everything is covered and nothing fails.
        covered: Option<Bounds>,
    },
    /// In an exploration.
    Exploring {
        /// States found.
        states: usize,
        /// Length of the histories that were all tried.
        operations: u32,
    },
}

/// How a check or an exploration ended.
#[derive(Debug)]
pub enum Ending<'a> {
    /// With an outcome.
    Decided(&'a Outcome),
    /// It was not started.
    NotRun(StopCause),
    /// It did not stop when it should, and its results are lost.
    Abandoned(Abandoned),
    /// It cannot be run.
    Error {
        /// The reason.
        message: String,
        /// The state that the message is about.
        picture: Option<Box<Picture>>,
        /// Hints how to solve it.
        help: Vec<String>,
    },
}
