//! Entries of a collection: keys and values.

use std::collections::{BTreeMap, BTreeSet};

use glassbox_abi::Skeleton as Record;
use glassbox_abi::skeleton::{Cell, CellKind, Condition, EffectKind, Role};
use glassbox_space::VariableId;
use glassbox_vm::track::TermId;

/// Whether a cell holds a key or a value.
pub(super) fn is_item(kind: CellKind) -> bool {
    matches!(kind, CellKind::Rank | CellKind::Key | CellKind::Token | CellKind::Item)
}

/// Whether numbers that are items are the keys of the entries: there are no others, and they stand beside values, or an
/// argument names the one that is found or removed.
pub(crate) fn numbers_are_keys(record: &Record) -> bool {
    let has = |kinds: &[CellKind]| record.cells.iter().any(|cell| cell.node.is_some() && kinds.contains(&cell.kind));
    let names_one = record.effect.as_ref().is_some_and(|effect| {
        matches!(effect.kind, EffectKind::Finds | EffectKind::Removes) && !effect.arguments.is_empty()
    });
    !has(&[CellKind::Rank, CellKind::Key]) && has(&[CellKind::Item]) && (has(&[CellKind::Token]) || names_one)
}

/// Keys and values of the structures of a check.
#[derive(Debug)]
#[expect(clippy::struct_excessive_bools, reason = "independent facts about the record")]
pub(crate) struct Items {
    /// For each type the offsets of bytes that decide which items a node has; none if they are not known.
    bytes: Vec<Option<BTreeSet<u32>>>,
    /// For each cell the numbers that it can have, if it holds an item.
    numbers: Vec<Vec<u64>>,
    /// For each token the node that holds it before a run.
    pub(crate) holders: BTreeMap<u64, u32>,
    /// Whether the structures have keys.
    pub(crate) has_keys: bool,
    /// Whether numbers that are items are keys.
    pub(crate) numbers_are_keys: bool,
    /// Whether all keys of the structures are in order, so that none is there twice.
    pub(crate) all_sorted: bool,
    /// Whether the structures have tokens.
    pub(crate) has_tokens: bool,
    /// Whether an argument's key is in the structure, by number of the argument, and whether there is any item at all.
    /// Made on request.
    pub(crate) questions: BTreeMap<Question, (TermId, VariableId)>,
}

/// A question about the contents before a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Question {
    /// Is the key of this argument in the structure?
    IsThere(u32),
    /// Is there any item?
    IsAny,
    /// Which value has the entry with the key of this argument?
    ValueOf(u32),
}

impl Items {
    pub(super) fn new(record: &Record, numbers: Vec<Vec<u64>>) -> Self {
        let of_nodes = || record.cells.iter().filter(|cell| cell.node.is_some() && is_item(cell.kind));
        let numbers_are_keys = numbers_are_keys(record);
        let is_key = |kind: CellKind| kind.is_key() || (numbers_are_keys && kind == CellKind::Item);
        Self {
            bytes: bytes(record),
            holders: holders(record, &numbers),
            has_keys: of_nodes().any(|cell| is_key(cell.kind)),
            all_sorted: of_nodes().filter(|cell| is_key(cell.kind)).all(|cell| cell.kind == CellKind::Rank),
            numbers_are_keys,
            has_tokens: record.cells.iter().any(|cell| cell.kind == CellKind::Token),
            numbers,
            questions: BTreeMap::new(),
        }
    }

    /// Whether a byte of a node may decide which items it has. `None`: it lies in a buffer.
    pub(crate) fn depend_on(&self, node_type: u32, offset: Option<u32>) -> bool {
        let bytes = &self.bytes[node_type as usize];
        bytes.as_ref().is_none_or(|bytes| offset.is_none_or(|offset| bytes.contains(&offset)))
    }

    /// The items of nodes, with the numbers that each can have.
    pub(crate) fn of_nodes<'a>(&'a self, record: &'a Record) -> impl Iterator<Item = (&'a Cell, &'a [u64])> {
        let cells = record.cells.iter().zip(&self.numbers);
        cells.filter(|(cell, numbers)| cell.node.is_some() && !numbers.is_empty()).map(|(cell, n)| (cell, n.as_slice()))
    }

    /// The keys of nodes, with the numbers that each can have.
    pub(crate) fn keys_of_nodes<'a>(&'a self, record: &'a Record) -> impl Iterator<Item = (&'a Cell, &'a [u64])> {
        let is_key = |kind: CellKind| kind.is_key() || (self.numbers_are_keys && kind == CellKind::Item);
        self.of_nodes(record).filter(move |(cell, _)| is_key(cell.kind))
    }

    /// The numbers that an argument can have, with its variable, if the argument is an item.
    pub(crate) fn of_argument<'a>(&'a self, record: &'a Record, argument: u32) -> Option<(&'a Cell, &'a [u64])> {
        let address = record.arguments.get(argument as usize)?.address;
        let mut cells = record.cells.iter().zip(&self.numbers);
        let (cell, numbers) = cells.find(|(cell, _)| cell.node.is_none() && cell.address == address)?;
        (!numbers.is_empty()).then_some((cell, numbers))
    }

    /// The values of nodes, with the numbers that each can have.
    pub(crate) fn values_of_nodes<'a>(&'a self, record: &'a Record) -> impl Iterator<Item = (&'a Cell, &'a [u64])> {
        let is_key = |kind: CellKind| kind.is_key() || (self.numbers_are_keys && kind == CellKind::Item);
        self.of_nodes(record).filter(move |(cell, _)| !is_key(cell.kind))
    }

    /// Tokens of arguments that are not structures, with the conditions under which they are there.
    pub(crate) fn tokens_of_arguments(&self, record: &Record) -> Vec<(Condition, u64)> {
        let cells = record.cells.iter().zip(&self.numbers);
        let own = cells.filter(|(cell, _)| cell.node.is_none() && cell.kind == CellKind::Token);
        own.flat_map(|(cell, numbers)| numbers.iter().map(|number| (cell.condition.clone(), *number))).collect()
    }
}

/// Whether the contents of a cell decide which other cells there are.
fn decides_what_follows(kind: CellKind, role: Option<Role>) -> bool {
    match kind {
        CellKind::Variant | CellKind::Length | CellKind::Vector | CellKind::Slots => true,
        CellKind::Data => role != Some(Role::Value),
        _ => false,
    }
}

/// For each type the bytes that its items depend on: the items themselves, and, if it does not always have all of them,
/// the bytes that may decide which.
fn bytes(record: &Record) -> Vec<Option<BTreeSet<u32>>> {
    let mut bytes = vec![None; record.types.len()];
    let mut deciding: Vec<BTreeSet<u32>> = vec![BTreeSet::new(); record.types.len()];
    let mut varies = vec![false; record.types.len()];
    for cell in &record.cells {
        let Some(node) = cell.node.map(|node| &record.nodes[node as usize]) else { continue };
        let ty = node.node_type as usize;
        let known: &mut BTreeSet<u32> = bytes[ty].get_or_insert_default();
        let Some(offset) = cell.address.checked_sub(node.address) else {
            varies[ty] |= is_item(cell.kind);
            continue;
        };
        let range = offset..offset + cell.len;
        let role = cell.variable.map(|variable| record.variables[variable as usize].role);
        if is_item(cell.kind) {
            known.extend(range);
            varies[ty] |= cell.condition != node.condition;
        } else if decides_what_follows(cell.kind, role) {
            deciding[ty].extend(range);
        }
    }
    for ((known, deciding), varies) in bytes.iter_mut().zip(deciding).zip(varies) {
        if let Some(known) = known.as_mut().filter(|_| varies) {
            known.extend(deciding);
        }
    }
    bytes
}

fn holders(record: &Record, numbers: &[Vec<u64>]) -> BTreeMap<u64, u32> {
    let tokens = record.cells.iter().zip(numbers).filter(|(cell, _)| cell.kind == CellKind::Token);
    let held = tokens.filter_map(|(cell, numbers)| Some((numbers, cell.node?)));
    held.flat_map(|(numbers, node)| numbers.iter().map(move |number| (*number, node))).collect()
}
