//! Reasons why the oracle does not accept a memory.

use std::fmt;

use glassbox_abi::Skeleton as Record;
use glassbox_abi::skeleton::{Block, Cell, CellKind, Role};
use glassbox_vm::exec::{Machine, Stopped};
use glassbox_vm::heap::Accused;
use glassbox_vm::track::{NamedByte, Provenance};

use super::compare::{Difference, DifferenceKind, Pair};
use crate::laid::{Name, block_of, holds, name_at, vector};
use crate::result::{BrokenMemory, StatesError};

/// Why a run is not accepted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Rejection {
    /// The run stopped.
    Stopped(Stopped),
    /// The check returned false.
    ReturnedFalse,
    /// Memory of the structures is broken.
    Broken {
        /// The field.
        field: String,
        /// What is wrong with it.
        problem: BrokenMemory,
    },
    /// Nothing owns these blocks.
    Leaked {
        /// Number of blocks.
        blocks: usize,
        /// Bytes of all of them.
        bytes: u64,
        /// The first one.
        first: Box<Accused>,
    },
    /// A value is not in one place, or was not dropped once.
    Value {
        /// Its number.
        token: u32,
        /// What is wrong with it.
        problem: TokenProblem,
    },
    /// The contents are not what the effect says; the difference, for people who test glassbox.
    Contents(String),
    /// The invariant does not hold.
    Invalid {
        /// The node whose invariant it is.
        node: String,
        /// The invariant's message, if it has one.
        message: Option<String>,
    },
    /// The state is none of those that are checked.
    Outside {
        /// The field.
        field: String,
        /// Its contents.
        value: String,
        /// What it has in the states that are checked, if that has texts.
        listed: Vec<String>,
    },
    /// The state is larger than the bounds, and than the larger ones that were tried.
    Beyond,
    /// The states of the check cannot be computed.
    NoStates(String),
    /// There is no memory to compute them.
    OutOfMemory,
}

/// Violation of the rule that a value is dropped exactly once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TokenProblem {
    /// It was dropped twice.
    DroppedTwice,
    /// It was dropped, and is still there.
    DroppedAndThere,
    /// It is neither in the structures nor dropped.
    Lost,
}

impl Rejection {
    /// Whether it shows a bug; else the state is only not among those that are checked.
    pub fn is_failure(&self) -> bool {
        !matches!(self, Self::Outside { .. } | Self::Beyond | Self::NoStates(_) | Self::OutOfMemory)
    }
}

impl fmt::Display for Rejection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self:?}")
    }
}

impl From<StatesError> for Rejection {
    fn from(error: StatesError) -> Self {
        if error.is_out_of_memory() { Self::OutOfMemory } else { Self::NoStates(error.to_string()) }
    }
}

/// The rejection of a cell that holds nothing that it can hold. `known` are the blocks that were read as parts of the state.
pub(super) fn of_cell(
    machine: &Machine<Provenance>,
    record: &Record,
    cell: &Cell,
    at: Option<u32>,
    known: &[Pair],
) -> Rejection {
    let field = cell.path.clone();
    let Some(at) = at else { return Rejection::Broken { field, problem: BrokenMemory::NoBlock } };
    let end = (machine.memory().bytes().len() as u64).min(u64::from(at) + u64::from(cell.len));
    let bytes: Vec<NamedByte> = (at..u32::try_from(end).unwrap_or(at)).map(|at| machine.named_byte(at)).collect();
    for offset in 0..cell.len {
        if let Some(Name::Address(to)) = name_at(machine, at + offset) {
            match block_of(machine, to) {
                None => return Rejection::Broken { field, problem: BrokenMemory::NoBlock },
                Some(block) if block.freed.is_some() => {
                    return Rejection::Broken { field, problem: BrokenMemory::Freed };
                }
                // Links that own nothing are read last: all other blocks of the state are known.
                Some(block) if cell.kind == CellKind::Alias && known.iter().all(|pair| pair.real != block.address) => {
                    return Rejection::Broken { field, problem: BrokenMemory::OtherBlock };
                }
                Some(_) => {}
            }
        }
    }
    if bytes.iter().all(|byte| byte.undefined != 0) {
        return Rejection::Broken { field, problem: BrokenMemory::Undefined };
    }
    if cell.kind == CellKind::Parent {
        return Rejection::Broken { field, problem: BrokenMemory::ParentLink };
    }
    let role = cell.variable.map(|variable| record.variables[variable as usize].role);
    let is_empty_vector = role == Some(Role::Length) && cell.len == 12 && vector(&bytes).is_none();
    let value = if is_empty_vector { "a vector of 0 with room for 0".to_owned() } else { text(machine, &bytes, at) };
    Rejection::Outside { field, value, listed: listed(record, cell) }
}

/// The rejection of a state that, laid out, is another memory.
pub(super) fn of_difference(record: &Record, choices: &[u32], difference: &Difference) -> Rejection {
    let covers = |address: u32, len: u32| (address..address + len).contains(&difference.at);
    let count = record.counts.iter().find(|count| covers(count.address, count.len));
    let cells = record.cells.iter().filter(|cell| holds(&cell.condition, choices));
    let cell = cells.rev().find(|cell| covers(cell.address, cell.len));
    let field = count.map(|count| &count.path).or(cell.map(|cell| &cell.path));
    let field = field.cloned().unwrap_or_default();
    let broken = |problem| Rejection::Broken { field: field.clone(), problem };
    match &difference.kind {
        // Nobody says which bytes of a sentinel are padding.
        DifferenceKind::Undefined if cell.is_some_and(|cell| is_sentinel(record, cell)) => {
            let value = "partly unwritten".to_owned();
            Rejection::Outside { field, value, listed: Vec::new() }
        }
        DifferenceKind::Undefined => broken(BrokenMemory::Undefined),
        DifferenceKind::Freed => broken(BrokenMemory::Freed),
        DifferenceKind::NoBlock => broken(BrokenMemory::NoBlock),
        DifferenceKind::OtherPlace => broken(BrokenMemory::OtherPlace),
        DifferenceKind::TwoOwners => broken(BrokenMemory::TwoOwners),
        DifferenceKind::OtherBlock => broken(BrokenMemory::OtherBlock),
        DifferenceKind::Layout { expected, actual } => {
            broken(BrokenMemory::Layout { expected: *expected, actual: *actual })
        }
        DifferenceKind::Token => broken(BrokenMemory::TwoPlaces),
        DifferenceKind::KeyOrder => broken(BrokenMemory::KeyOrder),
        DifferenceKind::Value { .. } | DifferenceKind::OtherKind if count.is_some() => broken(BrokenMemory::Count),
        DifferenceKind::Value { .. } | DifferenceKind::OtherKind => match cell.map(|cell| cell.kind) {
            Some(CellKind::Parent) => broken(BrokenMemory::ParentLink),
            Some(CellKind::Fixed) => broken(BrokenMemory::FixedField),
            _ => {
                let listed = cell.map_or_else(Vec::new, |cell| listed(record, cell));
                Rejection::Outside { field, value: difference_text(&difference.kind), listed }
            }
        },
    }
}

/// Whether a cell is a sentinel: one value in a block of its own, which no node lies in.
fn is_sentinel(record: &Record, cell: &Cell) -> bool {
    let is_whole = |block: &Block| block.address == cell.address && block.len == cell.len;
    let is_node = || record.nodes.iter().any(|node| node.address == cell.address);
    cell.patterns.len() == 1 && record.blocks.iter().any(is_whole) && !is_node()
}

/// The texts of what a cell can hold.
pub(super) fn listed(record: &Record, cell: &Cell) -> Vec<String> {
    cell.variable.map_or_else(Vec::new, |variable| record.variables[variable as usize].labels.clone())
}

fn difference_text(kind: &DifferenceKind) -> String {
    match kind {
        DifferenceKind::Value { expected, actual } => format!("{} instead of {}", actual.value, expected.value),
        _ => "something else".to_owned(),
    }
}

/// The contents of a cell, as text.
fn text(machine: &Machine<Provenance>, bytes: &[NamedByte], at: u32) -> String {
    if let Some(vector) = vector(bytes) {
        return format!("a vector of {} with room for {}", vector.len, vector.capacity);
    }
    match name_at(machine, at) {
        Some(Name::Address(_)) => "an address".to_owned(),
        Some(Name::Token(_)) => "a value".to_owned(),
        Some(Name::Key(_)) => "a key".to_owned(),
        None => {
            let mut number = [0; 8];
            number.iter_mut().zip(bytes).for_each(|(number, byte)| *number = byte.value);
            u64::from_le_bytes(number).to_string()
        }
    }
}
