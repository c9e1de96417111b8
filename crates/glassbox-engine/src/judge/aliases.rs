//! Aliases: links that own nothing lead to null, or to a node that is there after the run.
//!
//! An alias that was written, or lies in a new node, is looked up: null, a position that is still there, or a new node. One
//! that was not written leads where it led, so it dangles only if that node is gone: for each node that is gone, every alias
//! that could lead to it is asked.

use glassbox_abi::skeleton::{Cell, CellKind};
use glassbox_space::Diagram;
use glassbox_vm::isa::semantics::BinaryOp;
use glassbox_vm::track::{Decision, Word};

use super::{Judge, Judged, fail};
use crate::guest::Part;
use crate::ids::NodeKey;
use crate::result::{Finding, LeftValue};
use crate::rules::Rule;
use crate::skeleton::Place;

/// What a pattern of an alias leads to.
#[derive(Clone, Copy, Debug)]
enum Target {
    Null,
    Position(u32),
}

impl<D: Diagram> Judge<'_, D> {
    /// Checks an alias that was written, or lies in a new node.
    pub(super) fn explain_alias(&mut self, node: NodeKey, part: &Part, place: &Place) -> Judged<()> {
        if !self.rules.has(Rule::Aliases) {
            return Ok(());
        }
        let field = place.path.clone();
        let value = self.states.guest.machine.read(part.span.at, part.span.len.min(8));
        let Some(value) = self.decide_value(value) else {
            return fail(Finding::UndefinedField { node: self.name(node), field });
        };
        let record = self.states.skeleton.record();
        let is_it = |cell: &&Cell| {
            let owner = cell.node.map(|owner| record.nodes[owner as usize].node_type);
            cell.kind == CellKind::Alias && cell.place == part.place && owner == Some(node.node_type.0)
        };
        let Some(cell) = record.cells.iter().find(is_it).cloned() else { return Ok(()) };
        let targets = self.targets(&cell);
        if let Some((_, target)) = targets.iter().find(|(word, _)| *word == value) {
            return match *target {
                Target::Null => Ok(()),
                Target::Position(position) if !self.dead.contains(&position) && self.decide_exists(position) => Ok(()),
                Target::Position(_) => fail(Finding::DanglingAlias { node: self.name(node), field }),
            };
        }
        let types: Vec<u32> = targets
            .iter()
            .filter_map(|(_, target)| match target {
                Target::Null => None,
                Target::Position(position) => Some(self.states.skeleton.record().nodes[*position as usize].node_type),
            })
            .collect();
        let is_new = |key: &NodeKey| {
            u64::from(key.address.0) == value && self.position(*key).is_none() && types.contains(&key.node_type.0)
        };
        if !self.links.keys().any(is_new) {
            self.leaves(node, field, LeftValue::Alias);
        }
        Ok(())
    }

    /// Checks that no alias that was not written leads to a node that is gone.
    pub(super) fn no_alias_to_gone(&mut self) -> Judged<()> {
        if self.dead.is_empty() || !self.rules.has(Rule::Aliases) {
            return Ok(());
        }
        let cells = self.states.skeleton.record().cells.iter();
        let aliases: Vec<Cell> = cells.filter(|cell| cell.kind == CellKind::Alias).cloned().collect();
        for cell in aliases {
            let Some(owner) = cell.node.filter(|owner| !self.dead.contains(owner)) else { continue };
            if self.written.range(cell.address..cell.address + cell.len).next().is_some() {
                continue;
            }
            for (word, target) in self.targets(&cell) {
                let Target::Position(position) = target else { continue };
                if self.dead.contains(&position)
                    && self.decide_exists(owner)
                    && self.decide_condition(&cell.condition)?
                    && self.is_word(&cell, word)
                {
                    let field = cell.path.rsplit('.').next().unwrap_or_default().to_owned();
                    return fail(Finding::DanglingAlias { node: self.name(self.key(owner)), field });
                }
            }
        }
        Ok(())
    }

    /// Whether a cell has this word: a decision.
    fn is_word(&mut self, cell: &Cell, word: u64) -> bool {
        let value = self.states.guest.machine.read(cell.address, cell.len.min(8));
        if value.shadow.undefined != 0 {
            self.decide_value(value);
            return false;
        }
        let is_it = value.value == word;
        if value.shadow.term.is_some() {
            let terms = self.states.guest.machine.tracker_mut().terms_mut();
            let word = terms.constant(Word::defined(word));
            let equal = terms.binary(BinaryOp::I64Eq, value.shadow.term, word);
            self.decide(equal, is_it.into(), Decision::Branch);
        }
        is_it
    }

    /// The words that an alias can have, and what each leads to. The variable's labels are the paths of the targets.
    fn targets(&mut self, cell: &Cell) -> Vec<(u64, Target)> {
        let record = self.states.skeleton.record();
        let labels = cell.variable.map_or(&[][..], |variable| &record.variables[variable as usize].labels);
        let position = |label: &String| (0..).zip(&record.nodes).find(|(_, node)| node.path == *label);
        let targets: Vec<Target> = (0..cell.patterns.len())
            .map(|choice| labels.get(choice).and_then(position))
            .map(|found| found.map_or(Target::Null, |(position, _)| Target::Position(position)))
            .collect();
        let len = cell.len.min(8);
        let words = cell.patterns.iter().map(|pattern| self.states.guest.machine.read(*pattern, len).value);
        words.zip(targets).collect()
    }
}
