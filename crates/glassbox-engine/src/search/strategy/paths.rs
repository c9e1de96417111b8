//! The default: a run covers the states that take the same path.
//!
//! A state takes the same path if it gives the same answers to all questions of the run, however different it is
//! otherwise: see `lookalikes.rs` for the set, and the machine's `track/concolic` for the argument. Two runs with
//! different paths part at some question, which they answer differently, so their sets are disjoint.

use glassbox_space::{Diagram, OutOfMemory, PartitionLimits, State};
use glassbox_vm::track::Decided;

use super::covers::Covers;
use crate::lookalikes::{Lookalikes, Prune};
use crate::search::continuations::Continuations;
use crate::search::route::Route;
use crate::search::run::Decisions;
use crate::states::States;

/// After so many runs in vain, routes are no longer noted.
const MOST_IN_VAIN: u32 = 64;

/// See the module's documentation.
#[derive(Debug)]
pub(super) struct Paths<D: Diagram> {
    lookalikes: Lookalikes<D>,
    continuations: Continuations<D::Set>,
    /// The states of which continuations say that they hold.
    known: Option<D::Set>,
    /// Number of runs one after the other that covered no more than their lookalikes, though their routes were known.
    n_in_vain: u32,
}

impl<D: Diagram> Paths<D> {
    /// Only the states of `all` matter.
    pub(super) fn new(all: D::Set) -> Self {
        let lookalikes = Lookalikes::new(Prune::Paths, PartitionLimits::default()).among(all);
        Self { lookalikes, continuations: Continuations::new(), known: None, n_in_vain: 0 }
    }
}

impl<D: Diagram> Paths<D> {
    /// The states that answer these questions like `state`.
    pub(super) fn alike(
        &mut self,
        states: &mut States<D>,
        decisions: &[Decided],
        state: &State,
    ) -> Result<D::Set, OutOfMemory> {
        let terms = states.guest.machine.tracker().terms();
        self.lookalikes.of(&mut states.space, terms, decisions.iter().copied(), state)
    }
}

impl<D: Diagram> Covers<D> for Paths<D> {
    fn covers(&mut self, states: &mut States<D>, decisions: &Decisions, state: &State) -> Result<D::Set, OutOfMemory> {
        self.alike(states, decisions.all(), state)
    }

    fn wants_routes(&self) -> bool {
        self.n_in_vain < MOST_IN_VAIN
    }

    fn continued(
        &mut self,
        states: &mut States<D>,
        route: Option<&Route>,
        state: &State,
    ) -> Result<Option<D::Set>, OutOfMemory> {
        let Self { lookalikes, continuations, known: known_before, n_in_vain } = self;
        let known_before = known_before.get_or_insert_with(|| states.space.empty());
        let Some(route) = route else {
            *n_in_vain += 1;
            return Ok(None);
        };
        let mut own = None;
        let alike = |states: &mut States<D>, decisions: &[Decided]| {
            let terms = states.guest.machine.tracker().terms();
            let alike = lookalikes.of(&mut states.space, terms, decisions.iter().copied(), state)?;
            own = Some(match own.take() {
                Some(own) => states.space.and(&own, &alike)?,
                None => alike.clone(),
            });
            Ok(alike)
        };
        let Some(known) = continuations.learn(states, route, alike)? else {
            *n_in_vain += 1;
            return Ok(None);
        };
        let own = own.unwrap_or_else(|| states.space.full());
        let expected = states.space.or(known_before, &own)?;
        *n_in_vain = if expected == known { *n_in_vain + 1 } else { 0 };
        *known_before = known.clone();
        Ok(Some(known))
    }
}
