//! Keys in order, as their positions determine them.
//!
//! All keys in `sorted` lists of a structure form one sequence, and the key of each position has a number that grows
//! along it. So the keys below a position lie in a span of numbers that no other key lies in, whichever of them exist.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::RangeInclusive;

use glassbox_abi::Skeleton as Record;
use glassbox_abi::skeleton::{CellKind, Condition};
use glassbox_vm::track::TermId;

/// An end of a sequence.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Side {
    /// Its least key.
    Least,
    /// Its greatest key.
    Greatest,
}

/// An element of the sequence of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Element {
    /// A key of its own, with its address and its number in valid states.
    Key {
        /// Where it is.
        address: u32,
        /// Number of bytes.
        len: u32,
        /// Its number before a run.
        number: u64,
    },
    /// All keys below a child.
    Child(u32),
}

/// The sequence of a position.
#[derive(Clone, Debug, Default)]
pub(crate) struct Sorted {
    /// In order. Children without keys are left out.
    pub(crate) elements: Vec<Element>,
    /// The least and the greatest number that a key here or below can have; none if there are no keys.
    pub(crate) span: Option<(u64, u64)>,
    /// Whether the node always has all its keys, in the node itself, and has one between any two children.
    pub(crate) is_plain: bool,
    /// Offsets of the bytes of its keys.
    pub(crate) key_bytes: BTreeSet<u32>,
}

impl Sorted {
    /// Puts the elements in order.
    fn arrange(&mut self, span_of: impl Fn(u32) -> Option<(u64, u64)>) {
        let span = |element: &Element| match *element {
            Element::Key { number, .. } => (number, number),
            Element::Child(child) => span_of(child).expect("only children with keys are elements"),
        };
        self.elements.sort_by_key(span);
        // The elements of a vector lie in several buffers, one for each capacity.
        self.elements.dedup_by_key(|element| span(element));
        let two_children = |pair: &[Element]| pair.iter().all(|element| matches!(element, Element::Child(_)));
        self.is_plain &= !self.elements.windows(2).any(two_children);
        let least = self.elements.iter().map(|element| span(element).0).min();
        let greatest = self.elements.iter().map(|element| span(element).1).max();
        self.span = least.zip(greatest);
    }
}

/// The sequences of all positions.
#[derive(Debug)]
pub(crate) struct Order {
    nodes: Vec<Sorted>,
    /// Types that have keys in order.
    types: BTreeSet<u32>,
    /// For each number the conditions under which its key exists.
    exists: BTreeMap<u64, Vec<Condition>>,
    /// The ends of sequences as terms, made on request, with the variables and values behind them.
    pub(crate) ends: BTreeMap<(u32, Side), End>,
}

/// The end of a sequence as a variable.
#[derive(Clone, Debug)]
pub(crate) struct End {
    pub(crate) term: TermId,
    pub(crate) variable: glassbox_space::VariableId,
    pub(crate) values: Vec<u64>,
}

impl Order {
    pub(super) fn new(record: &Record, numbers: &[Vec<u64>]) -> Self {
        let mut nodes = vec![Sorted { is_plain: true, ..Sorted::default() }; record.nodes.len()];
        let mut types = BTreeSet::new();
        let mut exists: BTreeMap<u64, Vec<Condition>> = BTreeMap::new();
        for (cell, numbers) in record.cells.iter().zip(numbers).filter(|(cell, _)| cell.kind == CellKind::Rank) {
            let (Some(node), Some(&number)) = (cell.node, numbers.first()) else { continue };
            let position = &record.nodes[node as usize];
            let size = record.types[position.node_type as usize].size;
            let sorted = &mut nodes[node as usize];
            let offset = cell.address.checked_sub(position.address).filter(|offset| *offset < size);
            sorted.is_plain &= offset.is_some() && cell.condition == position.condition;
            sorted.key_bytes.extend(offset.into_iter().flat_map(|offset| offset..offset + cell.len));
            sorted.elements.push(Element::Key { address: cell.address, len: cell.len, number });
            types.insert(position.node_type);
            exists.entry(number).or_default().push(cell.condition.clone());
        }
        // Children come after their parents, so from the end each one is complete when its parent needs it.
        for node in (0..nodes.len()).rev() {
            let mut sorted = std::mem::take(&mut nodes[node]);
            sorted.arrange(|child| nodes[child as usize].span);
            if let (Some(_), Some(parent)) = (sorted.span, record.nodes[node].parent) {
                let child = u32::try_from(node).expect("the record counts with 32 bits");
                nodes[parent as usize].elements.push(Element::Child(child));
            }
            nodes[node] = sorted;
        }
        Self { nodes, types, exists, ends: BTreeMap::new() }
    }

    pub(crate) fn of(&self, node: u32) -> &Sorted {
        &self.nodes[node as usize]
    }

    /// Whether nodes of a type have keys in order.
    pub(crate) fn has(&self, node_type: u32) -> bool {
        self.types.contains(&node_type)
    }

    /// The numbers of keys in a span, with the conditions under which they exist.
    pub(crate) fn within(&self, span: RangeInclusive<u64>) -> impl DoubleEndedIterator<Item = (u64, &[Condition])> {
        self.exists.range(span).map(|(number, conditions)| (*number, conditions.as_slice()))
    }
}
