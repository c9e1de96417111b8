//! Listed values that own memory.
//!
//! What a value of a type that is not described owns only its own code knows: it may be found by a plain pointer, by one into the
//! middle of a block, or by one that is encoded. So each listed value is dropped once, and the machine is put back: the blocks
//! that it freed are its own. If it wrote to another block instead, it shares it, as `Rc` does, and if dropping stops, nothing is
//! known either. Then nothing is known about any of these values as soon as a run touches one.

use std::collections::{BTreeMap, BTreeSet};

use glassbox_abi::Skeleton as Record;
use glassbox_abi::skeleton::{Cell, CellKind};
use glassbox_vm::heap::Block;

use super::places::Pattern;
use crate::guest::Guest;
use crate::ids::TypeKey;
use crate::limits::RUN_FUEL;

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

/// An address inside a block that a listed value owns, or at its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Inside {
    /// The first address of the block.
    pub(crate) start: u32,
    pub(crate) offset: u32,
}

impl ListedValue {
    /// The block that a word leads into.
    pub(crate) fn inside(&self, word: u32) -> Option<Inside> {
        let (&start, block) = self.blocks.range(..=word).next_back()?;
        let offset = word - start;
        (offset <= block.size).then_some(Inside { start, offset })
    }
}

/// A block that a value leads to without owning it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pointed {
    pub(crate) size: u32,
    /// The cell.
    pub(crate) by: u32,
}

/// The listed values of all cells that own memory.
#[derive(Clone, Debug, Default)]
pub(crate) struct Listed {
    /// For each such cell its values, in the order of its patterns.
    pub(crate) by_cell: BTreeMap<u32, Vec<ListedValue>>,
    /// Further values that nodes of a type have at a place in states that are larger than the bounds. Their addresses are those of
    /// another machine.
    pub(crate) larger: BTreeMap<(TypeKey, u32), Vec<ListedValue>>,
    /// Blocks that other listed values lead to, as raw pointers do, by first address. Nobody says whom they belong to.
    pub(crate) pointed: BTreeMap<u32, Pointed>,
    /// Whether it is not clear which blocks belong to which value.
    pub(crate) is_unclear: bool,
    /// Whether nothing is known about the blocks of some value: it cannot be dropped.
    pub(crate) is_opaque: bool,
}

impl Listed {
    pub(super) fn new(guest: &mut Guest, record: &Record) -> Self {
        let mut listed = Self::default();
        // Copies of a cell, in buffers of other capacities, have the same patterns.
        let mut owners: BTreeMap<u32, u32> = BTreeMap::new();
        for (index, cell) in (0..).zip(&record.cells) {
            let Some(drop) = cell.drop else { continue };
            let mut values = Vec::new();
            for &pattern in &cell.patterns {
                let owned = owned(guest, cell, drop, pattern);
                listed.is_opaque |= owned.is_none();
                let Owned { blocks, is_shared } = owned.unwrap_or_default();
                listed.is_unclear |= is_shared;
                for start in blocks.keys() {
                    listed.is_unclear |= *owners.entry(*start).or_insert(pattern) != pattern;
                }
                values.push(ListedValue { bytes: Pattern::read(guest, pattern, cell.len), blocks });
            }
            listed.by_cell.insert(index, values);
        }
        listed.is_unclear |= listed.is_opaque;
        listed.find_pointed(guest, record);
        listed
    }

    /// Adds the values of larger states: an operation may add an element to the longest collection within the bounds, as it may
    /// add a node to the largest tree.
    pub(super) fn learn(&mut self, larger: Self, record: &Record) {
        if larger.is_unclear {
            return;
        }
        for (cell, values) in larger.by_cell {
            let cell = &record.cells[cell as usize];
            let Some(node) = cell.node else { continue };
            let key = (TypeKey(record.nodes[node as usize].node_type), cell.place);
            self.larger.entry(key).or_insert(values);
        }
    }

    /// Finds blocks that listed values lead to, and that neither the states nor other values own.
    fn find_pointed(&mut self, guest: &mut Guest, record: &Record) {
        let patterns: BTreeSet<u32> = record.cells.iter().flat_map(|cell| &cell.patterns).copied().collect();
        let is_value = |cell: &Cell| {
            matches!(cell.kind, CellKind::Data | CellKind::Fixed | CellKind::Skipped) && cell.node.is_some()
        };
        for (index, cell) in (0..).zip(&record.cells).filter(|(_, cell)| cell.drop.is_none() && is_value(cell)) {
            let mut to_read: Vec<Pattern> =
                cell.patterns.iter().map(|pattern| Pattern::read(guest, *pattern, cell.len)).collect();
            while let Some(bytes) = to_read.pop() {
                for word in (0..bytes.len()).filter_map(|offset| bytes.word_at(offset)) {
                    let block = guest.machine.heap().block_at_or_before(word);
                    let is_in = |block: &&Block| block.freed.is_none() && word - block.address <= block.size;
                    let Some((start, size)) = block.filter(is_in).map(|block| (block.address, block.size)) else {
                        continue;
                    };
                    let is_known = record.blocks.iter().any(|known| known.address == start)
                        || patterns.range(start..start + size.max(1)).next().is_some()
                        || self.owns(start)
                        || self.pointed.contains_key(&start);
                    if !is_known && size > 0 {
                        self.pointed.insert(start, Pointed { size, by: index });
                        to_read.push(Pattern::read(guest, start, size));
                    }
                }
            }
        }
    }

    /// Whether a listed value owns a byte.
    pub(crate) fn owns(&self, address: u32) -> bool {
        self.by_cell.values().flatten().any(|value| value.inside(address).is_some())
    }

    /// Whether a listed value leads to a byte.
    pub(crate) fn leads_to(&self, address: u32) -> bool {
        let pointed = self.pointed.range(..=address).next_back();
        self.owns(address) || pointed.is_some_and(|(start, pointed)| address - start < pointed.size)
    }

    /// The nodes with a listed value that can own a byte.
    pub(crate) fn owners<'a>(&'a self, record: &'a Record, address: u32) -> impl Iterator<Item = u32> + 'a {
        let owns = move |values: &[ListedValue]| values.iter().any(|value| value.inside(address).is_some());
        let cells = self.by_cell.iter().filter(move |(_, values)| owns(values));
        cells.filter_map(|(cell, _)| record.cells[*cell as usize].node)
    }

    /// The blocks that listed values of structures own, by first address, with their sizes. None if it is not clear whose they
    /// are.
    pub(crate) fn blocks_of_structures(&self, record: &Record) -> BTreeMap<u32, u32> {
        let is_part = |cell: &u32| record.cells[*cell as usize].node.is_some() && !self.is_unclear;
        let values = self.by_cell.iter().filter(|(cell, _)| is_part(cell)).flat_map(|(_, values)| values);
        values.flat_map(|value| &value.blocks).map(|(start, block)| (*start, block.size)).collect()
    }

    /// All addresses that listed values lead to.
    pub(crate) fn span(&self) -> Option<std::ops::Range<u32>> {
        let owned = self.by_cell.values().flatten().flat_map(|value| &value.blocks);
        let owned = owned.map(|(start, block)| (*start, start + block.size));
        let pointed = self.pointed.iter().map(|(start, pointed)| (*start, start + pointed.size));
        let all: Vec<(u32, u32)> = owned.chain(pointed).collect();
        Some(all.iter().map(|(start, _)| *start).min()?..all.iter().map(|(_, end)| *end).max()?)
    }
}

/// Blocks that dropping a value frees, or writes to.
#[derive(Default)]
struct Owned {
    blocks: BTreeMap<u32, OwnedBlock>,
    /// Whether it only writes to some of them.
    is_shared: bool,
}

/// What a value owns. None if it cannot be dropped.
fn owned(guest: &mut Guest, cell: &Cell, drop: u32, pattern: u32) -> Option<Owned> {
    let function = guest.machine.table_function(0, drop)?;
    let before = guest.machine.snapshot();
    let heap = guest.machine.heap().range();
    guest.machine.tracker_mut().watch_writes(heap);
    guest.machine.set_fuel(RUN_FUEL);
    let end = guest.invoke(function, &[pattern]);
    let mut starts: BTreeSet<u32> = guest.machine.heap().freed_since_kept().map(|block| block.address).collect();
    let n_freed = starts.len();
    let written: Vec<u32> = guest.machine.tracker_mut().overwritten().iter().map(|(address, _)| *address).collect();
    guest.machine.tracker_mut().watch_writes(0..0);
    guest.machine.restore(&before);
    guest.host().begin_run();
    end.ok()?;
    let others = written.into_iter().filter(|address| !(pattern..pattern + cell.len).contains(address));
    starts.extend(others.filter_map(|address| Some(guest.machine.heap().block_at_or_before(address)?.address)));
    let mut blocks = BTreeMap::new();
    for start in &starts {
        let (size, align) = guest.machine.heap().block_at_or_before(*start).map(|block| (block.size, block.align))?;
        blocks.insert(*start, OwnedBlock { size, align, bytes: Pattern::read(guest, *start, size) });
    }
    Some(Owned { blocks, is_shared: starts.len() > n_freed })
}
