//! Who is told of every run.

use glassbox_space::{Diagram, State};

use crate::finding::FindingKind;
use crate::states::States;

/// Is told of every run.
pub trait Observer<D: Diagram> {
    /// A run from `state` ended, with a finding or not, and so would those from all states of `alike`. Without a
    /// finding, that may contain what is no valid state. Whether to go on.
    fn after_run(&mut self, states: &States<D>, state: &State, finding: Option<&FindingKind>, alike: &D::Set) -> bool;

    /// The search begins anew. Nothing that was told before was wrong, but it will be told again, maybe in smaller
    /// pieces.
    fn begins_anew(&mut self) {}
}

/// Stops at the first finding.
#[derive(Clone, Copy, Debug, Default)]
pub struct FirstFinding;

impl<D: Diagram> Observer<D> for FirstFinding {
    fn after_run(&mut self, _: &States<D>, _: &State, finding: Option<&FindingKind>, _: &D::Set) -> bool {
        finding.is_none()
    }
}
