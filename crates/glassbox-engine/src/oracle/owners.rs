//! Owners of blocks and tokens that are not in the structures.
//!
//! Memory that is neither a structure's nor was there before has an owner if a static leads to it, directly or through other
//! such memory. All else is leaked.

use std::collections::BTreeSet;

use glassbox_vm::exec::Machine;
use glassbox_vm::heap::Block;
use glassbox_vm::track::Provenance;

use crate::laid::{Name, address_at, addresses_in, block_of, name_at};

/// Memory outside the structures that may own blocks.
#[derive(Clone, Debug, Default)]
pub(crate) struct Outside {
    /// Blocks that belong neither to the structures nor to the run.
    pub(crate) blocks: BTreeSet<u32>,
    /// Blocks that the outside owns: those that the words there lead to.
    pub(crate) owned: BTreeSet<u32>,
    /// Tokens there.
    pub(crate) tokens: BTreeSet<u32>,
}

impl Outside {
    /// The memory outside, with the places of words in it that may be owners.
    pub(crate) fn new(machine: &Machine<Provenance>, blocks: BTreeSet<u32>, words: &[u32]) -> Self {
        let mut outside = Self { blocks, ..Self::default() };
        let mut to_do: Vec<u32> = Vec::new();
        for at in words {
            match name_at(machine, *at) {
                Some(Name::Address(address)) => to_do.push(address),
                Some(Name::Token(token)) => outside.tokens.extend([token]),
                _ => {}
            }
        }
        outside.owned = reached(machine, to_do);
        for block in outside.owned.iter().filter_map(|start| block_of(machine, *start)) {
            let names = (block.address..block.address + block.size).filter_map(|at| name_at(machine, at));
            outside.tokens.extend(names.filter_map(|name| match name {
                Name::Token(token) => Some(token),
                _ => None,
            }));
        }
        outside
    }

    /// Live blocks that nothing owns, if the structures have these.
    pub(crate) fn leaked<'a>(
        &'a self,
        machine: &'a Machine<Provenance>,
        structures: &'a dyn Fn(u32) -> bool,
    ) -> impl Iterator<Item = &'a Block> {
        let has_owner = |start: &u32| self.blocks.contains(start) || self.owned.contains(start) || structures(*start);
        machine.heap().live().filter(move |block| !has_owner(&block.address))
    }
}

/// The live blocks that these addresses lead to, directly or through others.
pub(crate) fn reached(machine: &Machine<Provenance>, mut to_do: Vec<u32>) -> BTreeSet<u32> {
    let mut reached = BTreeSet::new();
    while let Some(address) = to_do.pop() {
        let Some(block) = block_of(machine, address).filter(|block| block.freed.is_none()) else { continue };
        if reached.insert(block.address) {
            to_do.extend(addresses_in(machine, block.address, block.size));
        }
    }
    reached
}

/// Places of words that may own something, around bytes that have changed.
pub(crate) fn words_around(machine: &Machine<Provenance>, changed: &[u32]) -> Vec<u32> {
    let places: BTreeSet<u32> = changed.iter().flat_map(|at| at.saturating_sub(3)..=*at).collect();
    places.into_iter().filter(|at| address_at(machine, *at).is_some() || name_at(machine, *at).is_some()).collect()
}
