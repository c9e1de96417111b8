//! Conditions to stop: Ctrl-C, or a used-up budget. Running searches report their results so far, the others are not
//! started.

use std::time::Duration;

use glassbox_engine::result::StopCause;

use crate::clock::Moment;
use crate::interrupt;

/// Decides when to stop.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stop {
    started: Moment,
    budget: Option<Duration>,
}

impl Stop {
    /// The budget starts at this moment.
    pub(super) fn new(started: Moment, budget: Option<Duration>) -> Self {
        Self { started, budget }
    }

    /// The cause to stop now, if any.
    pub(super) fn cause(self) -> Option<StopCause> {
        if interrupt::is_interrupted() {
            return Some(StopCause::Interrupted);
        }
        self.budget.filter(|budget| self.started.age() >= *budget).map(StopCause::Budget)
    }

    /// The rest of the budget.
    pub(super) fn time_left(self) -> Option<Duration> {
        self.budget.map(|budget| budget.saturating_sub(self.started.age()))
    }
}
