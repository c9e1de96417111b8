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
    /// The decision is made.
    Finished {
        /// The result.
        outcome: &'a Outcome,
    },
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
    /// First cause to stop.
    cause: OnceLock<StopCause>,
}

impl<'a> SharedObserver<'a> {
    pub(crate) fn new(observer: &'a mut dyn Observer) -> Self {
        Self { observer: Mutex::new(observer), cause: OnceLock::new() }
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
