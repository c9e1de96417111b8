//! When searches end: at Ctrl-C, or when the budget is used up. Those under way say what they know by then, the others are
//! not begun.

use std::fmt;
use std::time::Duration;

use crate::clock::Moment;
use crate::interrupt;

/// Knows when to end.
#[derive(Clone, Copy, Debug)]
pub(super) struct Until {
    started: Moment,
    budget: Option<Duration>,
}

/// Why the searches ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ended {
    /// By Ctrl-C.
    Interrupted,
    /// They took this long.
    Budget(Duration),
}

impl Until {
    /// The budget begins at this moment.
    pub(super) fn new(started: Moment, budget: Option<Duration>) -> Self {
        Self { started, budget }
    }

    /// Why to end now, if so.
    pub(super) fn ended(self) -> Option<Ended> {
        if interrupt::is_interrupted() {
            return Some(Ended::Interrupted);
        }
        self.budget.filter(|budget| self.started.age() >= *budget).map(Ended::Budget)
    }

    /// What is left of the budget.
    pub(super) fn time_left(self) -> Option<Duration> {
        self.budget.map(|budget| budget.saturating_sub(self.started.age()))
    }
}

impl fmt::Display for Ended {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Interrupted => f.write_str("interrupted by Ctrl-C"),
            Self::Budget(budget) if budget.subsec_millis() == 0 => {
                write!(f, "the budget of {}s is used up", budget.as_secs())
            }
            Self::Budget(budget) => write!(f, "the budget of {}ms is used up", budget.as_millis()),
        }
    }
}
