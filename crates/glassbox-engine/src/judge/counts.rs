//! Counts: a field that counts nodes is right after the run as well.
//!
//! The number of nodes below a position changes by the nodes that came and went below it. Where that happened is known: in
//! visited and freed nodes. So the new number is the old one plus a difference, found by going down from the position to
//! the visited and freed nodes, before the run and after it. A subtree that was moved within the structure cancels out; one
//! that came from elsewhere, or went there, counts with its own number.
//!
//! Numbers are compared as terms, so that they need not be decided.

use std::collections::{BTreeMap, BTreeSet};

use glassbox_space::{Diagram, OutOfMemory};
use glassbox_vm::isa::semantics::BinaryOp;
use glassbox_vm::track::{Decision, TermId, Word};

use super::{Judge, Judged, fail};
use crate::ids::{ByteSpan, NodeKey, TypeKey};
use crate::result::Finding;
use crate::rules::Rule;

/// A number of nodes: a constant, and the numbers before the run below some positions.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Number {
    constant: i64,
    below: BTreeMap<u32, i64>,
}

impl Number {
    fn add(&mut self, other: &Self, factor: i64) {
        self.constant += factor * other.constant;
        for (position, n) in &other.below {
            *self.below.entry(*position).or_default() += factor * n;
        }
        self.below.retain(|_, n| *n != 0);
    }
}

impl<D: Diagram> Judge<'_, D> {
    /// Checks all counts that may have become wrong.
    pub(super) fn check_counts(&mut self) -> Judged<()> {
        if !self.rules.has(Rule::Counts) || self.states.skeleton.record().counts.is_empty() {
            return Ok(());
        }
        let changed = self.with_all_above();
        for count in self.states.skeleton.record().counts.clone() {
            let Some(node) = count.node else { continue };
            let key = self.key(node);
            let is_written = self.written.range(count.address..count.address + count.len).next().is_some();
            if self.dead.contains(&node) || !(is_written || changed.contains(&key)) || !self.decide_exists(node) {
                continue;
            }
            let span = ByteSpan { at: count.address, len: count.len };
            self.check_count(key, TypeKey(count.node_type), span, &count.path, &changed)?;
        }
        for node in self.links.keys().copied().collect::<Vec<_>>() {
            if self.position(node).is_none() {
                self.check_counts_of_new(node, &changed)?;
            }
        }
        Ok(())
    }

    /// A new node has the counts of its type.
    fn check_counts_of_new(&mut self, node: NodeKey, changed: &BTreeSet<NodeKey>) -> Judged<()> {
        let record = self.states.skeleton.record();
        let mut places: BTreeMap<u32, (u32, String)> = BTreeMap::new();
        for count in &record.counts {
            let Some(owner) = count.node.map(|node| &record.nodes[node as usize]) else { continue };
            if owner.node_type == node.node_type.0 {
                let name = count.path.rsplit('.').next().unwrap_or_default().to_owned();
                places.insert(count.place, (count.node_type, name));
            }
        }
        let parts = self.memory.get(&node).map_or_else(Vec::new, |memory| memory.parts.clone());
        for part in parts {
            if let Some((counted, name)) = places.get(&part.place).cloned() {
                self.check_count(node, TypeKey(counted), part.span, &name, changed)?;
            }
        }
        Ok(())
    }

    /// Visited and freed nodes, and all nodes above them, before the run and after it.
    fn with_all_above(&self) -> BTreeSet<NodeKey> {
        let mut all = BTreeSet::new();
        let dead = self.dead.iter().map(|node| self.key(*node));
        for node in self.links.keys().copied().chain(dead) {
            let mut at = Some(node);
            while let Some(node) = at.filter(|node| all.insert(*node)) {
                at = self.parent_after(node);
            }
            let mut at = Some(node);
            while let Some(above) = at.and_then(|node| self.skeleton_parent(node)) {
                all.insert(above);
                at = Some(above);
            }
        }
        all
    }

    /// The number of nodes of a type in a subtree after the run.
    fn number_after(&mut self, node: NodeKey, counted: TypeKey, changed: &BTreeSet<NodeKey>) -> Number {
        match self.position(node) {
            Some(position) if !changed.contains(&node) => {
                Number { constant: 0, below: BTreeMap::from([(position, 1)]) }
            }
            _ => {
                let mut number = Number { constant: (node.node_type == counted).into(), below: BTreeMap::new() };
                for child in self.children_after(node) {
                    if self.is_there_after(child) {
                        let below = self.number_after(child, counted, changed);
                        number.add(&below, 1);
                    }
                }
                number
            }
        }
    }

    /// Whether a child that the skeleton or a visit names is there.
    fn is_there_after(&mut self, child: NodeKey) -> bool {
        match self.position(child) {
            Some(position) => !self.dead.contains(&position),
            None => true,
        }
    }

    /// The number of nodes of a type in a subtree before the run.
    fn number_before(&mut self, position: u32, counted: TypeKey, changed: &BTreeSet<NodeKey>) -> Number {
        let key = self.key(position);
        if !changed.contains(&key) {
            return Number { constant: 0, below: BTreeMap::from([(position, 1)]) };
        }
        if !self.decide_exists(position) {
            return Number::default();
        }
        let mut number = Number { constant: (key.node_type == counted).into(), below: BTreeMap::new() };
        for child in self.states.skeleton.children(position).to_vec() {
            let below = self.number_before(child, counted, changed);
            number.add(&below, 1);
        }
        number
    }

    fn check_count(
        &mut self,
        node: NodeKey,
        counted: TypeKey,
        span: ByteSpan,
        field: &str,
        changed: &BTreeSet<NodeKey>,
    ) -> Judged<()> {
        let mut number = self.number_after(node, counted, changed);
        // The old number as a whole, where there is one: its term is simpler than the sum of its parts.
        if let Some(position) = self.position(node) {
            let before = self.number_before(position, counted, changed);
            number.add(&before, -1);
            *number.below.entry(position).or_default() += 1;
        }
        let mask = if span.len == 8 { u64::MAX } else { (1 << (span.len * 8)) - 1 };
        let (mut sum, mut expected) = (TermId::NONE, 0u64);
        for (&position, &factor) in &number.below {
            let (term, value) = self.nodes_below(position, counted)?;
            expected = expected.wrapping_add(value.wrapping_mul(factor.cast_unsigned()));
            let terms = self.states.guest.machine.tracker_mut().terms_mut();
            let factor = terms.constant(Word::defined(factor.cast_unsigned()));
            let product = terms.binary(BinaryOp::I64Mul, term, factor);
            sum = if sum.is_some() { terms.binary(BinaryOp::I64Add, sum, product) } else { product };
        }
        expected = expected.wrapping_add(number.constant.cast_unsigned()) & mask;
        let now = self.states.guest.machine.read(span.at, span.len);
        let terms = self.states.guest.machine.tracker_mut().terms_mut();
        let constant = terms.constant(Word::defined(number.constant.cast_unsigned()));
        let sum = if sum.is_some() { terms.binary(BinaryOp::I64Add, sum, constant) } else { constant };
        let mask = terms.constant(Word::defined(mask));
        let sum = terms.binary(BinaryOp::I64And, sum, mask);
        let is_equal = now.shadow.undefined == 0 && now.value == expected;
        if now.shadow.undefined != 0 {
            self.decide_value(now);
        } else {
            let now =
                if now.shadow.term.is_some() { now.shadow.term } else { terms.constant(Word::defined(now.value)) };
            let equal = terms.binary(BinaryOp::I64Eq, now, sum);
            self.decide(equal, u64::from(is_equal), Decision::Branch);
        }
        if is_equal {
            return Ok(());
        }
        let actual = (now.shadow.undefined == 0).then_some(now.value);
        fail(Finding::NodeCount { field: field.to_owned(), expected, actual })
    }

    /// The number of nodes of a type in the subtree of a position before the run: its term, and its value in this state.
    fn nodes_below(&mut self, position: u32, counted: TypeKey) -> Result<(TermId, u64), OutOfMemory> {
        let record = self.states.skeleton.record();
        let is_below = |mut node: u32| loop {
            if node == position {
                return true;
            }
            let Some(parent) = record.nodes[node as usize].parent else { return false };
            node = parent;
        };
        let of_type = |node: &u32| record.nodes[*node as usize].node_type == counted.0 && is_below(*node);
        let nodes: Vec<u32> = (0..self.states.skeleton.n_nodes()).filter(of_type).collect();
        let value = nodes.iter().filter(|node| self.exists(**node)).count() as u64;
        let known = self.states.skeleton.known_number_below(position, counted);
        let term = match known {
            Some(term) => term,
            None => self.states.count_below(position, counted, &nodes)?,
        };
        Ok((term, value))
    }
}
