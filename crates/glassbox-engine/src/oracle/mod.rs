//! The full judge: accepts a memory only if it is a state that we would have laid out ourselves.
//!
//! After a run, the oracle reads which state the memory holds (`read`), lays that state out in another machine (`lay`), and
//! compares the two memories byte for byte and block for block (`compare`). Then the state must be one of the valid ones, and
//! no block may be left that nothing owns (`owners`). A state that is larger than the bounds is laid out with bounds that are
//! larger by one or two.
//!
//! Soundness rests on the comparison alone: reading only has to find the state. The oracle shares no code with the judge that
//! searches use, runs checks in a machine without terms, and is slow: it is for audits, for the states that operations reach,
//! and for tests.
//!
//! What does not compare as equal is *broken* memory (undefined, freed, shared, leaked, of another layout: nothing could ever
//! use or free it rightly), an *invalid* state, a state that is *outside* the checked ones, or one *beyond* the bounds.

mod compare;
mod contents;
mod damage;
mod dead;
mod explain;
mod laying;
mod owners;
mod read;
mod rejection;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use glassbox_abi::Skeleton as Record;
use glassbox_abi::names::CHECK_EXPORT_PREFIX;
use glassbox_abi::skeleton::{Cell, CellKind};
use glassbox_space::Bdd;
use glassbox_vm::exec::Machine;
use glassbox_vm::heap::{Block, Layout};
use glassbox_vm::module::Module;
use glassbox_vm::track::{NamedByte, Provenance};

use crate::laid::{Instance, Read, Resized, block_of, holds, vector};
use crate::limits::RUN_FUEL;
use crate::result::{Bounds, BrokenMemory, StatesError};
use crate::rules::{Rule, Rules};
use crate::states::{States, bounds as bounds_of, states_in};
use crate::warm_up::seed_of;
use compare::{Difference, Pair, Pairing, compare};
use contents::{Contents, RunReport};
pub use damage::{Damage, Damaged};
pub(crate) use owners::Outside;
use owners::{reached, words_around};
use read::{Misfit, Reader, Unread};
pub use rejection::{Rejection, TokenProblem};

/// Bounds are enlarged so many times at most.
const MOST_LARGER: u32 = 2;

/// Checks that there are no other blocks than those of the structures, except for those that others own.
type NoLeak<'a> = dyn Fn(&dyn Fn(u32) -> bool) -> Result<(), Rejection> + 'a;

/// A state that was read and accepted.
#[derive(Clone, Debug)]
pub(crate) struct Accepted {
    /// How much larger than the check's own bounds those are that it fits.
    pub(crate) larger_by: u32,
    read: Read,
    /// Real beginnings of the record's blocks.
    blocks: BTreeMap<usize, u32>,
    pairing: Pairing,
}

impl Accepted {
    /// The choices of the record's variables.
    pub(crate) fn choices(&self) -> &[u32] {
        &self.read.choices
    }

    /// The tokens in it.
    pub(crate) fn tokens(&self) -> &BTreeSet<u32> {
        &self.pairing.tokens
    }
}

/// States of a check at some bounds: valid ones as a set, each as memory.
struct Level {
    states: States<Bdd>,
    laid: Instance,
    reader: Reader,
    /// Cells whose dead bytes are known.
    settled: BTreeSet<usize>,
}

/// Judges memories for a check.
pub struct Oracle {
    module: Arc<Module>,
    check: String,
    bounds: Bounds,
    /// All bounds that the states depend on, once they are known.
    own_bounds: Option<Bounds>,
    layout: Layout,
    /// Rules in force: all of them, except in tests that leave one out.
    rules: Rules,
    /// States by bounds.
    levels: BTreeMap<Bounds, Level>,
    /// The machine that runs checks.
    runner: Option<Runner>,
}

/// A machine that runs a check.
struct Runner {
    instance: Instance,
    function: u32,
    /// Blocks that were there before any state was laid out.
    blocks: BTreeSet<u32>,
}

impl std::fmt::Debug for Oracle {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Oracle").field("check", &self.check).field("bounds", &self.bounds).finish_non_exhaustive()
    }
}

impl Oracle {
    /// An oracle for the states of a check. It computes the valid states itself.
    pub fn new(module: &Arc<Module>, check: &str, bounds: &Bounds, layout: Layout) -> Self {
        let (module, check, bounds) = (module.clone(), check.to_owned(), bounds.clone());
        let (levels, rules) = (BTreeMap::new(), Rules::default());
        Self { module, check, bounds, own_bounds: None, layout, rules, levels, runner: None }
    }

    /// An oracle with these rules, for tests that leave one out.
    #[must_use]
    pub fn with_rules(self, rules: Rules) -> Self {
        Self { rules, ..self }
    }

    /// Judges states of other bounds from now on; states of bounds that were used before are kept.
    pub(crate) fn set_bounds(&mut self, bounds: &Bounds) {
        self.bounds.clone_from(bounds);
        self.own_bounds = None;
        self.runner = None;
    }

    /// The states at bounds that are larger by so much.
    fn level(&mut self, larger_by: u32) -> Result<&mut Level, StatesError> {
        let Self { module, check, bounds, own_bounds, layout, levels, .. } = self;
        let own = match own_bounds {
            Some(own) => own,
            None => own_bounds.insert(bounds.clone().overridden_by(&bounds_of(module, check, bounds)?)),
        };
        let bounds = larger(own, larger_by);
        if !levels.contains_key(&bounds) {
            let states = states_in(Layout::Upward, module, check, &bounds, Bdd::default(), &|| true)?;
            let laid = Instance::new(module, check, &bounds, *layout, &states.guest.seed)?;
            let reader = Reader::new(&laid);
            let mut level = Level { states, laid, reader, settled: BTreeSet::new() };
            level.admit_any_value();
            levels.insert(bounds.clone(), level);
        }
        Ok(levels.get_mut(&bounds).expect("made just above"))
    }

    /// Runs the check on the state with these choices of the record's variables, and judges what it leaves.
    pub fn run(&mut self, choices: &[u32]) -> Result<(), Rejection> {
        self.with_runner(|oracle, runner| oracle.run_on(runner, choices)).map(|_| ())
    }

    /// Whether a run on this state leaves a number that was computed from a name, except in bytes of structures that are undefined
    /// in the state that it leads to: those own nothing and mean nothing.
    pub(crate) fn keeps_a_number(&mut self, choices: &[u32]) -> bool {
        let kept = self.with_runner(|oracle, runner| {
            // The comparison accepts no part of a name, and nothing computed from one, in place of a number.
            let structures = oracle.run_on(runner, choices)?;
            Ok(runner.instance.kept_numbers().any(|block| block.is_none_or(|block| !structures.contains(&block))))
        });
        kept.unwrap_or(true)
    }

    /// Calls `work` with the machine that runs checks.
    fn with_runner<R>(
        &mut self,
        work: impl FnOnce(&mut Self, &mut Runner) -> Result<R, Rejection>,
    ) -> Result<R, Rejection> {
        let mut runner = match self.runner.take() {
            Some(runner) => runner,
            None => Runner::new(&self.module, &self.check, &self.bounds, self.layout)?,
        };
        let result = work(self, &mut runner);
        self.runner = Some(runner);
        result
    }

    /// Runs the check and judges what it leaves. Returns the blocks of the structures.
    fn run_on(&mut self, runner: &mut Runner, choices: &[u32]) -> Result<BTreeSet<u32>, Rejection> {
        let Runner { instance, function, blocks } = runner;
        let read = Read { choices: choices.to_vec(), resized: Vec::new() };
        instance.lay(&read);
        let record = instance.record().clone();
        let before = Contents::of(&record, &instance.machine, &read, &|address| Some(address));
        let given = contents::tokens(instance, &read);
        let arguments = contents::arguments(&record, &instance.machine);
        let addresses = record.arguments.iter().map(|argument| argument.address);
        let owned = reached(&instance.machine, addresses.collect());
        let held = instance.call(*function, RUN_FUEL).map_err(Rejection::Stopped)?;
        if !held {
            return Err(Rejection::ReturnedFalse);
        }
        let machine = &instance.machine;
        let foreign = |start: u32| blocks.contains(&start) && !owned.contains(&start);
        let outside = || outside(machine, &record, blocks, &owned);
        let roots: Vec<u32> =
            record.arguments.iter().filter(|argument| argument.root.is_some()).map(|root| root.address).collect();
        if record.arguments.iter().any(|argument| argument.root.is_some() && argument.by_value) {
            nothing_is_leaked(machine, &|start| roots.contains(&start), &foreign, &outside)?;
            let dropped = instance.host().dropped.clone();
            contents::judge_tokens(&given, &BTreeSet::new(), &dropped, &BTreeSet::new())?;
            return Ok(BTreeSet::new());
        }
        let accepted = self.judge(machine, &roots, &foreign, &outside)?;
        let level = self.level(accepted.larger_by)?;
        let place = |address: u32| level.reader.real(address, &accepted.blocks);
        let after = Contents::of(level.reader.record(), machine, &accepted.read, &place);
        let dropped = instance.host().dropped.clone();
        let outside_tokens = if given.len() == accepted.pairing.tokens.len() + dropped.len() {
            BTreeSet::new()
        } else {
            // Borrowed anew: the host is not part of the machine.
            let machine = &instance.machine;
            let changed = machine.rewritten(0..machine.heap().range().start);
            Outside::new(machine, BTreeSet::new(), &words_around(machine, &changed)).tokens
        };
        contents::judge_tokens(&given, &accepted.pairing.tokens, &dropped, &outside_tokens)?;
        let report = RunReport { arguments, returned: instance.host().returned };
        contents::judge_effect(&record, &before, &after, &report)?;
        Ok(accepted.pairing.real_blocks.into_keys().collect())
    }

    /// The record whose variables have the choices of a state that was read, if the state is within the bounds.
    pub(crate) fn record_of(&mut self, accepted: &Accepted) -> Option<&Record> {
        let level = self.level(0).ok().filter(|_| accepted.larger_by == 0)?;
        Some(level.reader.record())
    }

    /// Reads the state at these roots, one for each structure, and accepts it if it is a valid state and nothing else.
    /// Blocks that are `foreign` belong neither to the structures nor to a run. `outside` finds the owners of other blocks; it
    /// is called if there are such blocks.
    pub(crate) fn judge(
        &mut self,
        machine: &Machine<Provenance>,
        roots: &[u32],
        foreign: &dyn Fn(u32) -> bool,
        outside: &dyn Fn() -> Outside,
    ) -> Result<Accepted, Rejection> {
        // What does not fit may be part of a larger state, whatever it looks like.
        let mut outside_all = None;
        let rules = self.rules.clone();
        let no_leak = |is_in_structures: &dyn Fn(u32) -> bool| {
            if !rules.has(Rule::NoBlockLeft) {
                return Ok(());
            }
            nothing_is_leaked(machine, is_in_structures, foreign, outside)
        };
        for larger_by in 0..=MOST_LARGER {
            let level = match self.level(larger_by) {
                Ok(level) => level,
                Err(error) if larger_by == 0 => return Err(error.into()),
                // There are no larger states, or they cannot be computed.
                Err(_) => return Err(outside_all.unwrap_or(Rejection::Beyond)),
            };
            let rejection = match level.read(machine, roots, larger_by, &rules, &no_leak) {
                Ok(Some(accepted)) => {
                    if rules.has(Rule::ReadIsValid) {
                        level.must_be_valid(&accepted.read)?;
                    }
                    no_leak(&|start: u32| accepted.pairing.real_blocks.contains_key(&start))?;
                    // Nothing is wrong with a vector of another capacity, but no state has it; a larger one may.
                    match accepted.read.resized.first().filter(|_| rules.has(Rule::KnownCapacities)) {
                        Some(resized) => level.other_capacity(resized, &accepted.read),
                        None => return Ok(accepted),
                    }
                }
                Ok(None) => continue,
                Err(rejection @ Rejection::Outside { .. }) => rejection,
                Err(rejection) => return Err(rejection),
            };
            outside_all.get_or_insert(rejection);
        }
        Err(outside_all.unwrap_or(Rejection::Beyond))
    }
}

/// Memory outside the structures of a state that was laid out; `blocks` were there before, `owned` belonged to the state.
fn outside(machine: &Machine<Provenance>, record: &Record, blocks: &BTreeSet<u32>, owned: &BTreeSet<u32>) -> Outside {
    let by_value = record.arguments.iter().filter(|argument| argument.root.is_none());
    let by_value: BTreeSet<u32> = by_value.map(|argument| argument.address).collect();
    let is_outside = |start: &&u32| !owned.contains(start) || by_value.contains(start);
    let blocks: BTreeSet<u32> = blocks.iter().filter(is_outside).copied().collect();
    // What was there before owns what it owned before, so only words that have changed count.
    let mut changed = machine.rewritten(0..machine.heap().range().start);
    for block in blocks.iter().filter(|start| !by_value.contains(start)) {
        let size = block_of(machine, *block).map_or(0, |block| block.size);
        changed.extend(machine.rewritten(*block..*block + size));
    }
    Outside::new(machine, blocks, &words_around(machine, &changed))
}

impl Runner {
    fn new(module: &Arc<Module>, check: &str, bounds: &Bounds, layout: Layout) -> Result<Self, Rejection> {
        let instance = Instance::new(module, check, bounds, layout, &seed_of(module, check))?;
        let function = module.exported_function(&format!("{CHECK_EXPORT_PREFIX}{check}"));
        let function = function.ok_or_else(|| Rejection::NoStates("no such check".to_owned()))?;
        let blocks = instance.machine.heap().live().map(|block| block.address).collect();
        Ok(Self { instance, function, blocks })
    }
}

impl Level {
    /// Makes fields undefined that may have any value, so that any value of them is accepted.
    fn admit_any_value(&mut self) {
        let record = self.laid.record().clone();
        for (cell, _) in record.cells.iter().enumerate().filter(|(_, cell)| cell.kind == CellKind::Any) {
            for offset in 0..record.cells[cell].len as usize {
                self.laid.set_pattern_byte(cell, 0, offset, NamedByte::UNDEFINED);
                self.reader.set_pattern_byte(cell, 0, offset, NamedByte::UNDEFINED);
            }
        }
    }

    /// Reads a state; none if larger bounds may have it.
    fn read(
        &mut self,
        machine: &Machine<Provenance>,
        roots: &[u32],
        larger_by: u32,
        rules: &Rules,
        no_leak: &NoLeak<'_>,
    ) -> Result<Option<Accepted>, Rejection> {
        let arguments = &self.reader.record().arguments;
        let laid_roots = arguments.iter().filter(|argument| argument.root.is_some()).map(|argument| argument.address);
        let roots: Vec<Pair> = laid_roots.zip(roots).map(|(laid, real)| Pair { real: *real, laid }).collect();
        loop {
            let Self { laid, reader, .. } = self;
            let mut pairing = Pairing::default();
            let mut last = Read::default();
            let found = reader.read(machine, &roots, &mut |read| {
                laid.lay(read);
                last.clone_from(read);
                let compared = compare(machine, &laid.machine, &roots, rules);
                pairing =
                    compared.map_err(|difference| Difference { at: laid.described(difference.at), ..difference })?;
                Ok(())
            });
            let unread = match found {
                Ok((read, blocks)) => return Ok(Some(Accepted { larger_by, read, blocks, pairing })),
                Err(unread) => unread,
            };
            // Bytes that belong to no value may be different; which these are is only asked where something is.
            if !self.guilty(&unread, &last).is_some_and(|cell| self.find_dead_bytes(cell)) {
                return self.reject(machine, &unread, &last, no_leak);
            }
        }
    }

    /// The cell that does not fit.
    fn guilty(&self, unread: &Unread, last: &Read) -> Option<usize> {
        match &unread.misfit {
            Misfit::Cell { cell, .. } => Some(*cell),
            Misfit::TooManyKeys => None,
            Misfit::Differs(difference) => {
                let cells = (0..).zip(&self.reader.record().cells);
                let covers = |cell: &Cell| (cell.address..cell.address + cell.len).contains(&difference.at);
                cells
                    .filter(|(_, cell)| covers(cell) && holds(&cell.condition, &last.choices))
                    .map(|(cell, _)| cell)
                    .last()
            }
        }
    }

    /// The reason why a memory cannot be read; none if it may be larger than the bounds.
    fn reject(
        &self,
        machine: &Machine<Provenance>,
        unread: &Unread,
        last: &Read,
        no_leak: &NoLeak<'_>,
    ) -> Result<Option<Accepted>, Rejection> {
        let record = self.reader.record();
        if !matches!(unread.misfit, Misfit::Differs(_)) {
            broken_blocks(machine, record, &unread.blocks)?;
        }
        match &unread.misfit {
            Misfit::Cell { is_size: true, .. } | Misfit::TooManyKeys => Ok(None),
            Misfit::Cell { cell, at, .. } => {
                let cell = &record.cells[*cell];
                if cell.kind == CellKind::Alias {
                    // All links that own something are read, so what they do not lead to is leaked, too.
                    let there = reached(machine, unread.blocks.iter().map(|pair| pair.real).collect());
                    no_leak(&|start| there.contains(&start))?;
                }
                Err(rejection::of_cell(machine, record, cell, *at, &unread.blocks))
            }
            Misfit::Differs(difference) => Err(rejection::of_difference(record, &last.choices, difference)),
        }
    }

    /// The rejection of a state with a vector whose capacity no state has.
    fn other_capacity(&self, resized: &Resized, read: &Read) -> Rejection {
        let cell = &self.reader.record().cells[resized.cell];
        let choice = cell.variable.map_or(0, |variable| read.choices[variable as usize]);
        let len = vector(&self.laid.patterns()[resized.cell][choice as usize]).map_or(0, |vector| vector.len);
        let value = format!("a vector of {len} with room for {}", resized.capacity);
        Rejection::Outside { field: cell.path.clone(), value, listed: rejection::listed(self.reader.record(), cell) }
    }

    /// The state must be among the valid ones.
    fn must_be_valid(&mut self, read: &Read) -> Result<(), Rejection> {
        let States { space, skeleton, initial, .. } = &self.states;
        let variables = read.choices.iter().zip(&skeleton.record().variables);
        let of_structures: Vec<u32> =
            variables.filter(|(_, variable)| variable.node.is_some()).map(|(choice, _)| *choice).collect();
        let state = skeleton.state_of(space, &of_structures, &[]);
        let state = state.ok_or_else(|| Rejection::NoStates("the two descriptions differ".to_owned()))?;
        if space.contains(&initial.valid, &state) {
            return Ok(());
        }
        let root = self.reader.record().nodes.first().map_or_else(String::new, |node| node.path.clone());
        let (node, message) =
            explain::broken(&mut self.states, &state).map_or((root, None), |(node, message)| (node, Some(message)));
        Err(Rejection::Invalid { node, message })
    }
}

/// The same bounds with all sizes larger by so much.
fn larger(bounds: &Bounds, by: u32) -> Bounds {
    let sizes: Vec<(String, u32)> = bounds.sizes().map(|(name, value)| (name.to_owned(), value + by)).collect();
    let mut larger = bounds.clone();
    for (name, value) in sizes {
        larger.set(name, value);
    }
    larger
}

/// Links that were read lead to live blocks, each to one of its own.
fn broken_blocks(machine: &Machine<Provenance>, record: &Record, blocks: &[Pair]) -> Result<(), Rejection> {
    let mut seen = BTreeSet::new();
    for pair in blocks {
        let node = record.blocks.iter().find(|block| block.address == pair.laid).and_then(|block| block.node);
        let field = node.map_or_else(String::new, |node| record.nodes[node as usize].path.clone());
        let block = block_of(machine, pair.real).filter(|block| block.address == pair.real);
        let problem = match block {
            None => Some(BrokenMemory::NoBlock),
            Some(block) if block.freed.is_some() => Some(BrokenMemory::Freed),
            Some(block) if !seen.insert(block.address) => Some(BrokenMemory::TwoOwners),
            Some(_) => None,
        };
        if let Some(problem) = problem {
            return Err(Rejection::Broken { field, problem });
        }
    }
    Ok(())
}

fn nothing_is_leaked(
    machine: &Machine<Provenance>,
    is_in_structures: &dyn Fn(u32) -> bool,
    foreign: &dyn Fn(u32) -> bool,
    outside: &dyn Fn() -> Outside,
) -> Result<(), Rejection> {
    if machine.heap().live().all(|block| is_in_structures(block.address) || foreign(block.address)) {
        return Ok(());
    }
    let outside = outside();
    let leaked: Vec<&Block> = outside.leaked(machine, is_in_structures).collect();
    let Some(first) = leaked.first() else { return Ok(()) };
    let bytes = leaked.iter().map(|block| u64::from(block.size)).sum();
    Err(Rejection::Leaked { blocks: leaked.len(), bytes, first: Box::new(first.accused()) })
}
