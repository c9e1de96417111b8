//! Listed values that own memory: strings, boxes and whatever else `values` lists.
//!
//! Such a value is compared with the listed ones, and so is every block that it leads to, up to the addresses of blocks. Each of
//! these blocks has one owner. What a value owned before, and no value owns now, is freed.
//!
//! A value is looked at if the run has written to it or to what it owns, if something that it owns is freed, or if its node was
//! visited or freed. All others are as they were laid out. Which of its values a cell had is then a decision.

use std::collections::BTreeMap;

use glassbox_abi::skeleton::{Cell, CellKind, Requirement};
use glassbox_space::Diagram;
use glassbox_vm::memory::GuestAddr;

use super::blocks::first_forgotten;
use super::{Judge, Judged, fail};
use crate::guest::{Buffer, Part};
use crate::ids::{ByteSpan, NodeKey};
use crate::result::{Finding, LeftValue};
use crate::skeleton::{ListedValue, Pattern};

/// A value after the run.
struct Found {
    node: NodeKey,
    at: u32,
    values: Vec<ListedValue>,
    field: String,
}

/// Result of comparing memory with a listed value.
enum Compared {
    /// It is this value; these blocks belong to it.
    Same(Vec<Buffer>),
    Other,
    /// It leads to a block that was freed.
    Dangles,
}

impl<D: Diagram> Judge<'_, D> {
    /// Looks at all listed values that own memory and may have changed.
    pub(super) fn explain_owning(&mut self) -> Judged<()> {
        let listed = self.states.skeleton.listed().clone();
        if listed.by_cell.is_empty() {
            return Ok(());
        }
        let (mut found, mut before, mut untouched) = (Vec::new(), BTreeMap::new(), BTreeMap::new());
        for (&cell, values) in &listed.by_cell {
            let cell = self.states.skeleton.record().cells[cell as usize].clone();
            let Some(node) = cell.node else { continue };
            if !self.is_touched(node, &cell, values) {
                let holds = self.states.skeleton.holds(&self.states.space, &cell.condition, self.state);
                let blocks = values.get(self.choice(&cell)).filter(|_| holds);
                blocks.into_iter().flat_map(|value| value.blocks.keys()).for_each(|start| {
                    untouched.insert(*start, node);
                });
                continue;
            }
            if !self.decide_condition(&cell.condition)? {
                continue;
            }
            let choice = self.choice(&cell);
            if let Some(variable) = cell.variable {
                let requirement = Requirement { variable, choices: vec![u32::try_from(choice).unwrap_or(u32::MAX)] };
                self.decide_condition(&vec![requirement])?;
            }
            let field = cell.path.rsplit('.').next().unwrap_or_default().to_owned();
            if listed.is_shared {
                self.leaves(self.key(node), field, LeftValue::Owning);
                return Ok(());
            }
            before.extend(values[choice].blocks.iter().map(|(start, block)| (*start, start + block.size)));
            if self.is_still_there(node, &cell) {
                found.push(Found { node: self.key(node), at: cell.address, values: values.clone(), field });
            }
        }
        found.extend(self.new_owning());
        let mut all_are_listed = true;
        for value in &found {
            all_are_listed &= self.explain_value(value)?;
        }
        for (start, node) in untouched {
            if let Some(other) = self.claims.get(&start) {
                return fail(Finding::SharedBlock { node: self.name(self.key(node)), other: self.name(*other) });
            }
        }
        if !all_are_listed {
            return Ok(());
        }
        let heap = self.states.guest.machine.heap();
        let is_live = |start: u32| heap.block_at_or_before(start).is_some_and(|block| block.freed.is_none());
        let is_lost = |start: u32| is_live(start) && !self.claims.contains_key(&start);
        let lost = before.into_iter().filter(|(start, _)| is_lost(*start)).map(|(start, end)| start..end).collect();
        first_forgotten(&mut self.states.guest, lost).map_or(Ok(()), fail)
    }

    /// The listed value that a cell has in the state.
    fn choice(&self, cell: &Cell) -> usize {
        let variable = cell.variable.map(|variable| self.states.skeleton.variable(variable));
        let choice = variable.and_then(|variable| self.states.space.choice(variable, self.state));
        choice.unwrap_or(0) as usize
    }

    fn is_touched(&self, node: u32, cell: &Cell, values: &[ListedValue]) -> bool {
        let heap = self.states.guest.machine.heap();
        let is_freed = |start: u32| heap.block_at_or_before(start).is_some_and(|block| block.freed.is_some());
        let is_written = |at: u32, len: u32| self.written.range(at..at + len).next().is_some();
        let mut blocks = values.iter().flat_map(|value| &value.blocks);
        self.dead.contains(&node)
            || self.links.contains_key(&self.key(node))
            || is_written(cell.address, cell.len)
            || blocks.any(|(start, block)| is_freed(*start) || is_written(*start, block.size))
    }

    /// Whether a cell that the state had is still part of its node.
    fn is_still_there(&self, node: u32, cell: &Cell) -> bool {
        let span = ByteSpan { at: cell.address, len: cell.len };
        let is_it = |part: &Part| part.span == span && part.place == cell.place;
        !self.dead.contains(&node)
            && self.memory.get(&self.key(node)).is_none_or(|memory| memory.parts.iter().any(is_it))
    }

    /// Values in memory where the state had none: in new nodes and in new buffers.
    fn new_owning(&self) -> Vec<Found> {
        let (skeleton, record) = (&self.states.skeleton, self.states.skeleton.record());
        let mut found = Vec::new();
        for (&node, memory) in &self.memory {
            for part in &memory.parts {
                let place = skeleton.places().get(node.node_type, part.place);
                let Some(place) = place.filter(|place| place.kind == CellKind::Owning) else { continue };
                let is_old = |cell: &&u32| {
                    let cell = &record.cells[**cell as usize];
                    let holds = skeleton.holds(&self.states.space, &cell.condition, self.state);
                    cell.kind == CellKind::Owning && cell.place == part.place && holds
                };
                let is_new_node = self.position(node).is_none();
                if !is_new_node && skeleton.places().cells_at(part.span.at).iter().any(|cell| is_old(&cell)) {
                    continue;
                }
                let is_like = |cell: &u32| {
                    let cell = &record.cells[*cell as usize];
                    let of_type = cell.node.is_some_and(|it| record.nodes[it as usize].node_type == node.node_type.0);
                    cell.place == part.place && of_type
                };
                let like = skeleton.listed().by_cell.iter().filter(|(cell, _)| is_like(cell));
                let values = like.flat_map(|(_, values)| values.clone()).collect();
                found.push(Found { node, at: part.span.at, values, field: place.path.clone() });
            }
        }
        found
    }

    /// Whether a value is one of the listed ones. If so, its node owns what it leads to.
    fn explain_value(&mut self, found: &Found) -> Judged<bool> {
        for value in &found.values {
            match self.compare_value(found.at, value) {
                Compared::Other => {}
                Compared::Dangles => return fail(Finding::DanglingOwner { node: self.name(found.node) }),
                Compared::Same(blocks) => {
                    for block in blocks {
                        self.claim(found.node, block)?;
                    }
                    return Ok(true);
                }
            }
        }
        self.leaves(found.node, found.field.clone(), LeftValue::Owning);
        Ok(false)
    }

    fn compare_value(&mut self, at: u32, value: &ListedValue) -> Compared {
        let mut blocks: BTreeMap<u32, Buffer> = BTreeMap::new();
        let mut todo = vec![(at, &value.bytes)];
        while let Some((at, bytes)) = todo.pop() {
            let mut offset = 0;
            while offset < bytes.len() {
                let owned = bytes.word_at(offset).and_then(|start| Some((start, value.blocks.get(&start)?)));
                let Some((start, block)) = owned else {
                    if !self.has_byte(at + offset, bytes, offset) {
                        return Compared::Other;
                    }
                    offset += 1;
                    continue;
                };
                let word = self.states.guest.machine.read(at + offset, 4);
                let Some(real) = self.decide_value(word) else { return Compared::Other };
                let real = u32::try_from(real).unwrap_or(0);
                let heap = self.states.guest.machine.heap();
                match heap.block_at_or_before(real).filter(|block| block.address == real) {
                    Some(block) if block.freed.is_some() => return Compared::Dangles,
                    Some(there) if (there.size, there.align) == (block.size, block.align) => {}
                    _ => return Compared::Other,
                }
                let buffer = Buffer { address: GuestAddr(real), size: block.size, align: block.align };
                match blocks.insert(start, buffer) {
                    Some(known) if known.address.0 != real => return Compared::Other,
                    Some(_) => {}
                    None => todo.push((real, &block.bytes)),
                }
                offset += 4;
            }
        }
        Compared::Same(blocks.into_values().collect())
    }

    /// Whether a byte is that of a pattern: a decision.
    fn has_byte(&mut self, at: u32, pattern: &Pattern, offset: u32) -> bool {
        let wanted = pattern.word(offset, 1);
        if wanted.undefined() != 0 {
            return true;
        }
        let byte = self.states.guest.machine.read(at, 1);
        self.decide_value(byte) == Some(wanted.bits())
    }
}
