//! Structures as collections: keys that must be in order, and entries.
//!
//! All of this follows from the record, so it is computed once.

mod items;
mod sorted;

pub(crate) use items::{Items, Question, numbers_are_keys};
pub(crate) use sorted::{Element, End, Order, Side};

use glassbox_abi::Skeleton as Record;
use glassbox_abi::skeleton::{Cell, CellKind};

use crate::guest::Guest;

/// Keys and entries of the structures of a check.
#[derive(Debug)]
pub struct Collection {
    /// Keys in order.
    pub(crate) order: Order,
    /// Keys and values.
    pub(crate) items: Items,
}

impl Collection {
    /// Reads the patterns of keys and values from the guest's memory.
    pub(crate) fn new(guest: &mut Guest, record: &Record) -> Self {
        let numbers: Vec<Vec<u64>> = record.cells.iter().map(|cell| numbers(guest, cell)).collect();
        Self { order: Order::new(record, &numbers), items: Items::new(record, numbers) }
    }
}

/// The numbers that a key or value can have; empty for other cells.
fn numbers(guest: &mut Guest, cell: &Cell) -> Vec<u64> {
    // An argument that is a number may be the key or the value of an entry.
    let is_number = cell.node.is_none() && cell.len <= 4 && matches!(cell.kind, CellKind::Data | CellKind::Fixed);
    if !items::is_item(cell.kind) && !is_number {
        return Vec::new();
    }
    cell.patterns.iter().map(|pattern| guest.machine.read(*pattern, cell.len.min(4)).value).collect()
}
