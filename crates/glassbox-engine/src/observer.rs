//! Events of a decision, and observers of them.
//!
//! Progress lines, reports of slow checks, tests and traces are observers. No result depends on them, except that an
//! observer can stop the search.

use std::fmt;
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};

use glassbox_space::BigUint;

use crate::result::{Bounds, Outcome, StopCause};

/// Receives the events of a decision.
pub trait Observer: Send {
    /// Called for every event; there is one after every run, so it must be quick.
    fn on_event(&mut self, _: &Event<'_>) {}

    /// Returns a cause to stop the search, if any. Called after every run, and while the valid states are computed.
    fn stop(&mut self) -> Option<StopCause> {
        None
    }

    /// Number of times that a search should have been saved by now. Whenever it has grown, workers save how far they got.
    fn saves(&mut self) -> u64 {
        0
    }

    /// Returns whether to send the events of phases: there are several in each run. Asked once, before the first event.
    fn wants_phases(&self) -> bool {
        false
    }
}

/// An observer that ignores events and never stops.
#[derive(Clone, Copy, Debug, Default)]
pub struct Unobserved;

impl Observer for Unobserved {}

/// A step of a decision.
#[derive(Clone, Copy, Debug)]
pub enum Event<'a> {
    /// A check or an exploration was started.
    Started {
        /// Its path.
        path: &'a str,
    },
    /// The search at some bounds was started; its valid states are not computed yet.
    StepStarted {
        /// The bounds.
        bounds: &'a Bounds,
    },
    /// The valid states were computed. Sent once for each step, before any run of it.
    StatesFound {
        /// The bounds.
        bounds: &'a Bounds,
        /// Pairs of a valid state and arguments.
        transitions: &'a BigUint,
    },
    /// A run finished.
    RunFinished {
        /// Whether it found a bug.
        fails: bool,
    },
    /// The class of a run was covered.
    ClassCovered {
        /// Runs at these bounds so far, by all workers, repeated ones included.
        runs: u64,
        /// Covered share, computed on request.
        progress: &'a Progress<'a>,
    },
    /// The search at some bounds finished.
    Deepened {
        /// The bounds.
        bounds: &'a Bounds,
        /// Runs that it took.
        runs: u64,
        /// Whether everything at these bounds is covered and nothing fails. It is no verdict yet.
        is_covered: bool,
    },
    /// All operations were run on `done` of the states of a level; the next state follows.
    StateExplored {
        /// Length of the histories that are being tried.
        operations: u32,
        /// States found so far.
        states: usize,
        /// States of the previous level that are done.
        done: usize,
        /// States of the previous level.
        of: usize,
    },
    /// The states that operations reach were compared with the checked ones.
    Reached {
        /// Number of states.
        states: usize,
        /// Whether the comparison covered all states within its bounds.
        is_complete: bool,
    },
    /// A worker began a phase. Only for observers that want it.
    PhaseBegan {
        /// The worker of a search; 0 if there is only one.
        worker: usize,
        /// The phase.
        phase: Phase,
    },
    /// A worker ended the phase that it began last.
    PhaseEnded {
        /// The worker.
        worker: usize,
        /// The phase.
        phase: Phase,
    },
    /// The decision is made.
    Finished {
        /// The result.
        outcome: &'a Outcome,
    },
}

/// A part of a decision that takes time. The phases of a worker nest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Phase {
    /// Asking the code under check how its largest state looks.
    Planning,
    /// Computing the valid states at some bounds.
    FindingStates,
    /// Running the code under check on one state.
    Running,
    /// Judging the memory that a run leaves.
    Judging,
    /// Running the code again with blocks elsewhere in memory, and comparing.
    ComparingLayouts,
    /// Computing the states that a run covers, and removing them from those that are left.
    Covering,
    /// Re-running a sample of the states that a run covers.
    Auditing,
    /// Finding the smallest state of a failure, and drawing it.
    Shrinking,
    /// Trying whether the check depends on statics that earlier calls change.
    TryingStatics,
    /// Dropping the structures in their valid states.
    Dropping,
    /// Running the check where something around it goes wrong.
    Disturbing,
    /// Finding the states that operations reach.
    Reaching,
}

impl Phase {
    /// All phases.
    pub const ALL: [Self; 12] = [
        Self::Planning,
        Self::FindingStates,
        Self::Running,
        Self::Judging,
        Self::ComparingLayouts,
        Self::Covering,
        Self::Auditing,
        Self::Shrinking,
        Self::TryingStatics,
        Self::Dropping,
        Self::Disturbing,
        Self::Reaching,
    ];

    /// Whether it comes once in each run, and has no phases inside.
    pub fn is_of_run(self) -> bool {
        matches!(self, Self::Running | Self::Judging | Self::ComparingLayouts | Self::Covering | Self::Auditing)
    }
}

/// Sends the events of phases for one worker, if the observer wants them.
#[derive(Clone, Copy)]
pub struct Phases<'a> {
    teller: Option<&'a dyn Tell>,
    worker: usize,
}

impl<'a> Phases<'a> {
    /// Sends nothing.
    pub const NONE: Self = Self { teller: None, worker: 0 };

    /// Sends the phases of the only worker.
    pub fn sent_to(teller: &'a dyn Tell) -> Self {
        Self { teller: Some(teller), worker: 0 }
    }

    /// Does something as a phase.
    pub(crate) fn during<R>(self, phase: Phase, act: impl FnOnce() -> R) -> R {
        let Self { teller: Some(teller), worker } = self else { return act() };
        teller.tell(&Event::PhaseBegan { worker, phase });
        let result = act();
        teller.tell(&Event::PhaseEnded { worker, phase });
        result
    }
}

impl fmt::Debug for Phases<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Phases").field("worker", &self.worker).finish_non_exhaustive()
    }
}

/// Takes events.
pub trait Tell {
    /// Takes one.
    fn tell(&self, event: &Event<'_>);
}

impl Tell for SharedObserver<'_> {
    fn tell(&self, event: &Event<'_>) {
        SharedObserver::tell(self, event);
    }
}

/// Counts the covered transitions on request: counting takes about as long as a run.
pub struct Progress<'a> {
    count: &'a dyn Fn() -> Option<Share>,
}

impl<'a> Progress<'a> {
    pub(crate) fn new(count: &'a dyn Fn() -> Option<Share>) -> Self {
        Self { count }
    }

    /// The share that is covered. None until all workers have counted.
    pub fn count(&self) -> Option<Share> {
        (self.count)()
    }
}

impl fmt::Debug for Progress<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Progress").finish_non_exhaustive()
    }
}

/// The share of transitions that is covered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Share {
    /// Transitions that are not covered yet.
    pub left: BigUint,
    /// All transitions.
    pub transitions: BigUint,
}

impl Share {
    /// The covered transitions in parts of a thousand, rounded down: 1000 only if nothing is left.
    pub fn per_mille(&self) -> u32 {
        let covered = (&self.transitions - &self.left) * 1000_u32;
        // Without transitions there is nothing to search.
        if self.transitions == BigUint::ZERO { 0 } else { u32::try_from(covered / &self.transitions).unwrap_or(0) }
    }
}

/// An observer that several workers share.
pub(crate) struct SharedObserver<'a> {
    observer: Mutex<&'a mut dyn Observer>,
    wants_phases: bool,
    /// First cause to stop.
    cause: OnceLock<StopCause>,
}

impl<'a> SharedObserver<'a> {
    pub(crate) fn new(observer: &'a mut dyn Observer) -> Self {
        let wants_phases = observer.wants_phases();
        Self { observer: Mutex::new(observer), wants_phases, cause: OnceLock::new() }
    }

    pub(crate) fn wants_phases(&self) -> bool {
        self.wants_phases
    }

    /// The phases of a worker.
    pub(crate) fn phases(&self, worker: usize) -> Phases<'_> {
        Phases { teller: self.wants_phases.then_some(self), worker }
    }

    pub(crate) fn tell(&self, event: &Event<'_>) {
        self.lock().on_event(event);
    }

    /// Whether to go on. Once it is no, it stays no.
    pub(crate) fn goes_on(&self) -> bool {
        if self.cause.get().is_some() {
            return false;
        }
        let Some(cause) = self.lock().stop() else { return true };
        self.cause.get_or_init(|| cause);
        false
    }

    /// Number of times that a search should have been saved by now.
    pub(crate) fn saves(&self) -> u64 {
        self.lock().saves()
    }

    /// Why the search was stopped, if it was.
    pub(crate) fn cause(&self) -> Option<StopCause> {
        self.cause.get().copied()
    }

    fn lock(&self) -> MutexGuard<'_, &'a mut dyn Observer> {
        self.observer.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl fmt::Debug for SharedObserver<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SharedObserver").field("cause", &self.cause).finish_non_exhaustive()
    }
}

/// Passes on when to stop, and phases, but no other events.
pub(crate) struct Muted<'a, 'o>(&'a SharedObserver<'o>);

impl<'a, 'o> Muted<'a, 'o> {
    pub(crate) fn new(observer: &'a SharedObserver<'o>) -> Self {
        Self(observer)
    }
}

impl Observer for Muted<'_, '_> {
    fn on_event(&mut self, event: &Event<'_>) {
        if let Event::PhaseBegan { .. } | Event::PhaseEnded { .. } = event {
            self.0.tell(event);
        }
    }

    fn wants_phases(&self) -> bool {
        self.0.wants_phases()
    }

    fn stop(&mut self) -> Option<StopCause> {
        if self.0.goes_on() { None } else { self.0.cause() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_is_covered_only_if_nothing_is_left() {
        let per_mille =
            |left: u32, transitions: u32| Share { left: left.into(), transitions: transitions.into() }.per_mille();
        assert_eq!((per_mille(0, 7), per_mille(7, 7), per_mille(1, 1_000_000), per_mille(0, 0)), (1000, 0, 999, 0));
    }

    #[test]
    fn a_search_that_was_stopped_stays_stopped() {
        struct Once(u32);
        impl Observer for Once {
            fn stop(&mut self) -> Option<StopCause> {
                self.0 += 1;
                (self.0 == 2).then_some(StopCause::Interrupted)
            }
        }
        let mut once = Once(0);
        let shared = SharedObserver::new(&mut once);
        assert_eq!([shared.goes_on(), shared.goes_on(), shared.goes_on()], [true, false, false]);
        assert_eq!(shared.cause(), Some(StopCause::Interrupted));
    }
}
