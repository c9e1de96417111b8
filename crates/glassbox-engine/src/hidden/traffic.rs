//! Bytes outside the structures that runs change and read.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use glassbox_space::{Diagram, State};
use glassbox_vm::module::Module;

use crate::result::HiddenState;
use crate::states::States;
use crate::user_function::user_function;

/// Changes and reads outside the structures.
#[derive(Clone, Debug, Default)]
pub(crate) struct Traffic {
    /// Bytes that a run left changed, with the least state that did.
    changed: BTreeMap<u32, State>,
    /// Bytes that a run read before it wrote them.
    read: BTreeSet<u32>,
    /// The least state whose run left a global or a table changed. Reads of those are not recorded.
    registers: Option<State>,
}

/// Names the function that wrote hidden state. `trace` is the position of the write, if known.
pub(crate) fn hidden_state(module: &Module, range: Range<u32>, trace: Vec<u32>) -> HiddenState {
    let function = user_function(module, &trace);
    HiddenState { range, trace, function }
}

impl Traffic {
    /// Records changes that the run from `state`, which has returned, left outside. Returns whether there are any.
    pub(crate) fn note<D: Diagram>(&mut self, states: &mut States<D>, state: &State) -> bool {
        let is_first = |known: &State| state < known;
        let mut any = false;
        for range in &states.outside.ranges {
            for address in states.guest.machine.changed(range.clone()) {
                any = true;
                if self.changed.get(&address).is_none_or(is_first) {
                    self.changed.insert(address, state.clone());
                }
            }
        }
        if states.guest.machine.registers_changed(states.skeleton.start()) {
            any = true;
            if self.registers.as_ref().is_none_or(is_first) {
                self.registers = Some(state.clone());
            }
        }
        any
    }

    /// Records the reads of all runs.
    pub(crate) fn note_reads<D: Diagram>(&mut self, states: &States<D>) {
        self.read.extend(states.outside.read_by(&states.guest));
        self.read.extend(&states.outside.read);
    }

    /// Adds the changes and reads of another part.
    pub(crate) fn join(&mut self, other: Self) {
        for (address, state) in other.changed {
            let known = self.changed.entry(address).or_insert_with(|| state.clone());
            *known = state.min(known.clone());
        }
        self.read.extend(other.read);
        self.registers = match (self.registers.take(), other.registers) {
            (Some(one), Some(other)) => Some(one.min(other)),
            (one, other) => one.or(other),
        };
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
