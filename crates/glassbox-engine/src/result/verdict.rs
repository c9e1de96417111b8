//! Verdicts, and the evidence of a failure.

use glassbox_space::{BigUint, State};

use super::finding::Finding;
use super::history::Call;
use super::reason::Reason;
use crate::picture::Picture;

/// Verdict on a check or an exploration.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Nothing within the bounds fails.
    Holds,
    /// Something fails.
    Fails(Box<Failure>),
    /// Undecided, for these reasons.
    Unknown(Vec<Reason>),
}

/// A finding and its evidence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    /// The bug.
    pub finding: Finding,
    /// The state or history that shows it.
    pub evidence: Evidence,
    /// The part of a replay text behind the `@`: `decide::replay` repeats the calls.
    pub replay: String,
}

/// Evidence of a bug.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Evidence {
    /// A state of a check.
    State(FailingState),
    /// A history of an exploration.
    History(FailingHistory),
}

/// The smallest state in which a check fails.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FailingState {
    /// The state that the run started from.
    pub state: State,
    /// Number of pairs of state and arguments that fail in this way.
    pub lookalikes: BigUint,
    /// The state and the arguments.
    pub before: Picture,
    /// The structures after the run, with changes marked; none if they cannot be shown or nothing changed.
    pub after: Option<Picture>,
    /// Fields and arguments that the operation depended on.
    pub depended_on: Vec<String>,
    /// Whether a program can get there.
    pub way: Way,
}

/// Whether operations lead to a failure of a check, from a structure that was just made.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Way {
    /// Not known: there is no constructor, or it was not tried.
    #[default]
    NotTried,
    /// By these calls, the last of which fails. The state may be another one than the smallest.
    Calls(Vec<Call>),
    /// Operations do not lead there by way of states within the bounds of the failing one.
    NotSeen {
        /// Number of states that they lead to, in all of which the check passes.
        states: usize,
    },
}

/// A shortest history that ends in a failure.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FailingHistory {
    /// The calls; the last one fails.
    pub calls: Vec<Call>,
    /// The subject before the last call; empty if there is none yet.
    pub before: Picture,
}

impl Failure {
    /// The failing state, if a check failed.
    pub fn state(&self) -> Option<&FailingState> {
        match &self.evidence {
            Evidence::State(state) => Some(state),
            Evidence::History(_) => None,
        }
    }

    /// The failing history, if an exploration failed.
    pub fn history(&self) -> Option<&FailingHistory> {
        match &self.evidence {
            Evidence::History(history) => Some(history),
            Evidence::State(_) => None,
        }
    }
}
