//! Keys are in order: every `sorted` list, through all nodes, is strictly increasing.
//!
//! Before the run it was, and by how positions fix their keys it is known in which span the keys below any position lie.
//! So only neighbours are compared of which one is new at its place:
//!
//! - in a visited node, all neighbours, for its links may be others than before;
//! - in a node of which only a key was written, that key and its neighbours;
//! - above these, whatever stands next to a child with another first or last key, up to where a key is between.
//!
//! A comparison that the spans decide is no decision: it comes out the same in all states. One with a key that is an
//! argument is; but whoever has put it in its place has made that comparison before, so that no state is split off by it.
//! Only where spans overlap, which no correct operation leaves behind, the exact end of a subtree has to be asked for.

use std::collections::{BTreeMap, BTreeSet};

use glassbox_abi::skeleton::ItemKind;
use glassbox_space::{Diagram, OutOfMemory};
use glassbox_vm::isa::semantics::BinaryOp;
use glassbox_vm::track::{Decision, Shadow, TermId, Tracked, Word};

use super::{Judge, Judged, fail};
use crate::collection::{Element, End, Side};
use crate::guest::Visited;
use crate::ids::NodeKey;
use crate::result::Finding;

/// A first or last key of a sequence.
#[derive(Clone, Copy, Debug)]
enum Edge {
    /// The key before the run below this position, if there is any key.
    Of(u32, Side),
    /// This key.
    Key(Tracked<Shadow>),
}

/// The edges of a node's sequence. An edge is one of several keys if it is not known which of them exist.
#[derive(Clone, Debug, Default)]
struct Edges {
    least: Vec<Edge>,
    greatest: Vec<Edge>,
    /// Whether the least key may be another than before.
    is_least_new: bool,
    is_greatest_new: bool,
}

impl Edges {
    fn of_key(key: Tracked<Shadow>, is_new: bool) -> Self {
        let edge = vec![Edge::Key(key)];
        Self { least: edge.clone(), greatest: edge, is_least_new: is_new, is_greatest_new: is_new }
    }

    /// Those of a position in which nothing has changed.
    fn as_before(position: u32) -> Self {
        let (least, greatest) = (vec![Edge::Of(position, Side::Least)], vec![Edge::Of(position, Side::Greatest)]);
        Self { least, greatest, is_least_new: false, is_greatest_new: false }
    }
}

/// An element of a sequence: a key, or all keys below a child, of which there may be none.
struct Part {
    is_key: bool,
    edges: Edges,
}

type Changed = BTreeMap<NodeKey, Edges>;

impl<D: Diagram> Judge<'_, D> {
    /// Compares all keys that may have become neighbours.
    pub(super) fn check_order(&mut self) -> Judged<()> {
        let mut todo = BTreeSet::new();
        let visited = self.sequences.keys().copied().filter(|node| self.states.collection.order.has(node.node_type.0));
        let rekeyed = self.rekeyed.iter().filter(|node| !self.dead.contains(node)).map(|node| self.key(*node));
        for node in visited.chain(rekeyed).collect::<Vec<_>>() {
            todo.insert((self.depth(node)?, node));
        }
        let mut changed = Changed::new();
        while let Some((_, node)) = todo.pop_last() {
            let edges = self.check_sequence(node, &changed)?;
            if (edges.is_least_new || edges.is_greatest_new)
                && let Some(parent) = self.parent_after(node)
            {
                todo.insert((self.depth(parent)?, parent));
            }
            changed.insert(node, edges);
        }
        Ok(())
    }

    /// Compares neighbours in a node. Returns its edges.
    fn check_sequence(&mut self, node: NodeKey, changed: &Changed) -> Judged<Edges> {
        let position = self.position(node);
        let plain = position.filter(|position| {
            !self.sequences.contains_key(&node) && self.states.collection.order.of(*position).is_plain
        });
        let parts = match plain {
            Some(position) => self.parts_as_before(position, changed),
            None => self.parts_now(node, changed)?,
        };
        // `greatest` is that of all parts so far.
        let mut all = Edges::default();
        for part in &parts {
            if all.is_greatest_new || part.edges.is_least_new {
                self.require_order(node, &all.greatest, &part.edges.least)?;
            }
            if part.is_key {
                all.greatest.clear();
                all.is_greatest_new = false;
            }
            all.greatest.extend_from_slice(&part.edges.greatest);
            all.is_greatest_new |= part.edges.is_greatest_new;
        }
        let first_key = parts.iter().position(|part| part.is_key).map_or(parts.len(), |index| index + 1);
        for part in &parts[..first_key] {
            all.least.extend_from_slice(&part.edges.least);
            all.is_least_new |= part.edges.is_least_new;
        }
        Ok(all)
    }

    /// The sequence of a node with the links that it had.
    fn parts_as_before(&mut self, position: u32, changed: &Changed) -> Vec<Part> {
        let elements = self.states.collection.order.of(position).elements.clone();
        let is_new = self.rekeyed.contains(&position);
        let part = |element| match element {
            Element::Key { address, len, .. } if is_new => {
                let key = self.states.guest.machine.read(address, len);
                Part { is_key: true, edges: Edges::of_key(key, true) }
            }
            Element::Key { number, .. } => {
                let key = Tracked { value: number, shadow: Shadow::default() };
                Part { is_key: true, edges: Edges::of_key(key, false) }
            }
            Element::Child(child) => {
                let edges = changed.get(&self.key(child)).cloned();
                Part { is_key: false, edges: edges.unwrap_or_else(|| Edges::as_before(child)) }
            }
        };
        elements.into_iter().map(part).collect()
    }

    /// The sequence of a node as it names it itself. All of it is new.
    fn parts_now(&mut self, node: NodeKey, changed: &Changed) -> Judged<Vec<Part>> {
        if !self.sequences.contains_key(&node) {
            // Which of its keys exist only the node itself can say.
            self.links_of(node, 0)?;
        }
        let mut parts = Vec::new();
        for seen in &self.sequences[&node] {
            match *seen {
                Visited::Item { kind: ItemKind::SortedKey, value, .. } => {
                    parts.push(Part { is_key: true, edges: Edges::of_key(value, true) });
                }
                Visited::Link { target, check, in_order: true, .. } => {
                    let Some(child) = self.type_of(check).map(|node_type| NodeKey { address: target, node_type })
                    else {
                        continue;
                    };
                    let edges = self.edges_of(child, changed);
                    let edges = Edges { is_least_new: true, is_greatest_new: true, ..edges };
                    parts.push(Part { is_key: false, edges });
                }
                _ => {}
            }
        }
        Ok(parts)
    }

    fn edges_of(&self, child: NodeKey, changed: &Changed) -> Edges {
        if let Some(edges) = changed.get(&child) {
            return edges.clone();
        }
        let order = &self.states.collection.order;
        let position = self.position(child).filter(|position| order.of(*position).span.is_some());
        position.map_or_else(Edges::default, Edges::as_before)
    }

    /// Checks that every key of `before` that exists is less than every one of `after`.
    fn require_order(&mut self, node: NodeKey, before: &[Edge], after: &[Edge]) -> Judged<()> {
        for &first in before {
            for &second in after {
                let in_order = match self.by_spans(first, second) {
                    Some(in_order) => in_order,
                    None => self.decide_order(first, second)?,
                };
                if !in_order {
                    return fail(Finding::KeyOrder { node: self.name(node) });
                }
            }
        }
        Ok(())
    }

    // --- Comparing ---

    /// Whether the first edge is less than the second, if that is the same in all states.
    fn by_spans(&self, first: Edge, second: Edge) -> Option<bool> {
        let (one, other) = (self.span(first)?, self.span(second)?);
        if one.1 < other.0 {
            return Some(true);
        }
        // Below a position there may be no key.
        let exist = matches!((first, second), (Edge::Key(_), Edge::Key(_)));
        (exist && one.0 >= other.1).then_some(false)
    }

    fn span(&self, edge: Edge) -> Option<(u64, u64)> {
        match edge {
            Edge::Of(position, _) => self.states.collection.order.of(position).span,
            Edge::Key(key) => {
                let is_plain = !key.shadow.term.is_some() && key.shadow.undefined == 0;
                is_plain.then_some((key.value, key.value))
            }
        }
    }

    fn decide_order(&mut self, first: Edge, second: Edge) -> Judged<bool> {
        let (first_term, first_value) = self.edge_term(first)?;
        let (second_term, second_value) = self.edge_term(second)?;
        let (Some(first_value), Some(second_value)) = (first_value, second_value) else { return Ok(false) };
        let terms = self.states.guest.machine.tracker_mut().terms_mut();
        let less = terms.binary(BinaryOp::I64LtS, first_term, second_term);
        let is_less = first_value.cast_signed() < second_value.cast_signed();
        self.decide(less, u64::from(is_less), Decision::Branch);
        Ok(is_less)
    }

    /// An edge as a term, and its value; none if that is undefined, which is decided.
    fn edge_term(&mut self, edge: Edge) -> Judged<(TermId, Option<u64>)> {
        match edge {
            Edge::Of(position, side) => {
                let end = self.end(position, side)?;
                let choice = self.states.space.choice(end.variable, self.state).unwrap_or(0);
                Ok((end.term, Some(end.values[choice as usize])))
            }
            Edge::Key(key) => {
                let is_defined = key.shadow.undefined == 0;
                let terms = self.states.guest.machine.tracker_mut().terms_mut();
                let word = Word::new(key.value, key.shadow.undefined);
                let term = if key.shadow.term.is_some() { key.shadow.term } else { terms.constant(word) };
                if !is_defined {
                    self.decide_value(key);
                }
                Ok((term, is_defined.then_some(key.value)))
            }
        }
    }

    /// The least or greatest key below a position before the run, as a variable. Where there is none, a number below
    /// or above all keys, so that every comparison holds.
    fn end(&mut self, position: u32, side: Side) -> Result<End, OutOfMemory> {
        if let Some(end) = self.states.collection.order.ends.get(&(position, side)) {
            return Ok(end.clone());
        }
        let order = &self.states.collection.order;
        let span = order.of(position).span.map(|(least, greatest)| order.within(least..=greatest));
        let mut keys: Vec<_> = span.into_iter().flatten().map(|(number, exists)| (number, exists.to_vec())).collect();
        if side == Side::Greatest {
            keys.reverse();
        }
        let (mut guards, mut values) = (Vec::new(), Vec::new());
        let mut rest = self.states.space.full();
        for (number, conditions) in keys {
            let mut exists = self.states.space.empty();
            for condition in conditions {
                let guard = self.states.skeleton.guard(&self.states.space, &condition)?;
                exists = self.states.space.or(&exists, &guard)?;
            }
            guards.push(self.states.space.and(&rest, &exists)?);
            values.push(number);
            rest = self.states.space.minus(&rest, &exists)?;
        }
        guards.push(rest);
        values.push(if side == Side::Least { i64::MAX.cast_unsigned() } else { u64::MAX });
        let variable = self.states.space.derive(guards)?;
        let words: Vec<Word> = values.iter().map(|value| Word::defined(*value)).collect();
        let term = self.states.guest.machine.tracker_mut().terms_mut().variable(variable.index(), &words);
        let end = End { term, variable, values };
        self.states.collection.order.ends.insert((position, side), end.clone());
        Ok(end)
    }
}
