//! Listed values that own memory.
//!
//! What a value of a type that is not described owns is found in its pattern: a word that is the address of a block's first byte
//! leads to a block that it owns, and words of that block lead on. Two values that own one block share it, as `Rc` does; then
//! nothing is known about any of them.

use std::collections::{BTreeMap, BTreeSet};

use glassbox_abi::Skeleton as Record;
use glassbox_abi::skeleton::CellKind;

use super::places::Pattern;
use crate::guest::Guest;

/// A listed value: its bytes, and those of the blocks that it owns.
#[derive(Clone, Debug)]
pub(crate) struct ListedValue {
    pub(crate) bytes: Pattern,
    /// By first address.
    pub(crate) blocks: BTreeMap<u32, OwnedBlock>,
}

/// A block that a listed value owns.
#[derive(Clone, Debug)]
pub(crate) struct OwnedBlock {
    pub(crate) size: u32,
    pub(crate) align: u32,
    pub(crate) bytes: Pattern,
}

/// The listed values of all cells that own memory.
#[derive(Clone, Debug, Default)]
pub(crate) struct Listed {
    /// For each such cell its values, in the order of its patterns.
    pub(crate) by_cell: BTreeMap<u32, Vec<ListedValue>>,
    /// Whether some block has two owners.
    pub(crate) is_shared: bool,
}

impl Listed {
    pub(super) fn new(guest: &mut Guest, record: &Record) -> Self {
        let mut listed = Self::default();
        // Cells with the same patterns are copies of one.
        let mut owners: BTreeMap<u32, u32> = BTreeMap::new();
        let patterns: BTreeSet<u32> = record.cells.iter().flat_map(|cell| &cell.patterns).copied().collect();
        let is_own = |guest: &Guest, start: u32| {
            let block = guest.machine.heap().block_at_or_before(start);
            let block = block.filter(|block| block.address == start && block.freed.is_none() && block.size > 0)?;
            let is_other = record.blocks.iter().any(|known| known.address == start)
                || patterns.range(start..start + block.size).next().is_some();
            (!is_other).then(|| block.clone())
        };
        for (index, cell) in (0..).zip(&record.cells) {
            if cell.kind != CellKind::Owning || cell.node.is_none() {
                continue;
            }
            let mut values = Vec::new();
            for &pattern in &cell.patterns {
                let mut value = ListedValue { bytes: Pattern::read(guest, pattern, cell.len), blocks: BTreeMap::new() };
                let mut to_read = value.bytes.words();
                while let Some(start) = to_read.pop() {
                    if value.blocks.contains_key(&start) {
                        continue;
                    }
                    let Some(block) = is_own(guest, start) else { continue };
                    let bytes = Pattern::read(guest, start, block.size);
                    to_read.extend(bytes.words());
                    value.blocks.insert(start, OwnedBlock { size: block.size, align: block.align, bytes });
                    listed.is_shared |= *owners.entry(start).or_insert(pattern) != pattern;
                }
                values.push(value);
            }
            listed.by_cell.insert(index, values);
        }
        listed
    }

    /// Whether a listed value owns a byte.
    pub(crate) fn owns(&self, address: u32) -> bool {
        let mut blocks = self.by_cell.values().flatten().flat_map(|value| &value.blocks);
        blocks.any(|(start, block)| (*start..start + block.size).contains(&address))
    }

    /// All addresses that listed values own.
    pub(crate) fn span(&self) -> Option<std::ops::Range<u32>> {
        let blocks = || self.by_cell.values().flatten().flat_map(|value| &value.blocks);
        let start = blocks().map(|(start, _)| *start).min()?;
        let end = blocks().map(|(start, block)| start + block.size).max()?;
        Some(start..end)
    }
}
