//! When searches stop: at Ctrl-C, or when the budget is used up. Those under way say what they know by then, the others are
//! not begun.

use std::time::Duration;

use glassbox_engine::result::StopCause;

use crate::clock::Moment;
use crate::interrupt;

/// Knows when to stop.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stop {
    started: Moment,
    budget: Option<Duration>,
}

impl Stop {
    /// The budget begins at this moment.
    pub(super) fn new(started: Moment, budget: Option<Duration>) -> Self {
        Self { started, budget }
    }

    /// Why to stop now, if so.
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
