//! Dead bytes of patterns: padding, and what other variants would have there.
//!
//! A pattern is a value that the guest made, and the compiler may have written bytes that belong to no part of the value. Such a
//! byte may hold anything, so the laid state must have it undefined. Only the guest knows which they are: its function that
//! shows a node reads every part of the value. A byte is dead if the guest shows the same although it is undefined: the machine
//! stops as soon as anything depends on it.
//!
//! Evidence that the guest reads the value at all: it shows a different text for every choice, and stops on some other byte of
//! the cell. Without it, all bytes count. Fields that the user excluded are shown by nobody, and all their bytes count; so do
//! all bytes of addresses, keys and tokens, and all of links and vectors.
//!
//! What this misses: a part of a value that is excluded (`skip`) inside a type that is listed as a whole is shown by nobody,
//! and looks dead.

use glassbox_abi::skeleton::{CellKind, Role};
use glassbox_vm::track::{NamedByte, Origin};

use super::Level;
use crate::guest::Shown;
use crate::laid::{Read, block_of};
use crate::limits::RUN_FUEL;

impl Level {
    /// Finds the dead bytes of a cell's patterns and makes them undefined. Returns whether there are any that were not known.
    pub(super) fn find_dead_bytes(&mut self, cell: usize) -> bool {
        if !self.settled.insert(cell) {
            return false;
        }
        let record = self.laid.record().clone();
        let role = record.cells[cell].variable.map(|variable| record.variables[variable as usize].role);
        let is_value = matches!(role, None | Some(Role::Value | Role::Variant))
            && matches!(record.cells[cell].kind, CellKind::Data | CellKind::Variant);
        if !is_value || record.cells[cell].node.is_none() {
            return false;
        }
        let n_choices = u32::try_from(record.cells[cell].patterns.len()).unwrap_or(0);
        let shown: Option<Vec<Vec<Shown>>> = (0..n_choices).map(|choice| self.shown(cell, choice, None)).collect();
        let Some(shown) = shown else { return false };
        let differ = |(index, one): (usize, &Vec<Shown>)| shown[index + 1..].iter().all(|other| one != other);
        if !shown.iter().enumerate().all(differ) {
            return false;
        }
        let mut found = false;
        for (choice, expected) in (0..).zip(&shown) {
            found |= self.find_dead_bytes_of(cell, choice, expected);
        }
        found
    }

    fn find_dead_bytes_of(&mut self, cell: usize, choice: u32, expected: &[Shown]) -> bool {
        let hidden = self.reader.hidden_in_all(cell, choice);
        let pattern = self.laid.patterns()[cell][choice as usize].clone();
        // An address owns a block, whether it is shown or not, unless the block was freed while the list was made.
        let machine = &self.laid.machine;
        let leads_nowhere = |byte: &NamedByte| {
            let is_address = matches!(byte.origin, Origin::Address(_));
            is_address && block_of(machine, byte.of).is_none_or(|block| block.freed.is_some())
        };
        let is_number =
            |byte: &NamedByte| byte.undefined != 0xff && (byte.origin == Origin::Data || leads_nowhere(byte));
        let is_own = |offset: &usize| !hidden[*offset] && is_number(&pattern[*offset]);
        let own: Vec<usize> = (0..pattern.len()).filter(is_own).collect();
        let mut dead = Vec::new();
        for &offset in &own {
            let at = u32::try_from(offset).unwrap_or(u32::MAX);
            if self.shown(cell, choice, Some(at)).as_deref() == Some(expected) {
                dead.push(offset);
            }
        }
        // If no byte of it is read, it is not the value that is shown.
        if own.len() == dead.len() {
            return false;
        }
        for &offset in &dead {
            self.laid.set_pattern_byte(cell, choice, offset, NamedByte::UNDEFINED);
            self.reader.set_pattern_byte(cell, choice, offset, NamedByte::UNDEFINED);
        }
        !dead.is_empty()
    }

    /// The fields of a cell's node where the cell has a choice, maybe with one of its bytes undefined. None if showing them
    /// stops.
    fn shown(&mut self, cell: usize, choice: u32, undefined: Option<u32>) -> Option<Vec<Shown>> {
        let record = self.laid.record().clone();
        let cell = &record.cells[cell];
        let node = &record.nodes[cell.node? as usize];
        let mut choices = vec![0; record.variables.len()];
        for requirement in &cell.condition {
            choices[requirement.variable as usize] = *requirement.choices.first()?;
        }
        if let Some(variable) = cell.variable {
            choices[variable as usize] = choice;
        }
        // Another copy of the cell may be the one that exists with this choice.
        if !crate::laid::holds(&cell.condition, &choices) {
            return None;
        }
        self.laid.lay(&Read { choices, resized: Vec::new() });
        if let Some(offset) = undefined {
            self.laid.machine.set_named_byte(cell.address + offset, NamedByte::UNDEFINED);
        }
        self.laid.show(record.types[node.node_type as usize].show, node.address, RUN_FUEL)
    }
}
