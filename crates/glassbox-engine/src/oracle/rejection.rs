//! Reasons why the oracle does not accept a memory.

use std::fmt;

use glassbox_abi::Skeleton as Record;
use glassbox_abi::skeleton::{Cell, CellKind};
use glassbox_vm::exec::{Machine, Stopped};
use glassbox_vm::heap::{Accused, BlockLayout};
use glassbox_vm::track::{NamedByte, Provenance};

use super::compare::{Difference, DifferenceKind};
use super::lay::holds;
use super::words::{Name, block_of, name_at};
use crate::result::StatesError;

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
        problem: Problem,
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
        /// The invariant's message, if it has one.
        message: Option<String>,
    },
    /// The state is none of those that are checked.
    Outside {
        /// The field.
        field: String,
        /// Its contents.
        value: String,
    },
    /// The state is larger than the bounds, and than the larger ones that were tried.
    Beyond,
    /// The states of the check cannot be computed.
    NoStates(String),
}

/// What is wrong with memory that nothing could use or free rightly.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Problem {
    /// It was never written.
    Undefined,
    /// It leads to a freed block.
    Freed,
    /// It leads to no block.
    NoBlock,
    /// It leads into the middle of a block, or to another place than it should.
    OtherPlace,
    /// Something else owns the block that it leads to.
    TwoOwners,
    /// It leads to another block than it should.
    OtherBlock,
    /// The block that it leads to has another size or alignment than the one that it will be freed with.
    Layout {
        /// The layout that it will be freed with.
        expected: BlockLayout,
        /// Its layout.
        actual: BlockLayout,
    },
    /// A value is in two places.
    TwoPlaces,
    /// Keys are not in order.
    KeyOrder,
    /// A count is wrong.
    Count,
    /// A link does not lead to the node above.
    ParentLink,
    /// A field that may have one value only has another.
    FixedField,
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
        !matches!(self, Self::Outside { .. } | Self::Beyond | Self::NoStates(_))
    }
}

impl fmt::Display for Rejection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self:?}")
    }
}

impl From<StatesError> for Rejection {
    fn from(error: StatesError) -> Self {
        Self::NoStates(error.to_string())
    }
}

/// The rejection of a cell that holds nothing that it can hold.
pub(super) fn of_cell(machine: &Machine<Provenance>, cell: &Cell, at: Option<u32>) -> Rejection {
    let field = cell.path.clone();
    let Some(at) = at else { return Rejection::Broken { field, problem: Problem::NoBlock } };
    let end = (machine.memory().bytes().len() as u64).min(u64::from(at) + u64::from(cell.len));
    let bytes: Vec<NamedByte> = (at..u32::try_from(end).unwrap_or(at)).map(|at| machine.named_byte(at)).collect();
    for offset in 0..cell.len {
        if let Some(Name::Address(to)) = name_at(machine, at + offset) {
            match block_of(machine, to) {
                None => return Rejection::Broken { field, problem: Problem::NoBlock },
                Some(block) if block.freed.is_some() => {
                    return Rejection::Broken { field, problem: Problem::Freed };
                }
                Some(_) => {}
            }
        }
    }
    if bytes.iter().all(|byte| byte.undefined != 0) {
        return Rejection::Broken { field, problem: Problem::Undefined };
    }
    if cell.kind == CellKind::Parent {
        return Rejection::Broken { field, problem: Problem::ParentLink };
    }
    Rejection::Outside { field, value: text(machine, &bytes, at) }
}

/// The rejection of a state that, laid out, is another memory.
pub(super) fn of_difference(record: &Record, choices: &[u32], difference: &Difference) -> Rejection {
    let covers = |address: u32, len: u32| (address..address + len).contains(&difference.at);
    let count = record.counts.iter().find(|count| covers(count.address, count.len));
    let cells = record.cells.iter().filter(|cell| holds(&cell.condition, choices));
    let cell = cells.filter(|cell| covers(cell.address, cell.len)).last();
    let field = count.map(|count| &count.path).or(cell.map(|cell| &cell.path));
    let field = field.cloned().unwrap_or_default();
    let broken = |problem| Rejection::Broken { field: field.clone(), problem };
    match &difference.kind {
        DifferenceKind::Undefined => broken(Problem::Undefined),
        DifferenceKind::Freed => broken(Problem::Freed),
        DifferenceKind::NoBlock => broken(Problem::NoBlock),
        DifferenceKind::OtherPlace => broken(Problem::OtherPlace),
        DifferenceKind::TwoOwners => broken(Problem::TwoOwners),
        DifferenceKind::OtherBlock => broken(Problem::OtherBlock),
        DifferenceKind::Layout { expected, actual } => broken(Problem::Layout { expected: *expected, actual: *actual }),
        DifferenceKind::Token => broken(Problem::TwoPlaces),
        DifferenceKind::KeyOrder => broken(Problem::KeyOrder),
        DifferenceKind::Value { .. } | DifferenceKind::OtherKind if count.is_some() => broken(Problem::Count),
        DifferenceKind::Value { .. } | DifferenceKind::OtherKind => match cell.map(|cell| cell.kind) {
            Some(CellKind::Parent) => broken(Problem::ParentLink),
            Some(CellKind::Fixed) => broken(Problem::FixedField),
            _ => Rejection::Outside { field, value: difference_text(&difference.kind) },
        },
    }
}

fn difference_text(kind: &DifferenceKind) -> String {
    match kind {
        DifferenceKind::Value { expected, actual } => format!("{} instead of {}", actual.value, expected.value),
        _ => "something else".to_owned(),
    }
}

/// The contents of a cell, as text.
fn text(machine: &Machine<Provenance>, bytes: &[NamedByte], at: u32) -> String {
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
