//! Which blocks of a state depend on which choices.

use std::collections::BTreeSet;

use glassbox_abi::Skeleton as Record;
use glassbox_abi::skeleton::Condition;
use glassbox_vm::exec::Snapshot;
use glassbox_vm::track::Provenance;

/// A state that was laid out, and is kept.
pub(super) struct Laid {
    pub(super) choices: Vec<u32>,
    pub(super) snapshot: Snapshot<Provenance>,
    /// Blocks of the state with a number of a name in them, by their first bytes.
    pub(super) with_numbers: BTreeSet<u32>,
}

/// What lies in which block, and which choices it depends on. Lists of indices in the record.
pub(super) struct Dependences {
    /// For each variable the blocks with a cell or a count that depends on it.
    pub(super) blocks_of: Vec<Vec<u32>>,
    /// For each block its cells and counts, in the order of the record.
    pub(super) cells_in: Vec<Vec<u32>>,
    pub(super) counts_in: Vec<Vec<u32>>,
}

impl Dependences {
    /// None if a cell or a count lies in no block.
    pub(super) fn of(record: &Record) -> Option<Self> {
        let mut starts: Vec<(u32, u32, u32)> =
            (0..).zip(&record.blocks).map(|(index, block)| (block.address, block.len, index)).collect();
        starts.sort_unstable();
        let containing = |address: u32, len: u32| {
            let place = starts.partition_point(|(start, ..)| *start <= address).checked_sub(1)?;
            let (start, size, index) = starts[place];
            (address - start + len <= size).then_some(index)
        };
        let mut blocks_of: Vec<BTreeSet<u32>> = vec![BTreeSet::new(); record.variables.len()];
        let mut note = |block: u32, condition: &Condition| {
            for requirement in condition {
                blocks_of[requirement.variable as usize].insert(block);
            }
        };
        let mut cells_in = vec![Vec::new(); record.blocks.len()];
        let mut counts_in = vec![Vec::new(); record.blocks.len()];
        let mut chosen: Vec<(u32, u32)> = Vec::new();
        for (index, cell) in (0..).zip(&record.cells) {
            let block = containing(cell.address, cell.len)?;
            cells_in[block as usize].push(index);
            note(block, &cell.condition);
            chosen.extend(cell.variable.map(|variable| (variable, block)));
        }
        for (index, count) in (0..).zip(&record.counts) {
            let block = containing(count.address, count.len)?;
            counts_in[block as usize].push(index);
            note(block, &count.condition);
            count.counted.iter().for_each(|condition| note(block, condition));
        }
        for (index, block) in (0..).zip(&record.blocks) {
            note(index, &block.condition);
        }
        for (variable, block) in chosen {
            blocks_of[variable as usize].insert(block);
        }
        let blocks_of = blocks_of.into_iter().map(|blocks| blocks.into_iter().collect()).collect();
        Some(Self { blocks_of, cells_in, counts_in })
    }

    /// Blocks that depend on a variable whose choices differ, in their order.
    pub(super) fn changed(&self, before: &[u32], now: &[u32]) -> Vec<u32> {
        let variables = before.iter().zip(now).zip(&self.blocks_of).filter(|((before, now), _)| before != now);
        let mut changed: Vec<u32> = variables.flat_map(|(_, blocks)| blocks).copied().collect();
        changed.sort_unstable();
        changed.dedup();
        changed
    }
}
