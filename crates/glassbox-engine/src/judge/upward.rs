//! Running `check` again, from the deepest affected node to the root.

use std::collections::BTreeSet;

use glassbox_abi::skeleton::NodeType;
use glassbox_space::Diagram;
use glassbox_vm::isa::semantics::BinaryOp;
use glassbox_vm::track::{Decision, Term, TermId, Terms, Word};

use super::{Judge, Judged, fail};
use crate::guest::Piece;
use crate::ids::{ByteSpan, NodeKey};
use crate::result::{ChildSummary, Finding};
use crate::rules::Rule;
use crate::skeleton::chunks;

impl<D: Diagram> Judge<'_, D> {
    /// Checks affected nodes, deepest first. If a node's summary is unchanged, the node above is not affected by it.
    pub(super) fn check_upward(&mut self) -> Judged<()> {
        let mut todo = BTreeSet::new();
        for node in self.affected.clone() {
            todo.insert((self.depth(node)?, node));
        }
        while let Some((_, node)) = todo.pop_last() {
            let summary = self.check(node)?;
            let same = self.is_old_summary(node, &summary);
            self.summaries.insert(node, summary);
            if let Some(parent) = self.parent_after(node).filter(|_| !same && self.rules.has(Rule::Upward)) {
                todo.insert((self.depth(parent)?, parent));
            }
        }
        Ok(())
    }

    /// Runs `check` on a node after the run. Returns its new summary.
    fn check(&mut self, node: NodeKey) -> Judged<Vec<Piece>> {
        let children = self.children_after(node);
        let summaries = children.iter().map(|&child| (child.address.0, self.summary_after(child))).collect();
        self.states.guest.host().summaries = summaries;
        self.states.guest.host().broken = None;
        let NodeType { check, summary_size, .. } = *self.node_type(node);
        let out = self.scratch[0];
        match self.call(check, &[node.address.0, out]) {
            Ok(true) => Ok(self.read_summary(out, summary_size)),
            Ok(false) => {
                let message = self.states.guest.host().broken.take().unwrap_or_default();
                let children = self.summaries_of(children);
                fail(Finding::InvariantBroken { node: self.name(node), message, children })
            }
            Err(stopped) => fail(Finding::UnreadableNode { node: self.name(node), stopped }),
        }
    }

    /// The summaries of children that exist, as the check of the node above was given them.
    fn summaries_of(&mut self, children: Vec<NodeKey>) -> Vec<ChildSummary> {
        let mut summaries = Vec::new();
        for child in children {
            let is_there = self.position(child).is_none_or(|position| self.exists(position));
            let ty = self.node_type(child);
            let (size, show) = (ty.summary_size, ty.show_summary);
            if !is_there || size == 0 {
                continue;
            }
            for piece in self.summary_after(child) {
                // Without terms: text for messages decides nothing.
                self.states.guest.machine.plant(self.scratch[0] + piece.at, piece.len, TermId::NONE, piece.word);
            }
            self.states.guest.host().shown.clear();
            if self.call(show, &[self.scratch[0]]).is_ok() {
                let shown = std::mem::take(&mut self.states.guest.host().shown);
                let summary = |text| ChildSummary { child: self.name(child), summary: text };
                summaries.extend(shown.into_iter().map(|shown| summary(shown.text)));
            }
        }
        summaries
    }

    /// The tree children after the run: those that the visit found, or the skeleton's, whether or not this state has them.
    pub(super) fn children_after(&self, node: NodeKey) -> Vec<NodeKey> {
        if let Some(links) = self.links.get(&node) {
            return links.clone();
        }
        let Some(position) = self.position(node) else { return Vec::new() };
        self.states.skeleton.children(position).iter().map(|child| self.key(*child)).collect()
    }

    fn summary_after(&self, node: NodeKey) -> Vec<Piece> {
        if let Some(summary) = self.summaries.get(&node) {
            return summary.clone();
        }
        let position = self.position(node);
        position.map(|position| self.old_summary(position)).unwrap_or_default()
    }

    fn old_summary(&self, node: u32) -> Vec<Piece> {
        self.states.initial.nodes[node as usize].summary.pieces(&self.states.space, self.state)
    }

    fn read_summary(&mut self, at: u32, size: u32) -> Vec<Piece> {
        let words = chunks(0, size).map(|ByteSpan { at: offset, len }| {
            let value = self.states.guest.machine.read(at + offset, len);
            let word = Word::new(value.value, value.shadow.undefined);
            Piece { at: offset, len, term: value.shadow.term, word }
        });
        words.collect()
    }

    /// Whether a position has the summary it had, byte by byte: a decision, unless it is the same in all states. A type's
    /// own comparison may leave out what the node above looks at.
    fn is_old_summary(&mut self, node: NodeKey, summary: &[Piece]) -> bool {
        let Some(position) = self.position(node) else { return false };
        let mut is_same = (TermId::NONE, true);
        let compared = if self.rules.has(Rule::SummaryBytes) { summary.len() } else { 1 };
        for (new, old) in summary.iter().zip(self.old_summary(position)).take(compared) {
            if new.term == old.term && new.word == old.word {
                continue;
            }
            // Whether a byte is padding must not depend on the state. If it does, the node above is checked in any case.
            let Some(same) = self.same_piece(new, &old) else { return false };
            let terms = self.states.guest.machine.tracker_mut().terms_mut();
            let both = |terms: &mut Terms| terms.binary(BinaryOp::I32And, is_same.0, same.0);
            is_same = (if is_same.0.is_some() { both(terms) } else { same.0 }, is_same.1 && same.1);
        }
        if is_same.0.is_some() {
            self.decide(is_same.0, is_same.1.into(), Decision::Branch);
        }
        is_same.1
    }

    /// A term that is 1 where two pieces are equal, and whether they are in this state. None if they do not have the same
    /// padding in all states.
    fn same_piece(&mut self, new: &Piece, old: &Piece) -> Option<(TermId, bool)> {
        let terms = self.states.guest.machine.tracker_mut().terms_mut();
        let padding = new.word.undefined();
        let is_padding = |piece: &Piece| piece.word.undefined() == padding && always_undefined(terms, piece) == padding;
        if !is_padding(new) || !is_padding(old) {
            return None;
        }
        let care = terms.constant(Word::defined(!padding));
        let mut seen = |piece: &Piece| {
            let term = if piece.term.is_some() { piece.term } else { terms.constant(piece.word) };
            terms.binary(BinaryOp::I64And, term, care)
        };
        let (a, b) = (seen(new), seen(old));
        let is_same = (new.word.bits() ^ old.word.bits()) & !padding == 0;
        Some((terms.binary(BinaryOp::I64Eq, a, b), is_same))
    }
}

/// Bits of a piece that are undefined in all states, as far as its term shows.
fn always_undefined(terms: &Terms, piece: &Piece) -> u64 {
    fn of(terms: &Terms, id: TermId, depth: u32) -> u64 {
        match terms.term(id) {
            Term::Constant(word) => word.undefined(),
            Term::Variable { values, .. } => {
                terms.values(values).iter().fold(u64::MAX, |all, word| all & word.undefined())
            }
            Term::Join { low, high, low_len } if depth > 0 => {
                let bits = u32::from(low_len) * 8;
                let low_mask = if bits >= 64 { u64::MAX } else { (1 << bits) - 1 };
                (of(terms, low, depth - 1) & low_mask) | of(terms, high, depth - 1).checked_shl(bits).unwrap_or(0)
            }
            _ => 0,
        }
    }
    if piece.term.is_some() { of(terms, piece.term, 8) } else { piece.word.undefined() }
}
