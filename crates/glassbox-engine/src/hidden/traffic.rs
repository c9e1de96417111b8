//! Bytes outside the structures that runs change and read.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use glassbox_space::{Diagram, State};
use glassbox_vm::module::Module;

use super::changes::Changes;
use crate::result::HiddenState;
use crate::states::States;
use crate::user_function::user_function;

/// The most combinations of bytes that runs may leave; with more, all of them vary.
const MOST_LEFT: usize = 16;

/// Changes and reads outside the structures.
#[derive(Clone, Debug, Default)]
#[expect(clippy::struct_excessive_bools, reason = "each is a fact of its own, and all are joined alike")]
pub(crate) struct Traffic {
    /// Bytes that a run left changed, with the least state that did.
    changed: BTreeMap<u32, State>,
    /// What runs left in changed bytes of statics, each combination once. If there are more than [`MOST_LEFT`], the first ones
    /// and one more, whatever the order of runs.
    left: BTreeSet<BTreeMap<u32, u8>>,
    /// Changed bytes whose value depends on the state, or leads to a block that the run made.
    varying: BTreeSet<u32>,
    /// Bytes that a run read before it wrote them.
    read: BTreeSet<u32>,
    /// Those of them that invariants read while the valid states were found, without constants.
    of_invariants: BTreeSet<u32>,
    /// The least state whose run left a global or a table changed. Reads of those are not recorded.
    registers: Option<State>,
    /// Whether a run changed or read a block of the heap that belongs to statics of the user. Where it lies may differ between
    /// checks.
    pub(crate) changes_heap: bool,
    pub(crate) reads_heap: bool,
    /// Whether a run made a hasher of std with the one seed that is tried.
    pub(crate) uses_seed: bool,
    /// Whether a run depends on a byte whose value is unknown.
    pub(crate) depends_on_unknown: bool,
    /// Statics that depend on a byte whose value is unknown.
    pub(crate) spread: BTreeSet<u32>,
}

/// Names the function that wrote hidden state. `trace` is the position of the write, if known.
pub(crate) fn hidden_state(module: &Module, range: Range<u32>, trace: Vec<u32>) -> HiddenState {
    let function = user_function(module, &trace);
    HiddenState { range, trace, function }
}

impl Traffic {
    /// The changes that a constructor makes: the bytes, and whether they have other values each time.
    pub(crate) fn of_constructor(left: BTreeMap<u32, u8>, varying: BTreeSet<u32>) -> Self {
        let changed = left.keys().chain(&varying).map(|at| (*at, State::from_iter([]))).collect();
        Self { changed, left: BTreeSet::from([left]), varying, ..Self::default() }
    }

    /// Traffic of runs that only read.
    pub(crate) fn silent(read: impl IntoIterator<Item = u32>, uses_seed: bool) -> Self {
        Self { read: read.into_iter().collect(), uses_seed, ..Self::default() }
    }

    /// Whether runs only read, invariants read only constants, and nothing is known to have changed in more than one way.
    pub(crate) fn is_silent(&self) -> bool {
        let Self { changed, left, varying, registers, changes_heap, reads_heap, depends_on_unknown, spread, .. } = self;
        if !self.of_invariants.is_empty() {
            return false;
        }
        let is_unchanged = changed.is_empty() && left.iter().all(BTreeMap::is_empty) && varying.is_empty();
        is_unchanged && registers.is_none() && !changes_heap && !reads_heap && !depends_on_unknown && spread.is_empty()
    }

    /// Records changes that the run from `state` left outside.
    pub(crate) fn note(&mut self, state: &State, changes: &Changes) {
        let Changes { changed, left, varying, registers, heap, .. } = changes;
        let is_first = |known: &State| state < known;
        for address in changed {
            if self.changed.get(address).is_none_or(is_first) {
                self.changed.insert(*address, state.clone());
            }
        }
        self.add_left(left.iter().cloned());
        self.varying.extend(varying);
        self.changes_heap |= heap;
        if *registers && self.registers.as_ref().is_none_or(is_first) {
            self.registers = Some(state.clone());
        }
    }

    /// Records the reads of all runs.
    pub(crate) fn note_reads<D: Diagram>(&mut self, states: &States<D>) {
        let (outside, statics) = (&states.outside, states.guest.machine.statics());
        self.uses_seed |= states.guest.has_seed_in_states;
        let all = outside.read_by(&states.guest).chain(outside.read.iter().copied());
        for address in all {
            if outside.seed.contains(address) {
                self.uses_seed = true;
            } else {
                self.reads_heap |= address >= statics.end.max(states.guest.warm_until);
                self.read.insert(address);
            }
        }
        let constants: Vec<_> = states.guest.machine.read_only().collect();
        let is_constant = |address: &u32| constants.iter().any(|range| range.contains(address));
        let of_invariants = outside.read.iter().filter(|address| !is_constant(address));
        self.of_invariants.extend(of_invariants.filter(|address| !outside.seed.contains(**address)));
        self.depends_on_unknown |= outside.depends_on_unknown;
        self.spread.extend(&outside.spread);
    }

    /// Adds the changes and reads of another part.
    pub(crate) fn join(&mut self, other: Self) {
        for (address, state) in other.changed {
            let known = self.changed.entry(address).or_insert_with(|| state.clone());
            *known = state.min(known.clone());
        }
        self.add_left(other.left);
        self.varying.extend(other.varying);
        self.read.extend(other.read);
        self.of_invariants.extend(other.of_invariants);
        self.registers = match (self.registers.take(), other.registers) {
            (Some(one), Some(other)) => Some(one.min(other)),
            (one, other) => one.or(other),
        };
        self.changes_heap |= other.changes_heap;
        self.reads_heap |= other.reads_heap;
        self.uses_seed |= other.uses_seed;
        self.depends_on_unknown |= other.depends_on_unknown;
        self.spread.extend(other.spread);
    }

    /// Whether runs leave nothing behind that `other` runs do not leave.
    pub(crate) fn leaves_no_more_than(&self, other: &Self) -> bool {
        let Self { changed, left, varying, registers, changes_heap, depends_on_unknown, spread, .. } = self;
        let is_known = |bytes: &BTreeMap<u32, u8>| bytes.is_empty() || other.left.contains(bytes);
        changed.keys().all(|at| other.changed.contains_key(at))
            && left.iter().all(is_known)
            && varying.is_subset(&other.varying)
            && (registers.is_none() || other.registers.is_some())
            && (!changes_heap || other.changes_heap)
            && !depends_on_unknown
            && spread.is_empty()
    }

    /// Bytes that runs read before they wrote them.
    pub(crate) fn read(&self) -> &BTreeSet<u32> {
        &self.read
    }

    /// Bytes that runs left changed.
    pub(crate) fn changed(&self) -> impl Iterator<Item = u32> + '_ {
        self.changed.keys().copied()
    }

    /// Bytes that invariants read while the valid states were found, without constants.
    pub(crate) fn read_by_invariants(&self) -> &BTreeSet<u32> {
        &self.of_invariants
    }

    fn add_left(&mut self, left: impl IntoIterator<Item = BTreeMap<u32, u8>>) {
        for bytes in left {
            self.left.insert(bytes);
            if self.left.len() > MOST_LEFT + 1 {
                self.left.pop_last();
            }
        }
    }

    /// Changed bytes of which it is not known what runs leave in them.
    pub(crate) fn varying(&self) -> BTreeSet<u32> {
        if self.left.len() > MOST_LEFT { self.changed.keys().copied().collect() } else { self.varying.clone() }
    }

    /// What runs leave in the other changed bytes.
    pub(crate) fn left(&self) -> &BTreeSet<BTreeMap<u32, u8>> {
        &self.left
    }

    /// Whether a run left a global or a table changed.
    pub(crate) fn changes_registers(&self) -> bool {
        self.registers.is_some()
    }

    /// The first bytes that one run changed and some run read, and a state whose run changed them.
    pub(crate) fn hidden(&self) -> Option<(Range<u32>, State)> {
        let is_hidden = |address: &u32| self.changed.contains_key(address) && self.read.contains(address);
        let Some((&first, state)) = self.changed.iter().find(|(address, _)| is_hidden(address)) else {
            return self.registers.clone().map(|state| (0..0, state));
        };
        let mut end = first + 1;
        while is_hidden(&end) {
            end += 1;
        }
        Some((first..end, state.clone()))
    }
}
