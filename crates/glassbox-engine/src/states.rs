//! All valid states of a check, computed from its module.

use std::any::Any;
use std::collections::BTreeMap;
use std::sync::Arc;

use glassbox_abi::Skeleton as Record;
use glassbox_space::{BigUint, Diagram, OutOfMemory, Space, State};
use glassbox_vm::heap::Layout;
use glassbox_vm::module::Module;
use glassbox_vm::track::TermId;

use crate::collection::Collection;
use crate::descriptions::Descriptions;
use crate::guest::Guest;
use crate::hidden::{Outside, Start};
use crate::ids::TypeKey;
use crate::invariant::{Initial, initial};
use crate::layouts::Layouts;
use crate::limits::INVARIANT_FUEL;
use crate::picture::{Picture, described};
use crate::result::{Bounds, StatesError, is_size};
use crate::rules::{Rule, Rules};
use crate::skeleton::{Pattern, Skeleton, plan};
use crate::warm_up::warm_up;

/// The states of a check.
#[derive(Debug)]
pub struct States<D: Diagram> {
    /// The machine, ready for runs.
    pub guest: Guest,
    /// The variables.
    pub space: Space<D>,
    /// Layout of states in memory.
    pub skeleton: Skeleton<D>,
    /// Valid states.
    pub initial: Initial<D::Set>,
    /// Keys and entries, if the structures are collections.
    pub collection: Collection,
    /// Memory that belongs to no state.
    pub outside: Outside,
    /// The same states in another memory layout, if there is one. Audits run states in both layouts and compare.
    pub other_layout: Option<Box<Self>>,
    /// The full judge, once it was asked. Only audits know what it is.
    pub(crate) full_judge: Option<Box<dyn Any + Send>>,
    /// Patterns of listed values in the bytes that are read, by type and place, once the judge has asked.
    pub(crate) read_patterns: BTreeMap<(TypeKey, u32), Vec<Pattern>>,
    /// The same states in other layouts of memory.
    pub(crate) layouts: Layouts,
    /// Where the states come from.
    pub(crate) source: Source,
}

/// A check, with bounds and a layout of memory.
#[derive(Debug)]
pub(crate) struct Source {
    pub(crate) module: Arc<Module>,
    pub(crate) check: String,
    pub(crate) bounds: Bounds,
    pub(crate) layout: Layout,
}

/// Computes the valid states of a check. `bounds` override those in its attribute.
pub fn states<D: Diagram>(
    module: &Arc<Module>,
    check: &str,
    bounds: &Bounds,
    diagram: D,
) -> Result<States<D>, StatesError> {
    states_in(Layout::Upward, module, check, bounds, diagram, &|| true)
}

/// Computes the valid states with blocks in the given layout, for as long as `goes_on` returns true.
pub fn states_in<D: Diagram>(
    layout: Layout,
    module: &Arc<Module>,
    check: &str,
    bounds: &Bounds,
    diagram: D,
    goes_on: &dyn Fn() -> bool,
) -> Result<States<D>, StatesError> {
    states_from(&Start::default(), layout, module, check, bounds, diagram, goes_on)
}

/// Computes the valid states if memory outside the structures is as `start` says.
pub(crate) fn states_from<D: Diagram>(
    start: &Start,
    layout: Layout,
    module: &Arc<Module>,
    check: &str,
    bounds: &Bounds,
    diagram: D,
    goes_on: &dyn Fn() -> bool,
) -> Result<States<D>, StatesError> {
    let (mut guest, record) = planned(layout, module, check, bounds)?;
    start.write(&mut guest);
    guest.machine.seal();
    let mut outside = Outside::new(&guest, &record);
    let mut space = Space::new(diagram);
    let mut skeleton = Skeleton::new(&mut guest, &mut space, record)?;
    if let Some(larger) = with_all_fields(skeleton.record()) {
        let (mut guest, larger) = planned(layout, module, check, &larger)?;
        skeleton.learn_places(&mut guest, &larger);
    }
    outside.leave_out(&skeleton.listed().blocks_of_structures(skeleton.record()));
    let any = skeleton.bytes_of_any();
    if !any.is_empty() {
        skeleton.restore(&mut guest);
        guest.machine.make_unknown(&any);
        skeleton.keep(&mut guest);
    }
    outside.watch(&mut guest);
    let initial = initial(&mut guest, &mut space, &mut skeleton, INVARIANT_FUEL, goes_on)?;
    outside.remember_reads(&mut guest);
    if !start.unknown.is_empty() {
        skeleton.restore(&mut guest);
        guest.machine.make_unknown(&start.unknown.union(&any).copied().collect());
        skeleton.keep(&mut guest);
        outside.forbid(&start.unknown);
    }
    if space.is_empty(&initial.valid) {
        return Err(StatesError::Empty { check: check.to_owned() });
    }
    let collection = Collection::new(&mut guest, skeleton.record());
    let source = Source { module: module.clone(), check: check.to_owned(), bounds: bounds.clone(), layout };
    let (other_layout, full_judge, layouts) = (None, None, Layouts::new(module, check, bounds, &guest.seed));
    let read_patterns = BTreeMap::new();
    Ok(States {
        guest,
        space,
        skeleton,
        initial,
        collection,
        outside,
        other_layout,
        full_judge,
        read_patterns,
        layouts,
        source,
    })
}

/// Bounds at which every type of nodes has a position with all its fields and variants; none if these are such bounds.
fn with_all_fields(record: &Record) -> Option<Bounds> {
    const LEAST: [(&str, u32); 2] = [("height", 2), ("len", 1)];
    let least = |name: &str| LEAST.iter().find(|(known, _)| *known == name).map_or(0, |(_, least)| *least);
    let is_small = record.bounds.iter().any(|bound| bound.value < least(&bound.name));
    // One more element is accepted after a run, so the values that it may have are needed.
    let more = record.values_depend_on_bounds;
    let larger = record.bounds.iter().map(|bound| {
        let more = if is_size(&bound.name) { more } else { 0 };
        (bound.name.clone(), (bound.value + more).max(least(&bound.name)))
    });
    (is_small || more > 0).then(|| larger.collect())
}

/// The bounds that the states of a check depend on, with their values: those of `bounds`, else those in its attribute.
pub fn bounds(module: &Arc<Module>, check: &str, bounds: &Bounds) -> Result<Bounds, StatesError> {
    let record = record(module, check, bounds)?;
    Ok(record.bounds.iter().map(|bound| (bound.name.as_str(), bound.value)).collect())
}

/// What a guest says of the states of a check.
pub(crate) fn record(module: &Arc<Module>, check: &str, bounds: &Bounds) -> Result<Arc<Record>, StatesError> {
    let ask = || planned(Layout::Upward, module, check, bounds).map(|(_, record)| record);
    Descriptions::of(module).get(check, bounds, ask)
}

/// A guest that has laid out its states, and its description of them.
fn planned(layout: Layout, module: &Arc<Module>, check: &str, bounds: &Bounds) -> Result<(Guest, Record), StatesError> {
    let mut guest = Guest::new(module.clone())?;
    warm_up(&mut guest, layout, check)?;
    guest.host().bounds.clone_from(bounds);
    let record = plan(&mut guest, check)?;
    guest.note_seed();
    guest.reset_seed();
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

    /// The set with this state alone.
    pub(crate) fn only(&self, state: &State) -> Result<D::Set, OutOfMemory> {
        let mut only = self.space.full();
        // From the bottom up: each new variable is then above the rest, and adding it is cheap.
        for &variable in self.space.base_variables().iter().rev() {
            let choice = self.space.choice(variable, state).expect("base variables have a choice");
            only = self.space.and(&self.space.guard(variable, choice), &only)?;
        }
        Ok(only)
    }

    /// Writes a state and its arguments into the machine's memory, ready for a run.
    pub fn write(&mut self, state: &State) {
        self.skeleton.write(&mut self.guest, &self.space, state);
    }

    /// Goes back to the state before the run. The decisions made until now stay, and what is outside the structures is noted.
    pub(crate) fn rewind(&mut self, state: &State, rules: &Rules) {
        if rules.has(Rule::NotedBeforeRewind) {
            self.note_outside();
        }
        let decisions: Vec<_> = self.guest.machine.tracker().decisions().collect();
        self.write(state);
        self.guest.machine.tracker_mut().recall(decisions);
    }

    /// Notes what the run, or the judge, has changed outside the structures, and whether it depended on unknown bytes.
    pub(crate) fn note_outside(&mut self) {
        self.outside.note_changes(&mut self.guest, self.skeleton.start());
    }

    /// The valid states with the first choice for all arguments that are not structures, so each state of the
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

    /// A term for the number of these positions that a state has: those of a type below a position.
    pub(crate) fn count_below(
        &mut self,
        position: u32,
        counted: TypeKey,
        nodes: &[u32],
    ) -> Result<TermId, OutOfMemory> {
        self.skeleton.count_below(&mut self.guest, &mut self.space, position, counted, nodes)
    }

    /// A state as a picture.
    pub fn picture(&self, state: &State) -> Picture {
        described(self.skeleton.record(), &self.skeleton.choices(&self.space, state), self.skeleton.ranks())
    }

    /// Positions and domain values that no valid state uses: a sign that a domain is not what its author meant.
    pub fn unused(&self) -> Result<Vec<String>, OutOfMemory> {
        self.skeleton.unused(&self.space, &self.initial.valid)
    }
}
