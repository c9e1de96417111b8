//! Adds up the time of each phase of a search. They come one after the other.

use std::cell::Cell;
use std::time::{Duration, Instant};

use glassbox_engine::observer::Phases;
use glassbox_engine::observer::{Event, Phase, Tell};
use glassbox_engine::result::Finding;
use glassbox_engine::search::ClassObserver;
use glassbox_engine::states::States;
use glassbox_space::{Bdd, BddSet, State};

/// The phases of a run.
pub(crate) const PHASES: [(Phase, &str); 4] = [
    (Phase::Running, "run"),
    (Phase::Judging, "judge"),
    (Phase::ComparingLayouts, "layouts"),
    (Phase::Covering, "cover"),
];

/// Measures phases.
#[derive(Debug, Default)]
pub(crate) struct Timer {
    began: Cell<Option<Instant>>,
    spent: [Cell<Duration>; PHASES.len()],
}

impl Timer {
    /// The time of each phase.
    pub(crate) fn spent(&self) -> [Duration; PHASES.len()] {
        self.spent.each_ref().map(Cell::get)
    }
}

impl ClassObserver<Bdd> for &Timer {
    fn after_run(&mut self, _: &States<Bdd>, _: &State, finding: Option<&Finding>, _: &BddSet) -> bool {
        finding.is_none()
    }

    fn phases(&self) -> Phases<'_> {
        Phases::sent_to(*self)
    }
}

impl Tell for Timer {
    #[expect(clippy::disallowed_methods, reason = "how long it takes is what is printed")]
    fn tell(&self, event: &Event<'_>) {
        match *event {
            Event::PhaseBegan { .. } => self.began.set(Some(Instant::now())),
            Event::PhaseEnded { phase, .. } => {
                let place = PHASES.iter().position(|(known, _)| *known == phase);
                if let (Some(place), Some(began)) = (place, self.began.take()) {
                    self.spent[place].set(self.spent[place].get() + began.elapsed());
                }
            }
            _ => {}
        }
    }
}
