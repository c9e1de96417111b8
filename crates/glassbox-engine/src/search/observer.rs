//! Who is told of every run.

use std::fmt;

use glassbox_space::{BigUint, Diagram, State};

use crate::finding::FindingKind;
use crate::states::States;

/// Is told of every run.
pub trait Observer<D: Diagram> {
    /// A run from `state` ended, with a finding or not, and so would those from all states of `alike`. Without a
    /// finding, that may contain what is no valid state. Whether to go on.
    fn after_run(&mut self, states: &States<D>, state: &State, finding: Option<&FindingKind>, alike: &D::Set) -> bool;

    /// Whether to go on, asked after every run. Nothing that is found depends on whether somebody counts.
    fn goes_on(&mut self, _: &Left<'_>) -> bool {
        true
    }

    /// The search begins anew. Nothing that was told before was wrong, but it will be told again, maybe in smaller
    /// pieces.
    fn begins_anew(&mut self) {}
}

/// What is left to check in the part that is searched. To count takes about as long as a run, so it is done for those
/// who ask.
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

impl<D: Diagram> Observer<D> for FirstFinding {
    fn after_run(&mut self, _: &States<D>, _: &State, finding: Option<&FindingKind>, _: &D::Set) -> bool {
        finding.is_none()
    }
}
