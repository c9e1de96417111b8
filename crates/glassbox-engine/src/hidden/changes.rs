//! Changes that one run leaves outside the structures.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use glassbox_vm::exec::Snapshot;
use glassbox_vm::track::{Concolic, TermId};

use crate::guest::Guest;
use crate::seed::Seed;

/// Changes that one run leaves outside the structures.
///
/// They are noted when the judge has finished, because invariants may change statics, too; and whenever it goes back to the start of the run,
/// because they are gone then.
#[derive(Clone, Debug, Default)]
pub(crate) struct Changes {
    /// Bytes that are changed, but for the seed of hashers.
    pub(super) changed: BTreeSet<u32>,
    /// What is left in changed bytes of statics, each time that they were noted.
    pub(super) left: BTreeSet<BTreeMap<u32, u8>>,
    /// Changed bytes whose value depends on the state, or leads to a block that the run made.
    pub(super) varying: BTreeSet<u32>,
    /// Whether a global or a table is changed.
    pub(super) registers: bool,
    /// Whether a block of the heap that belongs to statics is changed.
    pub(super) heap: bool,
    /// Whether the seed of hashers is changed.
    seed: bool,
}

impl Changes {
    /// Those of the memory as it is now, after the operation: in these ranges, and since this start.
    pub(super) fn now(guest: &mut Guest, ranges: &[Range<u32>], seed: &Seed, start: &Snapshot<Concolic>) -> Self {
        let mut changes = Self::default();
        let mut left = BTreeMap::new();
        let statics = guest.machine.statics();
        let addresses: Vec<u32> = ranges.iter().flat_map(|range| guest.machine.changed(range.clone())).collect();
        for address in addresses {
            changes.heap |= address >= statics.end.max(guest.warm_until);
            if seed.contains(address) {
                changes.seed = true;
                continue;
            }
            changes.changed.insert(address);
            let image = guest.machine.byte_image(address);
            let is_known = image.term == TermId::NONE && image.undefined == 0;
            if !(is_known && statics.contains(&address)) || leads_to_new_block(guest, address) {
                changes.varying.insert(address);
            } else {
                left.insert(address, image.value);
            }
        }
        changes.left.insert(left);
        changes.registers = guest.machine.registers_changed(start);
        changes
    }

    /// Whether there are none.
    pub(crate) fn is_empty(&self) -> bool {
        self.changed.is_empty() && !self.registers && !self.heap && !self.seed
    }

    /// Adds those of the same run at another time.
    pub(crate) fn join(&mut self, other: Self) {
        if other.is_empty() && !self.left.is_empty() {
            return;
        }
        self.changed.extend(other.changed);
        self.left.extend(other.left);
        self.varying.extend(other.varying);
        self.registers |= other.registers;
        self.heap |= other.heap;
        self.seed |= other.seed;
    }
}

/// Whether a word that contains this byte is an address in a block that the run made: then what the byte says is true only
/// with that block.
fn leads_to_new_block(guest: &Guest, address: u32) -> bool {
    let machine = &guest.machine;
    let word = |at: u32| {
        let bytes = machine.memory().get(at, 4)?;
        Some(u32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]))
    };
    let is_in = |word: u32| {
        machine.heap().new_blocks().any(|block| (block.address..=block.address + block.size).contains(&word))
    };
    (address.saturating_sub(3)..=address).filter_map(word).any(is_in)
}
