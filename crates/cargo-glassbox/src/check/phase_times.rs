//! Times of the phases of a check, for `--why-slow`.

use std::time::Duration;

use glassbox_engine::observer::Phase;

use crate::clock::Moment;

/// Times of the phases of the first worker. A phase inside another counts for the outer one.
#[derive(Clone, Debug, Default)]
pub(super) struct PhaseTimes {
    depth: u32,
    since: Option<Moment>,
    sums: [Duration; Phase::ALL.len()],
}

impl PhaseTimes {
    pub(super) fn begin(&mut self) {
        if self.depth == 0 {
            self.since = Some(Moment::now());
        }
        self.depth += 1;
    }

    pub(super) fn end(&mut self, phase: Phase) {
        self.depth = self.depth.saturating_sub(1);
        if self.depth == 0 {
            self.sums[phase as usize] += self.since.take().map(Moment::age).unwrap_or_default();
        }
    }

    /// Time of a phase.
    pub(super) fn of(&self, phase: Phase) -> Duration {
        self.sums[phase as usize]
    }
}
