//! Conditions to stop: Ctrl-C, a used-up budget, or too much memory. Running searches report their results so far, the others are not
//! started. A search that does not stop by itself is left alone; see `worker_pool.rs`.

use std::time::Duration;

use glassbox_engine::result::StopCause;

use crate::clock::Moment;
use crate::{interrupt, memory};

/// Decides when to stop.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stop {
    started: Moment,
    budget: Option<Duration>,
    save_every: Duration,
}

impl Stop {
    /// The budget starts at this moment.
    pub(super) fn new(started: Moment, budget: Option<Duration>, save_every: Duration) -> Self {
        Self { started, budget, save_every }
    }

    /// Number of times that searches should have been saved by now.
    pub(super) fn saves(self) -> u64 {
        u64::try_from(self.started.age().as_millis() / self.save_every.as_millis().max(1)).unwrap_or(u64::MAX)
    }

    /// The cause to stop now, if any.
    pub(super) fn cause(self) -> Option<StopCause> {
        if interrupt::is_interrupted() {
            return Some(StopCause::Interrupted);
        }
        self.budget.filter(|budget| self.started.age() >= *budget).map(StopCause::Budget)
    }

    /// The cause for a check to stop now, if any.
    pub(super) fn cause_for(self, check: usize) -> Option<StopCause> {
        self.cause().or_else(|| memory::should_stop(check).then(out_of_memory))
    }

    /// The rest of the budget.
    pub(super) fn time_left(self) -> Option<Duration> {
        self.budget.map(|budget| budget.saturating_sub(self.started.age()))
    }
}

/// The cause of a check that stops because it needs too much memory.
pub(super) fn out_of_memory() -> StopCause {
    StopCause::Memory { most: memory::limit_reached().map(|most| most as u64) }
}
