//! Listed values that own memory: strings, boxes and whatever else `values` lists.
//!
//! Such a value is compared with the listed ones, and so is every block that it leads to, up to the addresses of blocks. Each of
//! these blocks has one owner. What a value owned before, and no value owns now, is freed.
//!
//! A value is looked at if the run has written to it or to what it owns, if something that it owns is freed, or if its node was
//! visited or freed. All others are as they were laid out. Which of its values a cell had is then a decision.

use std::collections::BTreeMap;

use glassbox_abi::skeleton::{Cell, Requirement};
use glassbox_space::Diagram;
use glassbox_vm::memory::GuestAddr;

use super::blocks::first_forgotten;
use super::{Judge, Judged, fail};
use crate::guest::{Buffer, Part};
use crate::ids::{ByteSpan, NodeKey, TypeKey};
use crate::result::{Finding, LeftValue};
use crate::rules::Rule;
use crate::skeleton::{Listed, ListedValue, OwnedBlock, Pattern};

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
        if !self.rules.has(Rule::ListedOwners) {
            return Ok(());
        }
        let listed = self.states.skeleton.listed().clone();
        self.explain_pointed(&listed);
        if listed.by_cell.is_empty() {
            return Ok(());
        }
        let (mut found, mut before, mut untouched) = (Vec::new(), BTreeMap::new(), BTreeMap::new());
        for (&cell, values) in &listed.by_cell {
            let cell = self.states.skeleton.record().cells[cell as usize].clone();
            let Some(node) = cell.node else {
                before.extend(self.given(&cell, values)?);
                continue;
            };
            if !listed.is_opaque && !self.is_touched(node, &cell, values) {
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
            let choice = self.decide_choice(&cell)?;
            let field = cell.path.rsplit('.').next().unwrap_or_default().to_owned();
            if listed.is_unclear {
                self.leaves(self.key(node), field, LeftValue::Owning);
                return Ok(());
            }
            before.extend(values[choice].blocks.iter().map(|(start, block)| (*start, start + block.size)));
            if self.is_still_there(node, &cell) {
                let node = self.key(node);
                let values = self.listed_at(node.node_type, cell.place).cloned().collect();
                found.push(Found { node, at: cell.address, values, field });
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

    /// What a raw pointer leads to belongs to nobody that is known, so it must stay what it is.
    fn explain_pointed(&mut self, listed: &Listed) {
        let heap = self.states.guest.machine.heap();
        let is_freed = |start: u32| heap.block_at_or_before(start).is_some_and(|block| block.freed.is_some());
        let is_changed = |start: u32, size: u32| self.written.range(start..start + size).next().is_some();
        let first =
            listed.pointed.iter().find(|(start, pointed)| is_freed(**start) || is_changed(**start, pointed.size));
        let cell = first.map(|(_, pointed)| &self.states.skeleton.record().cells[pointed.by as usize]);
        if let Some((node, path)) = cell.and_then(|cell| Some((cell.node?, cell.path.clone()))) {
            let field = path.rsplit('.').next().unwrap_or_default().to_owned();
            self.leaves(self.key(node), field, LeftValue::Pointed);
        }
    }

    /// The blocks of an argument, which belongs to the operation: nothing of it is left, unless something else owns it now.
    fn given(&mut self, cell: &Cell, values: &[ListedValue]) -> Judged<Vec<(u32, u32)>> {
        if !self.decide_condition(&cell.condition)? {
            return Ok(Vec::new());
        }
        let choice = self.decide_choice(cell)?;
        Ok(values[choice].blocks.iter().map(|(start, block)| (*start, start + block.size)).collect())
    }

    /// The listed value that a cell has in the state: decisions, in the same order for all states.
    fn decide_choice(&mut self, cell: &Cell) -> Judged<usize> {
        let Some(variable) = cell.variable else { return Ok(0) };
        let mut choices = 0..self.states.skeleton.record().variables[variable as usize].choices;
        // If it is none of the others, it is the last one.
        let last = choices.next_back().unwrap_or(0);
        for choice in choices {
            if self.decide_condition(&vec![Requirement { variable, choices: vec![choice] }])? {
                return Ok(choice as usize);
            }
        }
        Ok(last as usize)
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
                let values: Vec<ListedValue> = self.listed_at(node.node_type, part.place).cloned().collect();
                let place = skeleton.places().get(node.node_type, part.place);
                let Some(place) = place.filter(|_| !values.is_empty()) else { continue };
                let is_old = |cell: &&u32| {
                    let cell = &record.cells[**cell as usize];
                    let holds = skeleton.holds(&self.states.space, &cell.condition, self.state);
                    cell.drop.is_some() && cell.place == part.place && holds
                };
                let is_new_node = self.position(node).is_none();
                if !is_new_node && skeleton.places().cells_at(part.span.at).iter().any(|cell| is_old(&cell)) {
                    continue;
                }
                found.push(Found { node, at: part.span.at, values, field: place.path.clone() });
            }
        }
        found
    }

    /// The listed values that nodes of a type have at a place, if they own memory.
    pub(super) fn listed_at(&self, node_type: TypeKey, place: u32) -> impl Iterator<Item = &ListedValue> {
        let record = self.states.skeleton.record();
        let is_it = move |cell: &u32| {
            let cell = &record.cells[*cell as usize];
            let of_type = cell.node.is_some_and(|node| record.nodes[node as usize].node_type == node_type.0);
            cell.place == place && of_type
        };
        let listed = self.states.skeleton.listed();
        let cells = listed.by_cell.iter().filter(move |(cell, _)| is_it(cell)).flat_map(|(_, values)| values);
        cells.chain(listed.larger.get(&(node_type, place)).into_iter().flatten())
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
        let mut real_starts: BTreeMap<u32, u32> = BTreeMap::new();
        let mut todo = vec![(at, &value.bytes)];
        loop {
            while let Some((at, bytes)) = todo.pop() {
                let mut offset = 0;
                while offset < bytes.len() {
                    let Some(inside) = bytes.word_at(offset).and_then(|word| value.inside(word)) else {
                        if !self.has_byte(at + offset, bytes, offset) {
                            return Compared::Other;
                        }
                        offset += 1;
                        continue;
                    };
                    let word = self.states.guest.machine.read(at + offset, 4);
                    let real = self.decide_value(word).and_then(|word| u32::try_from(word).ok());
                    let Some(start) = real.and_then(|real| real.checked_sub(inside.offset)) else {
                        return Compared::Other;
                    };
                    match real_starts.insert(inside.start, start) {
                        Some(known) if known != start => return Compared::Other,
                        Some(_) => {}
                        None => todo.push((start, &value.blocks[&inside.start].bytes)),
                    }
                    match self.is_such_a_block(start, &value.blocks[&inside.start]) {
                        Compared::Same(_) => {}
                        other => return other,
                    }
                    offset += 4;
                }
            }
            // What no plain pointer leads to must be where it was.
            let Some((start, block)) = value.blocks.iter().find(|(start, _)| !real_starts.contains_key(start)) else {
                break;
            };
            match self.is_such_a_block(*start, block) {
                Compared::Same(_) => {}
                other => return other,
            }
            real_starts.insert(*start, *start);
            todo.push((*start, &block.bytes));
        }
        let buffer = |(start, real): (u32, u32)| {
            let block = &value.blocks[&start];
            Buffer { address: GuestAddr(real), size: block.size, align: block.align }
        };
        Compared::Same(real_starts.into_iter().map(buffer).collect())
    }

    /// Whether a live block of this size and alignment begins here.
    fn is_such_a_block(&self, start: u32, block: &OwnedBlock) -> Compared {
        let heap = self.states.guest.machine.heap();
        match heap.block_at_or_before(start).filter(|there| there.address == start) {
            Some(there) if there.freed.is_some() => Compared::Dangles,
            Some(there) if (there.size, there.align) == (block.size, block.align) => Compared::Same(Vec::new()),
            _ => Compared::Other,
        }
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
