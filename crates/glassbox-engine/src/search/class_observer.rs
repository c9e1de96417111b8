//! Observers of single classes, for tests and for workers.

use std::fmt;

use glassbox_space::{BigUint, Diagram, State};

use crate::result::Finding;
use crate::states::States;

/// Hears of every class that a search covers.
pub trait ClassObserver<D: Diagram> {
    /// A run from `state` ended, with a finding or not, and so would those from all states of `alike`. Without a
    /// finding, `alike` may contain states that are not valid. Returns whether to go on.
    fn after_run(&mut self, states: &States<D>, state: &State, finding: Option<&Finding>, alike: &D::Set) -> bool;

    /// The search knows how many transitions there are and begins.
    fn begins(&mut self, _transitions: &BigUint) {}

    /// Whether to go on, asked after every run. Nothing that is found depends on whether the rest is counted.
    fn goes_on(&mut self, _: &Left<'_>) -> bool {
        true
    }

    /// The search begins again. Nothing that was told before was wrong, but it will be told again, maybe in smaller
    /// pieces.
    fn begins_again(&mut self) {}
}

/// The transitions left in the part that is searched. To count them takes about as long as a run, so it is done on request.
pub struct Left<'a> {
    /// All transitions, here and elsewhere.
    pub transitions: &'a BigUint,
    /// Counts those that are left here.
    pub count: &'a dyn Fn() -> BigUint,
}

impl fmt::Debug for Left<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Left").field("transitions", self.transitions).finish_non_exhaustive()
    }
}

/// Stops at the first finding.
#[derive(Clone, Copy, Debug, Default)]
pub struct FirstFinding;

impl<D: Diagram> ClassObserver<D> for FirstFinding {
    fn after_run(&mut self, _: &States<D>, _: &State, finding: Option<&Finding>, _: &D::Set) -> bool {
        finding.is_none()
    }
}
