//! Finds the valid states of one subject at one bound.

use std::collections::BTreeMap;
use std::sync::Arc;

use glassbox_engine::guest::Guest;
use glassbox_engine::invariant::{Initial, initial};
use glassbox_engine::skeleton::{Skeleton, plan};
use glassbox_space::{Bdd, BigUint, Diagram, OutOfMemory, Space};
use glassbox_vm::exec::Limits;
use glassbox_vm::module::Module;

/// Steps of one run of an invariant.
const FUEL: u64 = 10_000_000;

/// What was found.
#[derive(Debug)]
pub struct Found<D: Diagram = Bdd> {
    /// The space.
    pub space: Space<D>,
    /// The skeleton.
    pub skeleton: Skeleton<D>,
    /// The valid states.
    pub initial: Initial<D::Set>,
}

/// Finds the valid states of the structure of a check, under bounds.
pub fn find<D: Diagram>(
    module: &Arc<Module>,
    check: &str,
    bounds: &BTreeMap<String, u32>,
    diagram: D,
) -> Result<Found<D>, String> {
    let mut guest = Guest::new(module.clone(), Limits::default()).map_err(|error| error.to_string())?;
    guest.desk().bounds.clone_from(bounds);
    let record = plan(&mut guest, check).map_err(|error| error.to_string())?;
    guest.machine.seal();
    let mut space = Space::new(diagram);
    let mut skeleton = Skeleton::new(&mut guest, &mut space, record).map_err(|error| error.to_string())?;
    let initial = initial(&mut guest, &mut space, &mut skeleton, FUEL).map_err(|error| error.to_string())?;
    Ok(Found { space, skeleton, initial })
}

impl<D: Diagram> Found<D> {
    /// Number of valid states, without counting the other arguments of the check.
    pub fn n_states(&self) -> Result<BigUint, OutOfMemory> {
        let mut states = self.initial.valid.clone();
        for (index, variable) in (0..).zip(&self.skeleton.record().variables) {
            if variable.node.is_none() {
                states = self.space.and(&states, &self.space.guard(self.skeleton.variable(index), 0))?;
            }
        }
        Ok(self.space.count(&states))
    }

    /// Choices that no valid state has: whoever chose the domains may have meant something else.
    pub fn unused(&self) -> Result<Vec<String>, OutOfMemory> {
        self.skeleton.unused(&self.space, &self.initial.valid)
    }
}
