//! Observers of single classes, for tests and for workers.

use std::fmt;

use glassbox_space::{BigUint, Diagram, State};

use super::run::Decisions;
use crate::observer::Phases;
use crate::result::Finding;
use crate::states::States;

/// Observes every class that a search covers.
pub trait ClassObserver<D: Diagram> {
    /// Called after a run from `state`, which ended with this finding or without one; runs from all states of `alike`
    /// would end the same way. Without a finding, `alike` may contain states that are not valid. Returns whether to go
    /// on.
    fn after_run(&mut self, states: &States<D>, state: &State, finding: Option<&Finding>, alike: &D::Set) -> bool;

    /// Called before [`after_run`](Self::after_run) if nothing is wrong and nothing is decided: the run leaves a value that no
    /// checked state has, for example. Runs from all states of `alike` would end the same way.
    fn is_unknown(&mut self, _states: &States<D>, _alike: &D::Set) {}

    /// Called when the number of transitions is known and the search starts.
    fn begins(&mut self, _transitions: &BigUint) {}

    /// Returns whether to go on. Called after every run. No result depends on whether the rest is counted.
    fn goes_on(&mut self, _: &Left<'_>) -> bool {
        true
    }

    /// Called before [`after_run`](Self::after_run), with the decisions of the run.
    fn decided(&mut self, _states: &States<D>, _state: &State, _decisions: &Decisions) {}

    /// Hears when phases of runs begin and end.
    fn phases(&self) -> Phases<'_> {
        Phases::NONE
    }

    /// Called when the search restarts. Earlier calls were not wrong, but they will be repeated, maybe with smaller
    /// classes.
    fn begins_again(&mut self) {}
}

/// The transitions left in the part that is searched. Counting them takes about as long as a run, so it happens on
/// request.
pub struct Left<'a> {
    /// All transitions, of all parts.
    pub transitions: &'a BigUint,
    /// Counts those left in this part.
    pub count: &'a dyn Fn() -> BigUint,
}

impl fmt::Debug for Left<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Left").field("transitions", self.transitions).finish_non_exhaustive()
    }
}

/// Stops at the first finding that is a bug.
#[derive(Clone, Copy, Debug, Default)]
pub struct FirstFinding;

impl<D: Diagram> ClassObserver<D> for FirstFinding {
    fn after_run(&mut self, _: &States<D>, _: &State, finding: Option<&Finding>, _: &D::Set) -> bool {
        finding.is_none_or(|finding| finding.undecided().is_some())
    }
}
