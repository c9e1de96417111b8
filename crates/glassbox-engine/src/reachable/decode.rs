//! From memory to a state: the inverse of writing one.
//!
//! The skeleton says of each cell which patterns it can hold, and where it exists. A state in memory is decoded cell by cell,
//! in the order of the record, so that what a condition mentions is known before it is asked. Addresses in patterns lead to
//! blocks of the skeleton, those in memory to real ones; the first link into a block says which real one it stands for, and
//! all others must agree. A key is compared with nothing at first: at the end, the keys must be in the order of the numbers
//! that stand for them. Where several patterns fit (a variant whose payload hides the tag in a niche), all are tried.

use std::collections::{BTreeMap, BTreeSet};

use glassbox_abi::Skeleton as Record;
use glassbox_abi::skeleton::{Cell, CellKind, Condition, Role};
use glassbox_space::Diagram;
use glassbox_vm::exec::Machine;
use glassbox_vm::track::{Origin, Provenance};

use crate::states::States;

/// Bytes of a `Vec`: address, capacity and length.
const VECTOR: u32 = 12;

/// A piece of memory, decoded.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Decoded {
    /// The choices of the record's variables.
    State(Vec<u32>),
    /// It is larger than the bounds allow.
    Beyond,
    /// It is not a state: place and reason.
    Nothing(String),
    /// It depends on how the guest reads a value ([`Answers`]).
    Ask(Ask),
}

/// A question to the guest: as which choice does it read the value in a cell? Bytes that belong to no value, such as
/// the rest of a payload that is gone, cannot be told from those that do; the guest can.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Ask {
    /// Number of the cell.
    pub(super) cell: usize,
    /// Its address in memory.
    pub(super) at: u32,
    /// The address of its node in memory.
    pub(super) node: u32,
    /// The node's type.
    pub(super) node_type: u32,
}

/// Answers of the guest; none where it reads the value as no choice of the cell.
pub(super) type Answers = BTreeMap<Ask, Option<u32>>;

/// Reason why a cell does not fit.
#[derive(Clone, Debug)]
struct Misfit {
    /// How many cells did.
    depth: usize,
    is_beyond: bool,
    text: String,
    /// A question that the guest might answer.
    ask: Option<Ask>,
}

/// A pattern of a cell.
#[derive(Debug)]
struct Pattern {
    bytes: Vec<u8>,
    undefined: Vec<u8>,
}

impl Pattern {
    fn word(&self, at: usize) -> Option<u32> {
        let bytes: [u8; 4] = self.bytes.get(at..at + 4)?.try_into().ok()?;
        self.undefined[at..at + 4].iter().all(|undefined| *undefined == 0).then(|| u32::from_le_bytes(bytes))
    }
}

/// All patterns of a skeleton.
#[derive(Debug)]
pub(super) struct Decoder {
    record: Record,
    /// For each cell its patterns.
    patterns: Vec<Vec<Pattern>>,
    /// For each cell those that may be written over it.
    over: Vec<Vec<usize>>,
    /// Cells of structures in the order of decoding: links that make no blocks known come last.
    order: Vec<usize>,
    /// Cells at the same place of nodes of the same type.
    alike: BTreeMap<(u32, String), Vec<usize>>,
    /// For each cell whether vectors lie there.
    is_vector: Vec<bool>,
    /// Blocks in the order of their addresses.
    blocks: Vec<usize>,
    root: usize,
}

/// State of the decoding.
#[derive(Clone, Debug, Default)]
struct Known {
    choices: BTreeMap<u32, u32>,
    /// The real block that a block of the skeleton stands for, and the other way round.
    real: BTreeMap<usize, u32>,
    taken: BTreeSet<u32>,
    /// Numbers that stand for keys, with the keys and where they are.
    ranks: Vec<(u32, u32, usize)>,
    /// Keys that can have any number: variable, cell, key.
    loose: Vec<(Option<u32>, usize, u32)>,
}

impl Decoder {
    /// A decoder for the states of a check of one structure; the error is the reason why they cannot be decoded.
    pub(super) fn new<D: Diagram>(states: &mut States<D>) -> Result<Self, String> {
        let record = states.skeleton.record().clone();
        let roots: Vec<usize> =
            (0..record.arguments.len()).filter(|index| record.arguments[*index].root.is_some()).collect();
        let [root] = roots.as_slice() else { return Err("the check has more than one structure".to_owned()) };
        let mut patterns = Vec::new();
        for cell in &record.cells {
            let read = |at: u32| {
                let bytes: Vec<[u8; 2]> = (0..cell.len)
                    .map(|i| states.guest.machine.read(at + i, 1))
                    .map(|byte| [byte.value.to_le_bytes()[0], byte.shadow.undefined.to_le_bytes()[0]])
                    .collect();
                let (bytes, undefined) = bytes.into_iter().map(|[byte, undefined]| (byte, undefined)).unzip();
                Pattern { bytes, undefined }
            };
            patterns.push(cell.patterns.iter().copied().map(read).collect::<Vec<_>>());
        }
        let overlaps = |a: &Cell, b: &Cell| a.address < b.address + b.len && b.address < a.address + a.len;
        let over = |index: usize| {
            let cell = &record.cells[index];
            (index + 1..record.cells.len()).filter(|other| overlaps(cell, &record.cells[*other])).collect()
        };
        let over = (0..record.cells.len()).map(over).collect();
        let of_structures = || (0..record.cells.len()).filter(|index| record.cells[*index].node.is_some());
        let is_late = |index: &usize| matches!(record.cells[*index].kind, CellKind::Alias | CellKind::Parent);
        let order = of_structures().filter(|index| !is_late(index)).chain(of_structures().filter(is_late)).collect();
        let mut alike: BTreeMap<(u32, String), Vec<usize>> = BTreeMap::new();
        for index in of_structures() {
            alike.entry(place(&record, &record.cells[index])).or_default().push(index);
        }
        let mut blocks: Vec<usize> = (0..record.blocks.len()).collect();
        blocks.sort_by_key(|block| record.blocks[*block].address);
        let is_vector = (0..record.cells.len()).map(|index| is_vector(&record, &alike, index)).collect();
        let decoder = Self { patterns, over, order, alike, is_vector, blocks, root: *root, record };
        let no_address = decoder.cells_of_links().find(|index| !decoder.leads_somewhere(*index));
        match no_address {
            Some(index) => Err(format!("`{}` is no address", decoder.record.cells[index].path)),
            None => Ok(decoder),
        }
    }

    /// Cells of tree links that may lead somewhere.
    fn cells_of_links(&self) -> impl Iterator<Item = usize> + '_ {
        let is_link = |index: &usize| {
            let cell = &self.record.cells[*index];
            cell.kind == CellKind::Tree && cell.variable.is_some()
        };
        self.order.iter().copied().filter(is_link)
    }

    fn leads_somewhere(&self, cell: usize) -> bool {
        let words = |pattern: &Pattern| {
            (0..pattern.bytes.len()).any(|at| pattern.word(at).is_some_and(|w| self.block(w).is_some()))
        };
        self.patterns[cell].iter().any(words)
    }

    /// The block of the skeleton that an address lies in, or behind the last byte of which it lies.
    fn block(&self, address: u32) -> Option<usize> {
        let after = self.blocks.partition_point(|block| self.record.blocks[*block].address <= address);
        let block = *self.blocks[..after].last()?;
        (address <= self.record.blocks[block].address + self.record.blocks[block].len).then_some(block)
    }

    /// The bytes of all patterns of a cell.
    pub(super) fn patterns(&self, cell: usize) -> impl Iterator<Item = &[u8]> {
        self.patterns[cell].iter().map(|pattern| pattern.bytes.as_slice())
    }

    /// Decodes the machine's memory at `subject`.
    pub(super) fn decode(&self, machine: &Machine<Provenance>, subject: u32, answers: &Answers) -> Decoded {
        let mut known = Known::default();
        let root = self.record.arguments[self.root].address;
        if let Some(block) = self.block(root) {
            known.real.insert(block, subject);
            known.taken.insert(subject);
        }
        match (Reading { decoder: self, machine, answers, is_loose: false }).from(0, known) {
            Ok(choices) => Decoded::State(choices),
            Err(misfit) if misfit.is_beyond => Decoded::Beyond,
            Err(Misfit { ask: Some(ask), .. }) if !answers.contains_key(&ask) => Decoded::Ask(ask),
            Err(misfit) => Decoded::Nothing(misfit.text),
        }
    }
}

/// Place of a cell relative to its node: the same for nodes of the same type.
fn place(record: &Record, cell: &Cell) -> (u32, String) {
    let node = cell.node.map(|node| &record.nodes[node as usize]);
    let path = node.and_then(|node| cell.path.strip_prefix(&node.path)).unwrap_or(&cell.path);
    (node.map_or(u32::MAX, |node| node.node_type), path.to_owned())
}

/// Whether vectors lie in a cell: lengths are chosen there, or at the same place of another node.
fn is_vector(record: &Record, alike: &BTreeMap<(u32, String), Vec<usize>>, index: usize) -> bool {
    let cell = &record.cells[index];
    let chooses_length = |index: &usize| {
        let variable = record.cells[*index].variable.map(|variable| &record.variables[variable as usize]);
        variable.is_some_and(|variable| variable.role == Role::Length)
    };
    cell.len == VECTOR && alike.get(&place(record, cell)).is_some_and(|cells| cells.iter().any(chooses_length))
}

/// Consequences of a pattern that fits.
#[derive(Debug, Default)]
struct News {
    real: Vec<(usize, u32)>,
    ranks: Vec<(u32, u32, usize)>,
    loose: Vec<(Option<u32>, usize, u32)>,
}

/// Decodes the memory of a machine.
struct Reading<'a> {
    decoder: &'a Decoder,
    machine: &'a Machine<Provenance>,
    answers: &'a Answers,
    /// Any address will do where there must be one.
    is_loose: bool,
}

impl Reading<'_> {
    /// Decodes from a cell on; the choices of all variables.
    fn from(&self, first: usize, mut known: Known) -> Result<Vec<u32>, Misfit> {
        let Decoder { record, order, .. } = self.decoder;
        for (depth, &index) in order.iter().enumerate().skip(first) {
            let cell = &record.cells[index];
            if !known.holds(&cell.condition) || cell.kind == CellKind::Skipped {
                continue;
            }
            let mut fitting = self.fitting(index, &known);
            if fitting.is_empty() {
                fitting.extend(self.said(index, &known).map(|choice| (choice, News::default())));
            }
            match fitting.len() {
                0 => return Err(self.misfit(index, depth, &known)),
                1 => {
                    let (choice, news) = fitting.remove(0);
                    known.learn(cell.variable, choice, news);
                }
                _ => {
                    let mut worst: Option<Misfit> = None;
                    for (choice, news) in fitting {
                        let mut with = known.clone();
                        with.learn(cell.variable, choice, news);
                        match self.from(depth + 1, with) {
                            Ok(choices) => return Ok(choices),
                            Err(misfit) if worst.as_ref().is_none_or(|worst| worst.depth < misfit.depth) => {
                                worst = Some(misfit);
                            }
                            Err(_) => {}
                        }
                    }
                    return Err(worst.unwrap_or_else(|| self.misfit(index, depth, &known)));
                }
            }
        }
        self.finish(known)
    }

    /// The real address of a cell, if its block is known.
    fn real(&self, address: u32, known: &Known) -> Option<u32> {
        let block = self.decoder.block(address)?;
        Some(known.real.get(&block)? + (address - self.decoder.record.blocks[block].address))
    }

    /// The choices whose patterns match memory, and their consequences.
    fn fitting(&self, index: usize, known: &Known) -> Vec<(u32, News)> {
        let cell = &self.decoder.record.cells[index];
        let chosen = cell.variable.and_then(|variable| known.choices.get(&variable).copied());
        let Some(at) = self.real(cell.address, known) else { return Vec::new() };
        let choices = (0..).zip(&self.decoder.patterns[index]);
        let choices = choices.filter(|(choice, _)| chosen.is_none_or(|chosen| chosen == *choice));
        let fits = |is_generous: bool| {
            let fits = |choice: u32| {
                let mut news = News::default();
                self.fits_at(at, index, choice, known, is_generous, &mut news).then_some((choice, news))
            };
            choices.clone().filter_map(|(choice, _)| fits(choice)).collect::<Vec<_>>()
        };
        let strictly = fits(false);
        if strictly.is_empty() { fits(true) } else { strictly }
    }

    /// Whether what is in memory is this pattern. Whoever is generous does not look at bytes where another choice would have
    /// something: what was there may be left.
    fn fits_at(&self, at: u32, index: usize, choice: u32, known: &Known, is_generous: bool, news: &mut News) -> bool {
        let pattern = &self.decoder.patterns[index][choice as usize];
        if self.decoder.is_vector[index] {
            return self.vector_fits(at, pattern, known, news);
        }
        let hidden = self.hidden(index, choice, known, is_generous);
        let mut offset = 0;
        while offset < pattern.bytes.len() {
            let is_seen = !hidden.contains(&offset) && pattern.undefined[offset] != 0xff;
            let here = at + u32::try_from(offset).unwrap_or(u32::MAX);
            if !is_seen {
                offset += 1;
                continue;
            }
            let Some(len) = self.piece_fits(index, here, pattern, offset, known, news) else { return false };
            offset += len;
        }
        true
    }

    /// The choice that the guest takes the value in a cell for, if it has been asked.
    fn said(&self, index: usize, known: &Known) -> Option<u32> {
        self.answers.get(&self.ask(index, known)?).copied().flatten()
    }

    /// The question about a cell that can hold several values.
    fn ask(&self, index: usize, known: &Known) -> Option<Ask> {
        let cell = &self.decoder.record.cells[index];
        let node = &self.decoder.record.nodes[cell.node? as usize];
        cell.variable.filter(|_| cell.kind == CellKind::Data && !self.decoder.is_vector[index])?;
        let (at, real_node) = (self.real(cell.address, known)?, self.real(node.address, known)?);
        Some(Ask { cell: index, at, node: real_node, node_type: node.node_type })
    }

    /// Whether the word or byte at `here` is what the pattern has at `offset`; how many bytes that was.
    fn piece_fits(
        &self,
        index: usize,
        here: u32,
        pattern: &Pattern,
        offset: usize,
        known: &Known,
        news: &mut News,
    ) -> Option<usize> {
        let kind = self.decoder.record.cells[index].kind;
        match self.word(here) {
            Some((word, Origin::Address(_))) => self.bind(pattern.word(offset)?, word, kind, known, news).then_some(4),
            Some((_, Origin::Token(_))) => (kind == CellKind::Token).then_some(4),
            Some((word, Origin::Key(_))) => {
                match kind {
                    CellKind::Rank => news.ranks.push((pattern.word(offset)?, word, index)),
                    CellKind::Key => {
                        news.loose.push((self.decoder.record.cells[index].variable, index, word));
                    }
                    _ => return None,
                }
                Some(4)
            }
            _ => {
                let undefined = pattern.undefined[offset] | self.machine.tracker().undefined(here);
                let byte = self.machine.memory().bytes()[here as usize];
                ((byte ^ pattern.bytes[offset]) & !undefined == 0).then_some(1)
            }
        }
    }

    /// The word at an address, if it is one that is no data.
    fn word(&self, at: u32) -> Option<(u32, Origin)> {
        let tracker = self.machine.tracker();
        let bytes = self.machine.memory().bytes().get(at as usize..at as usize + 4)?;
        let is_whole = |origin: fn(u8) -> Origin| (0..4).all(|i| tracker.origin(at + u32::from(i)) == origin(i));
        let kinds: [fn(u8) -> Origin; 3] = [Origin::Address, Origin::Token, Origin::Key];
        let kind = kinds.into_iter().find(|kind| is_whole(*kind))?;
        Some((u32::from_le_bytes(bytes.try_into().ok()?), kind(0)))
    }

    /// A link of the skeleton is this one in memory: whether that agrees with all others.
    fn bind(&self, skeleton: u32, real: u32, kind: CellKind, known: &Known, news: &mut News) -> bool {
        let Some(block) = self.decoder.block(skeleton) else { return false };
        if self.is_loose {
            return true;
        }
        let offset = skeleton - self.decoder.record.blocks[block].address;
        let Some(start) = real.checked_sub(offset) else { return false };
        let new = news.real.iter().find(|(known, _)| *known == block).map(|(_, start)| start);
        match known.real.get(&block).or(new) {
            Some(known) => *known == start,
            // Whatever else leads there comes too late, or leads to nothing of the structure.
            None if matches!(kind, CellKind::Alias | CellKind::Parent) => false,
            None => {
                let is_live = self.machine.heap().block_at_or_before(start);
                let is_live = is_live.is_some_and(|block| block.address == start && block.freed.is_none());
                let is_free = !known.taken.contains(&start) && news.real.iter().all(|(_, taken)| *taken != start);
                news.real.push((block, start));
                is_live && is_free
            }
        }
    }

    /// Bytes of a cell that others lie over, or may lie over: with this choice, or for the generous with any.
    fn hidden(&self, index: usize, choice: u32, known: &Known, is_generous: bool) -> BTreeSet<usize> {
        let Decoder { record, over, .. } = self.decoder;
        let cell = &record.cells[index];
        let others = over[index].iter().map(|other| &record.cells[*other]);
        let others = others.filter(|other| is_generous || known.may_hold(&other.condition, cell.variable, choice));
        let bytes = others.flat_map(|other| {
            let range = other.address.max(cell.address)..(other.address + other.len).min(cell.address + cell.len);
            range.map(|address| (address - cell.address) as usize)
        });
        bytes.collect()
    }

    // --- Vectors ---

    /// Length, capacity and address of the buffer; no address where there is none.
    fn vector(&self, at: u32) -> (u32, u32, Option<u32>) {
        let word = |i: u32| {
            let at = (at + 4 * i) as usize;
            self.machine.memory().bytes()[at..at + 4].try_into().map_or(0, u32::from_le_bytes)
        };
        let is_address = |i: &u32| matches!(self.word(at + 4 * i), Some((_, Origin::Address(_))));
        let Some(address) = (0..3).find(is_address) else { return (0, 0, None) };
        let rest: Vec<u32> = (0..3).filter(|i| *i != address).map(word).collect();
        (rest[0].min(rest[1]), rest[0].max(rest[1]), Some(word(address)))
    }

    /// The same of a pattern.
    fn vector_of(&self, pattern: &Pattern) -> (u32, u32, Option<u32>) {
        let words: Vec<u32> = (0..3).map(|i| pattern.word(4 * i).unwrap_or(0)).collect();
        let Some(address) = (0..3).find(|i| self.decoder.block(words[*i]).is_some()) else { return (0, 0, None) };
        let rest: Vec<u32> = (0..3).filter(|i| *i != address).map(|i| words[i]).collect();
        (rest[0].min(rest[1]), rest[0].max(rest[1]), Some(words[address]))
    }

    /// A vector fits if it is as long, and has room for more or not as the pattern has: how much room makes no difference to
    /// anything that only fills it.
    fn vector_fits(&self, at: u32, pattern: &Pattern, known: &Known, news: &mut News) -> bool {
        let (len, capacity, buffer) = self.vector(at);
        let (pattern_len, pattern_capacity, pattern_buffer) = self.vector_of(pattern);
        let has_room = |len: u32, capacity: u32| capacity > len;
        let is_alike = len == pattern_len
            && has_room(len, capacity) == has_room(pattern_len, pattern_capacity)
            && buffer.is_some() == pattern_buffer.is_some();
        match (buffer, pattern_buffer) {
            _ if !is_alike => false,
            (Some(buffer), Some(pattern)) => self.bind(pattern, buffer, CellKind::Tree, known, news),
            _ => true,
        }
    }

    // --- What does not fit ---

    fn misfit(&self, index: usize, depth: usize, known: &Known) -> Misfit {
        let Decoder { record, alike, .. } = self.decoder;
        let cell = &record.cells[index];
        let Some(at) = self.real(cell.address, known) else {
            return Misfit { depth, is_beyond: false, text: format!("`{}` lies nowhere", cell.path), ask: None };
        };
        let elsewhere = &alike[&place(record, cell)];
        // What another node of the type can hold at this place, this one could hold if the bounds were larger.
        let is_beyond = match cell.kind {
            CellKind::Tree if cell.variable.is_none() => self.word(at).is_some(),
            _ if self.decoder.is_vector[index] => {
                self.is_too_long(at, index) || self.fits_elsewhere(at, index, elsewhere)
            }
            _ => self.fits_elsewhere(at, index, elsewhere),
        };
        let what = if self.decoder.is_vector[index] {
            let (len, capacity, _) = self.vector(at);
            format!("a vector of {len} with room for {capacity}")
        } else {
            self.value(at, cell)
        };
        let variable = cell.variable.map(|variable| &record.variables[variable as usize]);
        let labels = variable.map(|variable| variable.labels.join(", ")).filter(|labels| !labels.is_empty());
        let expected = labels.map_or_else(String::new, |labels| format!(" ({labels})"));
        let text = format!("`{}` is {what}, and no state of the space has that there{expected}", cell.path);
        Misfit { depth, is_beyond, text, ask: self.ask(index, known) }
    }

    /// The contents of a cell, as text.
    fn value(&self, at: u32, cell: &Cell) -> String {
        match self.word(at) {
            Some((_, Origin::Address(_))) => "an address".to_owned(),
            Some((_, Origin::Token(_))) => "a value".to_owned(),
            Some(_) => "a key".to_owned(),
            None => {
                let mut bytes = [0; 8];
                let len = cell.len.min(8) as usize;
                bytes[..len].copy_from_slice(&self.machine.memory().bytes()[at as usize..at as usize + len]);
                u64::from_le_bytes(bytes).to_string()
            }
        }
    }

    fn is_too_long(&self, at: u32, index: usize) -> bool {
        let (len, capacity, _) = self.vector(at);
        let most = self.decoder.patterns[index].iter().map(|pattern| self.vector_of(pattern).0).max().unwrap_or(0);
        len > most || (len == most && capacity > len)
    }

    /// Whether what is here would fit into one of these cells of other nodes, wherever its links lead.
    fn fits_elsewhere(&self, at: u32, index: usize, elsewhere: &[usize]) -> bool {
        let loosely = Reading { is_loose: true, ..*self };
        elsewhere.iter().filter(|other| **other != index).any(|&other| {
            let choices = 0..u32::try_from(self.decoder.patterns[other].len()).unwrap_or(0);
            let known = Known::default();
            choices.into_iter().any(|choice| loosely.fits_at(at, other, choice, &known, false, &mut News::default()))
        })
    }

    // --- The end ---

    /// Everything fits: the choices, if keys and counts are right as well.
    fn finish(&self, mut known: Known) -> Result<Vec<u32>, Misfit> {
        let record = &self.decoder.record;
        let depth = self.decoder.order.len();
        known.ranks.sort_unstable();
        if let Some(pair) = known.ranks.windows(2).find(|pair| pair[0].1 >= pair[1].1) {
            let [before, after] = [pair[0].2, pair[1].2].map(|cell| &record.cells[cell].path);
            let text = format!("the key in `{before}` is not less than the one in `{after}`, as `sorted` says");
            return Err(Misfit { depth, is_beyond: false, text, ask: None });
        }
        self.choose_loose(&mut known).map_err(|()| Misfit {
            depth,
            is_beyond: true,
            text: String::new(),
            ask: None,
        })?;
        for count in record.counts.iter().filter(|count| known.holds(&count.condition)) {
            let Some(at) = self.real(count.address, &known) else { continue };
            let mut bytes = [0; 8];
            let len = count.len as usize;
            bytes[..len].copy_from_slice(&self.machine.memory().bytes()[at as usize..at as usize + len]);
            let (says, is) = (u64::from_le_bytes(bytes), count.counted.iter().filter(|c| known.holds(c)).count());
            if says != is as u64 {
                let text = format!("`{}` is {says}, but there are {is}", count.path);
                return Err(Misfit { depth, is_beyond: false, text, ask: None });
            }
        }
        let variables = 0..u32::try_from(record.variables.len()).unwrap_or(u32::MAX);
        Ok(variables.map(|variable| known.choices.get(&variable).copied().unwrap_or(0)).collect())
    }

    /// Chooses numbers for keys in no sorted list: that of the same key, or the least one that is in the right order. An
    /// error if there are too few numbers.
    fn choose_loose(&self, known: &mut Known) -> Result<(), ()> {
        let mut numbers: BTreeMap<u32, u32> = known.ranks.iter().map(|(number, key, _)| (*key, *number)).collect();
        let mut loose = std::mem::take(&mut known.loose);
        loose.sort_unstable_by_key(|(_, cell, key)| (*key, *cell));
        for (variable, cell, key) in loose {
            let patterns = self.decoder.patterns[cell].iter();
            let can_be: Vec<Option<u32>> = patterns.map(|pattern| pattern.word(0)).collect();
            let least = numbers.range(..key).next_back().map(|(_, number)| *number);
            let most = numbers.range(key + 1..).next().map(|(_, number)| *number);
            let same = numbers.get(&key).copied();
            let is_right = |number: u32| match same {
                Some(same) => number == same,
                None => least.is_none_or(|least| number > least) && most.is_none_or(|most| number < most),
            };
            let choice = can_be.iter().position(|number| number.is_some_and(is_right)).ok_or(())?;
            numbers.insert(key, can_be[choice].ok_or(())?);
            if let Some(variable) = variable {
                known.choices.insert(variable, u32::try_from(choice).unwrap_or(u32::MAX));
            }
        }
        Ok(())
    }
}

impl Known {
    /// A pattern fits.
    fn learn(&mut self, variable: Option<u32>, choice: u32, news: News) {
        self.choices.extend(variable.map(|variable| (variable, choice)));
        self.taken.extend(news.real.iter().map(|(_, start)| *start));
        self.real.extend(news.real);
        self.ranks.extend(news.ranks);
        self.loose.extend(news.loose);
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
