//! Reads a state from memory: the inverse of laying one out.
//!
//! The record says of each cell which patterns it can hold, and under which choices it exists. Memory is read cell by cell, in
//! the order of the record, so that what a condition mentions is known before it is asked. An address in a pattern leads to a
//! block of the record, the one in memory to a real block: the first link says which one stands for which. Cells with one
//! pattern say nothing about the choices; what is wrong with them, the comparison finds.
//!
//! Nothing rests on what is read here: a state is accepted only if it compares as equal once it is laid out. Reading must only
//! find the state if there is one. So where several patterns fit (a variant whose payload hides the tag in a niche), all are
//! tried, and bytes that another cell may lie over are not looked at.

use std::collections::BTreeMap;
use std::sync::Arc;

use glassbox_abi::Skeleton as Record;
use glassbox_abi::skeleton::{Cell, CellKind, Condition, Role};
use glassbox_vm::exec::Machine;
use glassbox_vm::heap::Block;
use glassbox_vm::track::{NamedByte, Origin, Provenance};

use super::compare::{Difference, Pair};
use crate::laid::{Instance, Pattern, Read, Resized, vector};
use crate::laid::{Name, block_of, name, name_at};

/// The most states that are laid out for one memory.
const MOST_TRIES: u32 = 64;

/// All patterns of a record.
#[derive(Debug)]
pub(crate) struct Reader {
    record: Arc<Record>,
    patterns: Vec<Vec<Pattern>>,
    /// For each cell those that may be written over it.
    over: Vec<Vec<usize>>,
    /// Cells of structures in the order of reading: links that make no blocks known come last.
    order: Vec<usize>,
    /// Cells at the same place of nodes of the same type.
    alike: BTreeMap<(u32, String), Vec<usize>>,
    /// Blocks in the order of their addresses.
    blocks: Vec<usize>,
    /// Contents of blocks that listed values own, by first address.
    owned: BTreeMap<u32, Vec<NamedByte>>,
}

/// Why a memory is no state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Misfit {
    /// A cell holds nothing that it can hold.
    Cell {
        /// Its number.
        cell: usize,
        /// Its address in memory.
        at: Option<u32>,
        /// Whether a state of larger bounds could have that there.
        is_size: bool,
    },
    /// Keys for which the record has too few numbers.
    TooManyKeys,
    /// The state that was read, laid out, is another memory.
    Differs(Difference),
}

/// What is known of a state.
#[derive(Clone, Debug, Default)]
struct Known {
    choices: BTreeMap<u32, u32>,
    /// The real beginning of a block of the record.
    real: BTreeMap<usize, u32>,
    /// Numbers of keys with the real keys.
    ranks: Vec<(u32, u32)>,
    /// Keys that can have several numbers: variable, cell, real key.
    loose: Vec<(Option<u32>, usize, u32)>,
    resized: Vec<Resized>,
}

/// Consequences of a pattern that fits.
#[derive(Clone, Debug, Default)]
struct News {
    real: Vec<(usize, u32)>,
    ranks: Vec<(u32, u32)>,
    loose: Vec<(Option<u32>, usize, u32)>,
    resized: Option<Resized>,
}

/// A misfit, and how many cells were read before it.
struct Failed {
    depth: usize,
    misfit: Misfit,
    /// Real beginnings of the blocks that were known.
    real: BTreeMap<usize, u32>,
}

/// A memory that could not be read.
#[derive(Clone, Debug)]
pub(crate) struct Unread {
    pub(crate) misfit: Misfit,
    /// Blocks of the record with the real ones that stand for them, as far as they were known.
    pub(crate) blocks: Vec<Pair>,
}

impl Reader {
    pub(crate) fn new(instance: &Instance) -> Self {
        let record = instance.record().clone();
        let owned = BTreeMap::new();
        let mut blocks: Vec<usize> = (0..record.blocks.len()).collect();
        blocks.sort_by_key(|block| record.blocks[*block].address);
        let of_structures = || (0..record.cells.len()).filter(|index| record.cells[*index].node.is_some());
        let is_late = |index: &usize| matches!(record.cells[*index].kind, CellKind::Alias | CellKind::Parent);
        let order = of_structures().filter(|index| !is_late(index)).chain(of_structures().filter(is_late)).collect();
        let mut alike: BTreeMap<(u32, String), Vec<usize>> = BTreeMap::new();
        for index in of_structures() {
            alike.entry(place(&record, &record.cells[index])).or_default().push(index);
        }
        let over = over(&record);
        let mut reader = Self { patterns: instance.patterns().to_vec(), over, order, alike, blocks, owned, record };
        reader.owned = reader.find_owned(&instance.machine);
        reader
    }

    /// Blocks that patterns lead to and that are in no record.
    fn find_owned(&self, machine: &Machine<Provenance>) -> BTreeMap<u32, Vec<NamedByte>> {
        let cells = self.record.cells.iter().zip(&self.patterns).filter(|(cell, _)| cell.drop.is_some());
        let patterns = cells.flat_map(|(_, patterns)| patterns);
        let names = patterns.flat_map(|pattern| (0..pattern.len()).filter_map(|offset| name(&pattern[offset..])));
        let starts = names.filter_map(|name| match name {
            Name::Address(to) if self.block(to).is_none() => block_of(machine, to),
            _ => None,
        });
        let contents = |block: &Block| (block.address..block.address + block.size).map(|at| machine.named_byte(at));
        starts.map(|block| (block.address, contents(block).collect())).collect()
    }

    /// The record.
    pub(crate) fn record(&self) -> &Record {
        &self.record
    }

    /// Number of the block of the record that an address lies in, or behind the last byte of which it lies.
    fn block(&self, address: u32) -> Option<usize> {
        let after = self.blocks.partition_point(|block| self.record.blocks[*block].address <= address);
        let block = *self.blocks[..after].last()?;
        (address - self.record.blocks[block].address <= self.record.blocks[block].len).then_some(block)
    }

    /// The real address of a place in the record, if the beginning of its block is known.
    pub(crate) fn real(&self, address: u32, blocks: &BTreeMap<usize, u32>) -> Option<u32> {
        let block = self.block(address)?;
        blocks.get(&block)?.checked_add(address - self.record.blocks[block].address)
    }

    /// Sets a byte of a pattern, for all that is read from now on.
    pub(crate) fn set_pattern_byte(&mut self, cell: usize, choice: u32, offset: usize, byte: NamedByte) {
        self.patterns[cell][choice as usize][offset] = byte;
    }

    /// Bytes of a cell that others may lie over in some state with this choice.
    pub(crate) fn hidden_in_all(&self, cell: usize, choice: u32) -> Vec<bool> {
        self.hidden(cell, choice, &Known::default())
    }

    /// Bytes of a cell that others may lie over, with this choice.
    fn hidden(&self, index: usize, choice: u32, known: &Known) -> Vec<bool> {
        let cell = &self.record.cells[index];
        let mut hidden = vec![false; cell.len as usize];
        let others = self.over[index].iter().map(|other| &self.record.cells[*other]);
        for other in others.filter(|other| known.may_hold(&other.condition, cell.variable, choice)) {
            let range = other.address.max(cell.address)..(other.address + other.len).min(cell.address + cell.len);
            range.for_each(|at| hidden[(at - cell.address) as usize] = true);
        }
        hidden
    }

    /// Reads the state at these roots of structures, in the order of the arguments. `accept` decides about each that fits.
    pub(crate) fn read(
        &self,
        machine: &Machine<Provenance>,
        roots: &[Pair],
        accept: &mut dyn FnMut(&Read) -> Result<(), Difference>,
    ) -> Result<(Read, BTreeMap<usize, u32>), Unread> {
        let mut known = Known::default();
        for root in roots {
            known.real.extend(self.block(root.laid).map(|block| (block, root.real)));
        }
        let mut reading = Reading { reader: self, machine, accept, tries: 0 };
        reading.from(0, known).map_err(|failed| {
            let block = |(block, real): (usize, u32)| Pair { real, laid: self.record.blocks[block].address };
            Unread { misfit: failed.misfit, blocks: failed.real.into_iter().map(block).collect() }
        })
    }
}

/// For each cell the later ones that share bytes with it.
fn over(record: &Record) -> Vec<Vec<usize>> {
    let mut by_address: Vec<usize> = (0..record.cells.len()).collect();
    by_address.sort_by_key(|index| record.cells[*index].address);
    let longest = record.cells.iter().map(|cell| cell.len).max().unwrap_or(0);
    let mut over = vec![Vec::new(); record.cells.len()];
    for (place, &index) in by_address.iter().enumerate() {
        let cell = &record.cells[index];
        let after = by_address[place + 1..].iter().map(|other| (*other, &record.cells[*other]));
        for (other, _) in after.take_while(|(_, other)| other.address < cell.address + cell.len.min(longest)) {
            over[index.min(other)].push(index.max(other));
        }
    }
    over
}

/// Place of a cell relative to its node: the same for nodes of the same type.
fn place(record: &Record, cell: &Cell) -> (u32, String) {
    let node = cell.node.map(|node| &record.nodes[node as usize]);
    let path = node.and_then(|node| cell.path.strip_prefix(&node.path)).unwrap_or(&cell.path);
    (node.map_or(u32::MAX, |node| node.node_type), path.to_owned())
}

struct Reading<'a> {
    reader: &'a Reader,
    machine: &'a Machine<Provenance>,
    accept: &'a mut dyn FnMut(&Read) -> Result<(), Difference>,
    tries: u32,
}

impl Reading<'_> {
    /// Reads from a cell on.
    fn from(&mut self, first: usize, mut known: Known) -> Result<(Read, BTreeMap<usize, u32>), Failed> {
        let reader = self.reader;
        for (depth, &index) in reader.order.iter().enumerate().skip(first) {
            let cell = &reader.record.cells[index];
            if !known.holds(&cell.condition) {
                continue;
            }
            let mut fitting = self.fitting(index, &known);
            if fitting.is_empty() {
                let misfit = self.misfit(index, &known);
                let is_final = cell.variable.is_some() || matches!(misfit, Misfit::Cell { is_size: true, .. });
                if is_final {
                    return Err(Failed { depth, misfit, real: known.real });
                }
                continue;
            }
            if fitting.len() == 1 {
                let (choice, news) = fitting.remove(0);
                known.learn(cell.variable, choice, news);
                continue;
            }
            let mut furthest: Option<Failed> = None;
            for (choice, news) in fitting {
                let mut with = known.clone();
                with.learn(cell.variable, choice, news);
                match self.from(depth + 1, with) {
                    Ok(read) => return Ok(read),
                    Err(failed) if furthest.as_ref().is_none_or(|known| known.depth < failed.depth) => {
                        furthest = Some(failed);
                    }
                    Err(_) => {}
                }
                if self.tries > MOST_TRIES {
                    break;
                }
            }
            return Err(furthest.expect("several patterns fit, and each fails"));
        }
        self.finish(known)
    }

    fn real(&self, address: u32, known: &Known) -> Option<u32> {
        self.reader.real(address, &known.real)
    }

    fn bytes(&self, at: u32, len: u32) -> Option<Vec<NamedByte>> {
        let end = at.checked_add(len).filter(|end| *end as usize <= self.machine.memory().bytes().len())?;
        Some((at..end).map(|at| self.machine.named_byte(at)).collect())
    }

    /// The choices whose patterns are in memory, and their consequences.
    fn fitting(&self, index: usize, known: &Known) -> Vec<(u32, News)> {
        let cell = &self.reader.record.cells[index];
        let Some(bytes) = self.real(cell.address, known).and_then(|at| self.bytes(at, cell.len)) else {
            return Vec::new();
        };
        let chosen = cell.variable.and_then(|variable| known.choices.get(&variable).copied());
        let choices = (0..).zip(&self.reader.patterns[index]);
        let choices: Vec<(u32, &Pattern)> =
            choices.filter(|(choice, _)| chosen.is_none_or(|chosen| chosen == *choice)).collect();
        let fits = |&(choice, pattern): &(u32, &Pattern)| {
            let hidden = self.reader.hidden(index, choice, known);
            let mut news = News::default();
            self.fits(index, pattern, &bytes, &hidden, known, &mut news).then_some((choice, news))
        };
        let mut fitting: Vec<(u32, News)> = choices.iter().filter_map(fits).collect();
        if cell.kind == CellKind::Key {
            // Any number will do until all keys are known.
            fitting.truncate(1);
        }
        if fitting.is_empty() { self.resized(index, &choices, &bytes, known).into_iter().collect() } else { fitting }
    }

    /// Whether the bytes are those of the pattern, except for hidden ones.
    fn fits(
        &self,
        index: usize,
        pattern: &Pattern,
        bytes: &[NamedByte],
        hidden: &[bool],
        known: &Known,
        news: &mut News,
    ) -> bool {
        let mut offset = 0;
        while offset < pattern.len() {
            let expected = pattern[offset];
            if hidden[offset] || expected.undefined == 0xff {
                offset += 1;
                continue;
            }
            let Some(expected_name) = name(&pattern[offset..]) else {
                let actual = bytes[offset];
                let is_same = (actual.value ^ expected.value) & !expected.undefined == 0;
                // A byte that was never written is left to the comparison.
                if name(&bytes[offset..]).is_some() || !(is_same || actual.undefined == 0xff) {
                    return false;
                }
                offset += 1;
                continue;
            };
            match (expected_name, name(&bytes[offset..])) {
                (Name::Address(laid), Some(Name::Address(real))) => {
                    if !self.bind(index, Pair { real, laid }, known, news) {
                        return false;
                    }
                }
                (Name::Token(_), Some(Name::Token(_))) => {}
                (Name::Key(number), Some(Name::Key(key))) => {
                    let cell = &self.reader.record.cells[index];
                    if cell.kind == CellKind::Rank {
                        news.ranks.push((number, key));
                    } else {
                        news.loose.push((cell.variable, index, key));
                        // Which number it has is chosen at the end, when all keys are known.
                        return true;
                    }
                }
                _ => return false,
            }
            offset += 4;
        }
        true
    }

    /// An address in a pattern is this one in memory: whether that agrees with all others.
    fn bind(&self, index: usize, to: Pair, known: &Known, news: &mut News) -> bool {
        // Blocks of listed values are in no record.
        let Some(block) = self.reader.block(to.laid) else { return self.may_be_owned(to) };
        let Some(start) = to.real.checked_sub(to.laid - self.reader.record.blocks[block].address) else { return false };
        let new = news.real.iter().find(|(known, _)| *known == block).map(|(_, start)| start);
        match known.real.get(&block).or(new) {
            Some(known) => *known == start,
            // Whatever else leads there comes too late, or leads to nothing of the structure.
            None if matches!(self.reader.record.cells[index].kind, CellKind::Alias | CellKind::Parent) => false,
            None => {
                news.real.push((block, start));
                true
            }
        }
    }

    /// Whether what an address of a listed value leads to may be what it leads to in memory. Otherwise all values of a collection
    /// with the same length would be laid out, one after the other.
    fn may_be_owned(&self, to: Pair) -> bool {
        let before = self.reader.owned.range(..=to.laid).next_back();
        let Some((start, contents)) = before.filter(|(start, contents)| (to.laid - **start) as usize <= contents.len())
        else {
            return true;
        };
        let Some(real) = to.real.checked_sub(to.laid - start) else { return false };
        let len = u32::try_from(contents.len()).unwrap_or(u32::MAX);
        let Some(bytes) = self.bytes(real, len) else { return false };
        let is_same = |(expected, actual): (&NamedByte, &NamedByte)| {
            let is_number = expected.origin == Origin::Data && expected.undefined == 0 && actual.undefined == 0;
            !is_number || expected.value == actual.value
        };
        contents.iter().zip(&bytes).all(is_same)
    }

    /// A vector that is as long as one of the patterns, with another capacity.
    fn resized(
        &self,
        index: usize,
        choices: &[(u32, &Pattern)],
        bytes: &[NamedByte],
        known: &Known,
    ) -> Option<(u32, News)> {
        let is_length = |cell: &Cell| {
            let variable = cell.variable.map(|variable| &self.reader.record.variables[variable as usize]);
            variable.is_some_and(|variable| variable.role == Role::Length)
        };
        let real = vector(bytes).filter(|_| is_length(&self.reader.record.cells[index]))?;
        let is_it = |(_, pattern): &&(u32, &Pattern)| {
            vector(pattern).is_some_and(|vector| {
                (vector.len, vector.address_at) == (real.len, real.address_at) && vector.capacity_at == real.capacity_at
            })
        };
        let (choice, pattern) = choices.iter().rev().find(is_it)?;
        let mut news = News::default();
        let laid = vector(pattern)?.address;
        if !self.bind(index, Pair { real: real.address, laid }, known, &mut news) {
            return None;
        }
        news.resized = Some(Resized { cell: index, capacity: real.capacity });
        Some((*choice, news))
    }

    // --- What does not fit ---

    fn misfit(&self, index: usize, known: &Known) -> Misfit {
        let cell = &self.reader.record.cells[index];
        let at = self.real(cell.address, known);
        let is_size = at.is_some_and(|at| self.is_size(index, at));
        Misfit::Cell { cell: index, at, is_size }
    }

    /// Whether a state of larger bounds could have what is here: a link where the last level has none, a vector that is
    /// longer, or something that another node of the type can hold at this place.
    fn is_size(&self, index: usize, at: u32) -> bool {
        let cell = &self.reader.record.cells[index];
        let Some(bytes) = self.bytes(at, cell.len) else { return false };
        if cell.kind == CellKind::Tree && cell.variable.is_none() {
            let leads_to_a_block = |address| block_of(self.machine, address).is_some_and(|block| block.freed.is_none());
            return (0..cell.len)
                .any(|i| matches!(name_at(self.machine, at + i), Some(Name::Address(to)) if leads_to_a_block(to)));
        }
        if cell.variable.is_none() && matches!(cell.kind, CellKind::Parent | CellKind::Rank | CellKind::Token) {
            return false;
        }
        if cell.variable.is_none() && cell.len == 12 && vector(&bytes).is_some() {
            // Where there is no room for elements, a vector has no buffer.
            return self.reader.patterns[index].iter().all(|pattern| vector(pattern).is_none());
        }
        let longest = self.reader.patterns[index].iter().filter_map(|pattern| vector(pattern)).map(|v| v.len).max();
        let elsewhere = &self.reader.alike[&place(&self.reader.record, cell)];
        if let Some(real) = vector(&bytes) {
            let vectors = elsewhere.iter().flat_map(|cell| &self.reader.patterns[*cell]);
            let is_vector = vectors.into_iter().any(|pattern| vector(pattern).is_some());
            return is_vector && real.len >= longest.unwrap_or(0);
        }
        elsewhere.iter().filter(|other| **other != index).any(|&other| self.fits_loosely(other, &bytes))
    }

    /// Whether these bytes fit a pattern of another cell, wherever their links lead.
    fn fits_loosely(&self, other: usize, bytes: &[NamedByte]) -> bool {
        let no_choices = Known::default();
        let fits = |(choice, pattern): (u32, &Pattern)| {
            let hidden = self.reader.hidden(other, choice, &no_choices);
            let mut offset = 0;
            let mut fits = pattern.len() == bytes.len();
            while fits && offset < pattern.len() {
                let expected = pattern[offset];
                if hidden[offset] || expected.undefined == 0xff {
                    offset += 1;
                } else if let Some(expected) = name(&pattern[offset..]) {
                    let actual = name(&bytes[offset..]);
                    fits = actual
                        .is_some_and(|actual| std::mem::discriminant(&actual) == std::mem::discriminant(&expected));
                    offset += 4;
                } else {
                    fits = expected.value == bytes[offset].value && name(&bytes[offset..]).is_none();
                    offset += 1;
                }
            }
            fits
        };
        (0..).zip(&self.reader.patterns[other]).any(fits)
    }

    // --- The end ---

    /// Everything fits: the state, if it is accepted.
    fn finish(&mut self, mut known: Known) -> Result<(Read, BTreeMap<usize, u32>), Failed> {
        let depth = self.reader.order.len();
        let real = std::mem::take(&mut known.real);
        if self.choose_loose(&mut known).is_none() {
            return Err(Failed { depth, misfit: Misfit::TooManyKeys, real });
        }
        let n_variables = u32::try_from(self.reader.record.variables.len()).unwrap_or(u32::MAX);
        let choices = (0..n_variables).map(|variable| known.choices.get(&variable).copied().unwrap_or(0)).collect();
        let state = Read { choices, resized: known.resized };
        self.tries += 1;
        match (self.accept)(&state) {
            Ok(()) => Ok((state, real)),
            Err(difference) => Err(Failed { depth, misfit: Misfit::Differs(difference), real }),
        }
    }

    /// Chooses numbers for keys that can have several: that of the same key, or the least one that is in the right order.
    /// None if there are too few numbers.
    fn choose_loose(&self, known: &mut Known) -> Option<()> {
        let mut numbers: BTreeMap<u32, u32> = known.ranks.iter().map(|(number, key)| (*key, *number)).collect();
        let mut loose = std::mem::take(&mut known.loose);
        loose.sort_unstable_by_key(|(_, cell, key)| (*key, *cell));
        loose.dedup();
        for (variable, cell, key) in loose {
            let number_of = |pattern: &Pattern| match name(pattern) {
                Some(Name::Key(number)) => Some(number),
                _ => None,
            };
            let can_be: Vec<Option<u32>> = self.reader.patterns[cell].iter().map(number_of).collect();
            let least = numbers.range(..key).next_back().map(|(_, number)| *number);
            let most = numbers.range(key..).find(|(other, _)| **other > key).map(|(_, number)| *number);
            let same = numbers.get(&key).copied();
            let is_right = |number: u32| match same {
                Some(same) => number == same,
                None => least.is_none_or(|least| number > least) && most.is_none_or(|most| number < most),
            };
            let choice = can_be.iter().position(|number| number.is_some_and(is_right))?;
            numbers.insert(key, can_be[choice]?);
            if let Some(variable) = variable {
                known.choices.insert(variable, u32::try_from(choice).ok()?);
            }
        }
        Some(())
    }
}

impl Known {
    /// A pattern fits.
    fn learn(&mut self, variable: Option<u32>, choice: u32, news: News) {
        // The number of a key that can have several is chosen at the end.
        if news.loose.is_empty() {
            self.choices.extend(variable.map(|variable| (variable, choice)));
        }
        self.real.extend(news.real);
        self.ranks.extend(news.ranks);
        self.loose.extend(news.loose);
        self.resized.extend(news.resized);
    }

    /// Whether a condition holds; variables that are not known have their first choice.
    fn holds(&self, condition: &Condition) -> bool {
        condition.iter().all(|requirement| {
            let choice = self.choices.get(&requirement.variable).copied().unwrap_or(0);
            requirement.choices.contains(&choice)
        })
    }

    /// Whether nothing that is known speaks against a condition, with this choice.
    fn may_hold(&self, condition: &Condition, variable: Option<u32>, choice: u32) -> bool {
        condition.iter().all(|requirement| {
            let known = self.choices.get(&requirement.variable);
            let known = if variable == Some(requirement.variable) { Some(&choice) } else { known };
            known.is_none_or(|choice| requirement.choices.contains(choice))
        })
    }
}
