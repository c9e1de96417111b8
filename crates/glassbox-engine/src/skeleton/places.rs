//! What the states have at each place of each type of nodes: the inverse of the description.
//!
//! A cell of the record says what a position can hold at a place; other positions of the type say more about the same
//! place. A node that an operation has made has no position, so the type decides what it may hold.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use glassbox_abi::Skeleton as Record;
use glassbox_abi::skeleton::{Cell, CellKind, Size};
use glassbox_vm::track::Word;

use crate::guest::Guest;
use crate::ids::{CellShape, TypeKey};
use crate::result::PlanError;

/// All places of all types.
#[derive(Debug, Default)]
pub(crate) struct Places {
    by_type: BTreeMap<(TypeKey, u32), Place>,
    /// Cells of structures by address; several where one lies over another.
    cells: BTreeMap<u32, Vec<u32>>,
    /// The longest cell.
    longest: u32,
    /// For each type the places, with their lengths, that are compared as a whole.
    whole: BTreeMap<TypeKey, Arc<BTreeSet<CellShape>>>,
}

/// A place in the nodes of a type.
#[derive(Clone, Debug)]
pub(crate) struct Place {
    /// Its path from the node, without the numbers of elements.
    pub(crate) path: String,
    pub(crate) kind: CellKind,
    /// Number of bytes.
    pub(crate) len: u32,
    /// What positions of the type have there, each once.
    pub(crate) patterns: Vec<Pattern>,
    /// Texts of the patterns, if they have any.
    pub(crate) labels: Vec<String>,
    /// The sizes, if it is a vector.
    pub(crate) sizes: BTreeSet<Size>,
}

/// Bytes of a cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Pattern {
    bytes: Vec<u8>,
    /// The undefined bits of each byte.
    undefined: Vec<u8>,
}

impl Pattern {
    /// What the guest has in memory.
    pub(crate) fn read(guest: &mut Guest, at: u32, len: u32) -> Self {
        let bytes = (at..at + len).map(|at| {
            let byte = guest.machine.read(at, 1);
            [byte.value.to_le_bytes()[0], byte.shadow.undefined.to_le_bytes()[0]]
        });
        let (bytes, undefined) = bytes.map(|[byte, undefined]| (byte & !undefined, undefined)).unzip();
        Self { bytes, undefined }
    }

    /// Number of bytes.
    pub(crate) fn len(&self) -> u32 {
        u32::try_from(self.bytes.len()).expect("memory has fewer than 2^32 bytes")
    }

    /// The same with further undefined bytes.
    pub(crate) fn undefined_where(&self, is_undefined: impl Fn(u32) -> bool) -> Self {
        let undefined =
            (0..self.len()).zip(&self.undefined).map(|(at, old)| if is_undefined(at) { 0xff } else { *old });
        Self { bytes: self.bytes.clone(), undefined: undefined.collect() }
    }

    /// The word at an offset, if it is defined.
    pub(crate) fn word_at(&self, offset: u32) -> Option<u32> {
        let fits = offset + 4 <= self.len();
        let word = fits.then(|| self.word(offset, 4)).filter(|word| word.undefined() == 0)?;
        u32::try_from(word.bits()).ok()
    }

    /// At most 8 bytes of it.
    pub(crate) fn word(&self, at: u32, len: u32) -> Word {
        let number = |bytes: &[u8]| {
            let mut number = [0; 8];
            number[..len as usize].copy_from_slice(&bytes[at as usize..(at + len) as usize]);
            u64::from_le_bytes(number)
        };
        Word::new(number(&self.bytes), number(&self.undefined))
    }
}

/// Checks that no two ways lead to the same place.
pub(super) fn unique(record: &Record) -> Result<(), PlanError> {
    let mut paths: BTreeMap<(u32, u32), String> = BTreeMap::new();
    for cell in &record.cells {
        let Some(node) = cell.node.map(|node| &record.nodes[node as usize]) else { continue };
        let path = relative_path(&node.path, &cell.path);
        let known = paths.entry((node.node_type, cell.place)).or_insert_with(|| path.clone());
        if *known != path {
            return Err(PlanError::SamePlace { first: known.clone(), second: path });
        }
    }
    Ok(())
}

impl Places {
    /// The places of a record. The guest must have just sent it.
    pub(super) fn new(guest: &mut Guest, record: &Record) -> Self {
        let mut places = Self::default();
        for (index, cell) in (0..).zip(&record.cells) {
            let Some(node) = cell.node else { continue };
            places.cells.entry(cell.address).or_default().push(index);
            places.longest = places.longest.max(cell.len);
            let (labels, patterns) = (labels(record, cell), patterns(guest, cell));
            places.add(record, node, cell, patterns, labels);
        }
        for vector in &record.vectors {
            let Some(node) = vector.node else { continue };
            let ty = TypeKey(record.nodes[node as usize].node_type);
            if let Some(place) = places.by_type.get_mut(&(ty, vector.place)) {
                place.sizes.extend(&vector.sizes);
            }
        }
        for count in &record.counts {
            let Some(node) = count.node else { continue };
            let position = &record.nodes[node as usize];
            let path = relative_path(&position.path, &count.path);
            let place = Place::empty(path, CellKind::Data, count.len);
            places.by_type.entry((TypeKey(position.node_type), count.place)).or_insert(place);
        }
        places.find_whole();
        places
    }

    fn find_whole(&mut self) {
        let mut whole: BTreeMap<TypeKey, BTreeSet<CellShape>> = BTreeMap::new();
        let is_whole = |place: &Place| is_compared(place.kind) && place.kind != CellKind::Variant;
        for ((node_type, number), place) in self.by_type.iter().filter(|(_, place)| is_whole(place)) {
            whole.entry(*node_type).or_default().insert(CellShape { place: *number, len: place.len });
        }
        self.whole = whole.into_iter().map(|(node_type, places)| (node_type, Arc::new(places))).collect();
    }

    /// Places of a type, with their lengths, that are compared as a whole.
    pub(crate) fn whole(&self, node_type: TypeKey) -> Arc<BTreeSet<CellShape>> {
        self.whole.get(&node_type).cloned().unwrap_or_default()
    }

    /// Adds what positions at larger bounds have at places that no position of this record has, variants of enums that no
    /// position of it has, and other values, if values depend on the bounds.
    pub(super) fn learn(&mut self, larger: Self, values_differ: bool) {
        for (key, place) in larger.by_type {
            let known = self.by_type.entry(key).or_insert_with(|| place.clone());
            if known.kind == CellKind::Variant || values_differ {
                let new = place.patterns.into_iter().filter(|pattern| !known.patterns.contains(pattern));
                let new: Vec<Pattern> = new.collect();
                known.patterns.extend(new);
            }
        }
        self.find_whole();
    }

    fn add(&mut self, record: &Record, node: u32, cell: &Cell, patterns: Vec<Pattern>, labels: Vec<String>) {
        let position = &record.nodes[node as usize];
        let path = relative_path(&position.path, &cell.path);
        let key = (TypeKey(position.node_type), cell.place);
        let Some(known) = self.by_type.get_mut(&key) else {
            let place = Place::empty(path, cell.kind, cell.len);
            self.by_type.insert(key, Place { patterns, labels, ..place });
            return;
        };
        known.add(cell, patterns, &labels);
    }

    /// What the nodes of a type have at a place; none if no position within the bounds has anything there.
    pub(crate) fn get(&self, node_type: TypeKey, place: u32) -> Option<&Place> {
        self.by_type.get(&(node_type, place))
    }

    /// The cells at an address, by number.
    pub(crate) fn cells_at(&self, address: u32) -> &[u32] {
        self.cells.get(&address).map_or(&[], Vec::as_slice)
    }

    /// The cells that a byte belongs to, by number.
    pub(crate) fn cells_over(&self, record: &Record, address: u32) -> Vec<u32> {
        let near = self.cells.range(address.saturating_sub(self.longest)..=address);
        let covers = |cell: &&u32| {
            let cell = &record.cells[**cell as usize];
            address - cell.address < cell.len
        };
        near.flat_map(|(_, cells)| cells).filter(covers).copied().collect()
    }
}

impl Place {
    fn empty(path: String, kind: CellKind, len: u32) -> Self {
        Self { path, kind, len, patterns: Vec::new(), labels: Vec::new(), sizes: BTreeSet::new() }
    }

    /// Another position has these patterns at the place.
    fn add(&mut self, cell: &Cell, patterns: Vec<Pattern>, labels: &[String]) {
        // An element that is not in use but dropped has a cell of its own, with one pattern.
        if cell.kind == CellKind::Data && self.kind != CellKind::Data {
            self.patterns.extend(patterns);
            return;
        }
        if self.kind == CellKind::Data {
            self.kind = cell.kind;
        }
        // What is not compared with patterns need not be collected.
        if patterns == self.patterns || !is_compared(cell.kind) {
            return;
        }
        let n_labels = labels.len();
        for (index, pattern) in patterns.into_iter().enumerate() {
            if !self.patterns.contains(&pattern) {
                self.patterns.push(pattern);
                self.labels.extend(labels.get(index).filter(|_| n_labels > 0).cloned());
            }
        }
    }
}

/// Whether contents of this kind are compared with patterns. Rules of their own check all others.
pub(crate) fn is_compared(kind: CellKind) -> bool {
    match kind {
        CellKind::Data
        | CellKind::Variant
        | CellKind::Length
        | CellKind::Owning
        | CellKind::Item
        | CellKind::Fixed
        | CellKind::Skipped
        | CellKind::Unused => true,
        CellKind::Any
        | CellKind::Vector
        | CellKind::Slots
        | CellKind::Tree
        | CellKind::Parent
        | CellKind::Alias
        | CellKind::Rank
        | CellKind::Key
        | CellKind::Token => false,
    }
}

fn patterns(guest: &mut Guest, cell: &Cell) -> Vec<Pattern> {
    let pattern = |start: &u32| Pattern::read(guest, *start, cell.len);
    cell.patterns.iter().map(pattern).collect()
}

fn labels(record: &Record, cell: &Cell) -> Vec<String> {
    let variable = cell.variable.map(|variable| &record.variables[variable as usize]);
    // The labels of a variable that decides several fields are those of all of them together.
    let variable = variable.filter(|variable| variable.path == cell.path);
    variable.map_or_else(Vec::new, |variable| variable.labels.clone())
}

/// The path from a node to a cell, without the numbers of elements.
fn relative_path(node: &str, cell: &str) -> String {
    let rest = cell.strip_prefix(node).unwrap_or(cell).trim_start_matches('.');
    let steps = rest.split('.').map(|step| if step.bytes().all(|byte| byte.is_ascii_digit()) { "_" } else { step });
    steps.collect::<Vec<_>>().join(".")
}
