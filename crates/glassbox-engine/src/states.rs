//! All valid states of a check: from the module to the set.

use std::collections::BTreeMap;
use std::sync::Arc;

use glassbox_abi::Skeleton as Record;
use glassbox_abi::skeleton::Bound;
use glassbox_space::{BigUint, Diagram, OutOfMemory, Space, State};
use glassbox_vm::exec::{InstantiateError, Limits};
use glassbox_vm::heap::Layout;
use glassbox_vm::module::Module;

use crate::collection::Collection;
use crate::guest::Guest;
use crate::hidden::Outside;
use crate::invariant::{Initial, InvariantError, initial};
use crate::skeleton::{PlanError, Skeleton, plan};

/// Steps that an invariant may take on one node.
pub const INVARIANT_FUEL: u64 = 10_000_000;

/// Why the states of a check are not known.
#[derive(Debug, thiserror::Error)]
pub enum StatesError {
    /// The module cannot be run.
    #[error(transparent)]
    Instantiate(#[from] InstantiateError),
    /// The guest could not lay out its states.
    #[error(transparent)]
    Plan(#[from] PlanError),
    /// An invariant did not answer.
    #[error(transparent)]
    Invariant(#[from] InvariantError),
    /// The diagram has no room left.
    #[error(transparent)]
    OutOfMemory(#[from] OutOfMemory),
    /// No state is valid, so nothing could ever be checked.
    #[error("`{check}` has no valid state: no state within the bounds satisfies the invariant")]
    Empty {
        /// The check's path.
        check: String,
    },
}

/// The states of a check.
#[derive(Debug)]
pub struct States<D: Diagram> {
    /// The machine, ready for runs.
    pub guest: Guest,
    /// The variables.
    pub space: Space<D>,
    /// How states lie in memory.
    pub skeleton: Skeleton<D>,
    /// Which ones are valid.
    pub initial: Initial<D::Set>,
    /// What they are a collection of.
    pub collection: Collection,
    /// Where memory is that belongs to no state.
    pub outside: Outside,
    /// The same states, laid out in another way, to see whether that matters. Audits use it if it is there.
    pub other_layout: Option<Box<Self>>,
}

/// Finds the valid states of a check. `bounds` override those that the check states.
pub fn states<D: Diagram>(
    module: &Arc<Module>,
    check: &str,
    bounds: &BTreeMap<String, u32>,
    diagram: D,
) -> Result<States<D>, StatesError> {
    states_in(Layout::Upward, module, check, bounds, diagram, &|| true)
}

/// The same, with blocks laid out like this, for as long as somebody wants to go on.
pub fn states_in<D: Diagram>(
    layout: Layout,
    module: &Arc<Module>,
    check: &str,
    bounds: &BTreeMap<String, u32>,
    diagram: D,
    goes_on: &dyn Fn() -> bool,
) -> Result<States<D>, StatesError> {
    let (mut guest, record) = planned(layout, module, check, bounds)?;
    guest.machine.seal();
    let mut outside = Outside::new(&guest, &record);
    let mut space = Space::new(diagram);
    let mut skeleton = Skeleton::new(&mut guest, &mut space, record)?;
    outside.watch(&mut guest);
    let initial = initial(&mut guest, &mut space, &mut skeleton, INVARIANT_FUEL, goes_on)?;
    outside.remember_reads(&mut guest);
    if space.is_empty(&initial.valid) {
        return Err(StatesError::Empty { check: check.to_owned() });
    }
    let collection = Collection::new(&mut guest, skeleton.record());
    Ok(States { guest, space, skeleton, initial, collection, outside, other_layout: None })
}

/// The bounds that the states of a check depend on, with their values: those of `bounds`, else the check's own.
pub fn bounds(module: &Arc<Module>, check: &str, bounds: &BTreeMap<String, u32>) -> Result<Vec<Bound>, StatesError> {
    Ok(planned(Layout::Upward, module, check, bounds)?.1.bounds)
}

/// A guest that has laid out its states, and its description of them.
pub(crate) fn planned(
    layout: Layout,
    module: &Arc<Module>,
    check: &str,
    bounds: &BTreeMap<String, u32>,
) -> Result<(Guest, Record), StatesError> {
    let mut guest = Guest::new(module.clone(), Limits::default())?;
    guest.machine.set_layout(layout);
    guest.desk().bounds.clone_from(bounds);
    let record = plan(&mut guest, check)?;
    Ok((guest, record))
}

impl<D: Diagram> States<D> {
    /// All pairs of a valid state and arguments.
    pub fn transitions(&mut self) -> Result<D::Set, OutOfMemory> {
        let mut all = self.initial.valid.clone();
        for (index, variable) in (0..).zip(self.skeleton.record().variables.clone()) {
            if variable.node.is_none() {
                let matters = self.skeleton.guard(&self.space, &variable.condition)?;
                let first = self.space.guard(self.skeleton.variable(index), 0);
                all = self.space.and(&all, &self.space.or(&matters, &first)?)?;
            }
        }
        Ok(all)
    }

    /// Writes a state and its arguments into the machine's memory, ready for a run.
    pub fn write(&mut self, state: &State) {
        self.skeleton.write(&mut self.guest, &self.space, state);
    }

    /// The valid states with the first choice of everything that is no part of a structure: so each state of the
    /// structures once.
    pub fn of_structures(&self) -> Result<D::Set, OutOfMemory> {
        let mut states = self.initial.valid.clone();
        for (index, variable) in (0..).zip(&self.skeleton.record().variables) {
            if variable.node.is_none() {
                states = self.space.and(&states, &self.space.guard(self.skeleton.variable(index), 0))?;
            }
        }
        Ok(states)
    }

    /// Number of valid states, without counting the other arguments of the check.
    pub fn count(&self) -> Result<BigUint, OutOfMemory> {
        Ok(self.space.count(&self.of_structures()?))
    }

    /// What no valid state uses: whoever chose the domains may have meant something else.
    pub fn unused(&self) -> Result<Vec<String>, OutOfMemory> {
        self.skeleton.unused(&self.space, &self.initial.valid)
    }
}
