//! A check or an exploration on the screen: its outcome, and facts that an outcome does not have.

use glassbox_engine::catalog::Subject;
use glassbox_engine::picture::Picture;
use glassbox_engine::result::{Bounds, Outcome, StopCause};

use crate::frames::Places;

/// A check or an exploration on the screen.
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

/// How a check or an exploration ended.
#[derive(Debug)]
pub enum Ending<'a> {
    /// With an outcome.
    Decided(&'a Outcome),
    /// It was not started.
    NotRun(StopCause),
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
