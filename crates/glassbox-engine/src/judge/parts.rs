//! Cells: every byte that was written holds what some checked state has at that place.
//!
//! A cell is looked at if the run has written one of its bytes, if it has written bytes that decide whether the cell is
//! there (a tag, a length), or if its node is new. All others are as the state was laid out. What a cell may hold is what
//! the positions of its node's type can have at its place ([`Place`]). A defined byte of a pattern must be that byte;
//! bytes that a pattern leaves undefined (padding, payloads of other variants) may be anything.
//!
//! The question 'is it one of the patterns?' is a decision: lookalikes give the same answer. A copy of a cell with the
//! same patterns needs none.

use glassbox_abi::skeleton::CellKind;
use glassbox_space::Diagram;
use glassbox_vm::isa::semantics::BinaryOp;
use glassbox_vm::track::{Decision, Shadow, Term, TermId, Terms, Tracked, Tracker as _, Word};

use super::{Judge, Judged, fail};
use crate::guest::{NodeMemory, Part, Shown, VectorPart};
use crate::ids::{ByteSpan, NodeKey};
use crate::result::{Finding, Leaving, LeftValue};
use crate::rules::Rule;
use crate::skeleton::{Pattern, Place, chunks, is_compared};

/// A piece of a cell: its bits, those that matter, and what the patterns have there.
struct Chunk {
    span: ByteSpan,
    value: Tracked<Shadow>,
    /// Bits that no cell lies over.
    seen: u64,
}

/// Result of comparing a cell with patterns.
enum Compared {
    Fits,
    Undefined,
    /// None of the patterns; the value if it is short.
    Other(Option<u64>),
}

impl<D: Diagram> Judge<'_, D> {
    /// Looks at all cells that can differ from how the state was laid out.
    pub(super) fn explain_parts(&mut self) -> Judged<()> {
        if !self.rules.has(Rule::Parts) {
            return Ok(());
        }
        for (node, cell) in std::mem::take(&mut self.rewritten) {
            if self.dead.contains(&node) || self.links.contains_key(&self.key(node)) {
                continue;
            }
            let cell = &self.states.skeleton.record().cells[cell as usize];
            let part =
                Part { span: ByteSpan { at: cell.address, len: cell.len }, place: cell.place, scopes: Vec::new() };
            self.explain(self.key(node), &part, &[])?;
        }
        for (node, memory) in std::mem::take(&mut self.memory) {
            self.explain_node(node, &memory)?;
            self.memory.insert(node, memory);
        }
        self.explain_owning()
    }

    fn explain_node(&mut self, node: NodeKey, memory: &NodeMemory) -> Judged<()> {
        for (index, part) in memory.parts.iter().enumerate() {
            if self.is_changed(node, part) {
                // Cells that lie over this one.
                let inner: Vec<ByteSpan> = memory.parts[index + 1..]
                    .iter()
                    .map(|part| part.span)
                    .filter(|span| contains(part.span, *span))
                    .collect();
                let is_known = |part: &Part| self.states.skeleton.places().get(node.node_type, part.place).is_some();
                let is_in_known =
                    || memory.parts[..index].iter().any(|outer| contains(outer.span, part.span) && is_known(outer));
                // An array or a tuple whose elements have cells of their own has none, and an element of one that is
                // compared as a whole has none either.
                if is_known(part) || (inner.is_empty() && !is_in_known()) {
                    self.explain(node, part, &inner)?;
                }
            }
        }
        for vector in &memory.vectors {
            self.explain_size(node, vector);
        }
        for &span in &memory.odd_links {
            let field = self.field_at(node, memory, span);
            self.leaves(node, field, LeftValue::OddLink);
        }
        Ok(())
    }

    fn is_changed(&self, node: NodeKey, part: &Part) -> bool {
        let is_written = |span: &ByteSpan| self.written.range(span.at..span.at + span.len).next().is_some();
        self.position(node).is_none()
            || is_written(&part.span)
            || part.scopes.iter().any(is_written)
            // New memory of a node that was there before: a buffer.
            || self.states.skeleton.blocks().at(part.span.at).is_none()
    }

    /// Checks that a cell holds what some state has at its place.
    fn explain(&mut self, node: NodeKey, part: &Part, inner: &[ByteSpan]) -> Judged<()> {
        let known = self.states.skeleton.places().get(node.node_type, part.place);
        // What nothing is known about is not accepted.
        let Some(place) = known.filter(|place| place.len == part.span.len).cloned() else {
            let field = known.map_or_else(String::new, |place| place.path.clone());
            self.leaves(node, field, LeftValue::NotListed { value: None, listed: Vec::new() });
            return Ok(());
        };
        // A count, which has a rule of its own.
        if place.patterns.is_empty() {
            return Ok(());
        }
        // What such a value owns is compared, too.
        if self.listed_at(node.node_type, part.place).next().is_some() {
            return Ok(());
        }
        if !is_compared(place.kind) {
            return self.explain_opaque(node, part, &place);
        }
        if self.is_as_laid_out(node, part) {
            return Ok(());
        }
        let covered = |byte: u32| {
            place.kind == CellKind::Variant && inner.iter().any(|span| (span.at..span.at + span.len).contains(&byte))
        };
        let chunks = self.chunks(part.span, covered);
        let field = place.path.clone();
        let compared = self.compare_with(&chunks, part.span.at, &place.patterns);
        let is_listed = !matches!(compared, Compared::Fits)
            && place.kind != CellKind::Variant
            && is_compound(&place.labels)
            && self.reads_as_listed(node, part.span, &place.patterns)?;
        match compared {
            Compared::Fits => Ok(()),
            _ if is_listed => Ok(()),
            // Which bytes of a value with several parts were never written only the guest can tell, and it has read it.
            Compared::Undefined if !is_compound(&place.labels) || place.kind == CellKind::Variant => {
                fail(Finding::UndefinedField { node: self.name(node), field })
            }
            Compared::Undefined => {
                let value = LeftValue::NotListed { value: None, listed: place.labels.clone() };
                self.leaves(node, field, value);
                Ok(())
            }
            Compared::Other(_) if place.kind == CellKind::Fixed => {
                fail(Finding::FixedField { node: self.name(node), field })
            }
            Compared::Other(_) if place.kind == CellKind::Skipped => {
                self.leaves(node, field, LeftValue::Skipped);
                Ok(())
            }
            Compared::Other(value) => {
                let value = LeftValue::NotListed { value, listed: place.labels.clone() };
                self.leaves(node, field, value);
                Ok(())
            }
        }
    }

    /// Whether the guest reads a value as one of the patterns. A listed value of several parts may have bytes that belong to
    /// none of them: padding, or payloads of other variants, to which the compiler has written when it made the list. Only the
    /// guest can tell them apart: what it shows of the node must be what it shows with the pattern in place of the value.
    fn reads_as_listed(&mut self, node: NodeKey, span: ByteSpan, patterns: &[Pattern]) -> Judged<bool> {
        let now = self.shown(node)?;
        let saved: Vec<Chunk> = self.chunks(span, |_| false);
        let mut is_listed = false;
        for pattern in patterns {
            for Chunk { span: ByteSpan { at, len }, .. } in &saved {
                self.states.guest.machine.plant(*at, *len, TermId::NONE, pattern.word(at - span.at, *len));
            }
            is_listed = self.shown(node).is_ok_and(|shown| shown == now);
            if is_listed {
                break;
            }
        }
        for Chunk { span: ByteSpan { at, len }, value, .. } in saved {
            let word = Word::new(value.value, value.shadow.undefined);
            self.states.guest.machine.plant(at, len, value.shadow.term, word);
        }
        Ok(is_listed)
    }

    /// What the guest shows of a node.
    fn shown(&mut self, node: NodeKey) -> Judged<Vec<Shown>> {
        self.states.guest.host().shown.clear();
        let show = self.node_type(node).show;
        if let Err(stopped) = self.call(show, &[node.address.0]) {
            return fail(Finding::UnreadableNode { node: self.name(node), stopped });
        }
        Ok(std::mem::take(&mut self.states.guest.host().shown))
    }

    /// Keys and values are whatever they are, but they must have been written. Links have rules of their own.
    fn explain_opaque(&mut self, node: NodeKey, part: &Part, place: &Place) -> Judged<()> {
        if place.kind == CellKind::Alias {
            return self.explain_alias(node, part, place);
        }
        if place.kind == CellKind::Any {
            return self.explain_any(node, part, place);
        }
        if !matches!(place.kind, CellKind::Key | CellKind::Rank) {
            return Ok(());
        }
        let value = self.states.guest.machine.read(part.span.at, part.span.len.min(8));
        if value.shadow.undefined != 0 {
            self.decide_value(value);
            return fail(Finding::UndefinedField { node: self.name(node), field: place.path.clone() });
        }
        Ok(())
    }

    /// A field that may have any value has one. Its bytes are looked at and not read: a read would depend on the value.
    fn explain_any(&mut self, node: NodeKey, part: &Part, place: &Place) -> Judged<()> {
        let ByteSpan { at, len } = part.span;
        let machine = &mut self.states.guest.machine;
        if (at..at + len).any(|byte| machine.byte_image(byte).undefined != 0) {
            return fail(Finding::UndefinedField { node: self.name(node), field: place.path.clone() });
        }
        Ok(())
    }

    /// Whether no byte of a cell was written, and it was there before: a decision.
    fn is_as_laid_out(&mut self, node: NodeKey, part: &Part) -> bool {
        let ByteSpan { at, len } = part.span;
        let Some(position) = self.position(node) else { return false };
        if self.written.range(at..at + len).next().is_some() {
            return false;
        }
        let record = self.states.skeleton.record();
        let is_it = |cell: &&u32| {
            let cell = &record.cells[**cell as usize];
            cell.node == Some(position) && cell.place == part.place && cell.len == len
        };
        let Some(&cell) = self.states.skeleton.places().cells_at(at).iter().find(is_it) else { return false };
        let condition = record.cells[cell as usize].condition.clone();
        let holds = self.states.skeleton.holds(&self.states.space, &condition, self.state);
        let Some(term) = self.states.skeleton.known_condition_term(&condition) else { return false };
        self.decide(term, holds.into(), Decision::Branch);
        holds
    }

    fn chunks(&mut self, span: ByteSpan, covered: impl Fn(u32) -> bool) -> Vec<Chunk> {
        let read = |ByteSpan { at, len }: ByteSpan| {
            let value = self.states.guest.machine.read(at, len);
            let bits = |byte: u32| if covered(at + byte) { 0 } else { 0xff << (8 * byte) };
            Chunk { span: ByteSpan { at, len }, value, seen: (0..len).map(bits).fold(0, |all, byte| all | byte) }
        };
        chunks(span.at, span.len).map(read).collect()
    }

    /// Whether the chunks are those of one of the patterns: a decision, unless it is the same in all states.
    fn compare_with(&mut self, chunks: &[Chunk], start: u32, patterns: &[Pattern]) -> Compared {
        let terms = self.states.guest.machine.tracker().terms();
        if is_copy(terms, chunks, start, patterns) {
            return Compared::Fits;
        }
        let fits = |pattern: &Pattern| {
            chunks.iter().all(|chunk| {
                let word = pattern.word(chunk.span.at - start, chunk.span.len);
                let care = chunk.seen & !word.undefined();
                chunk.value.shadow.undefined & care == 0 && (chunk.value.value ^ word.bits()) & care == 0
            })
        };
        if chunks.iter().any(|chunk| chunk.value.shadow.term.is_some()) {
            let (question, word) = self.is_one_of(chunks, start, patterns);
            let shadow = Shadow { undefined: word.undefined(), term: question };
            // That the answer is undefined is an answer as well.
            let _ = self
                .states
                .guest
                .machine
                .tracker_mut()
                .decide(Decision::Branch, Tracked { value: word.bits(), shadow });
        }
        if patterns.iter().any(fits) {
            return Compared::Fits;
        }
        let is_undefined = |chunk: &Chunk| {
            let always = patterns
                .iter()
                .fold(u64::MAX, |all, pattern| all & !pattern.word(chunk.span.at - start, chunk.span.len).undefined());
            chunk.value.shadow.undefined & always & chunk.seen != 0
        };
        if chunks.iter().any(is_undefined) {
            return Compared::Undefined;
        }
        Compared::Other(match chunks {
            [only] if only.seen.count_ones() == 8 * only.span.len => Some(only.value.value),
            _ => None,
        })
    }

    /// A term that is 1 where the chunks are those of one of the patterns, else 0; and its word in this state.
    fn is_one_of(&mut self, chunks: &[Chunk], start: u32, patterns: &[Pattern]) -> Asked {
        let terms = self.states.guest.machine.tracker_mut().terms_mut();
        let constant = |terms: &mut Terms, word: Word| (terms.constant(word), word);
        let mut is_any = constant(terms, Word::defined(0));
        for pattern in patterns {
            let mut is_it = constant(terms, Word::defined(1));
            for chunk in chunks {
                let word = pattern.word(chunk.span.at - start, chunk.span.len);
                let care = chunk.seen & !word.undefined();
                if care == 0 {
                    continue;
                }
                let Shadow { term, undefined } = chunk.value.shadow;
                let value = Word::new(chunk.value.value, undefined);
                let value = if term.is_some() { (term, value) } else { constant(terms, value) };
                let (mask, wanted) = (Word::defined(care), Word::defined(word.bits() & care));
                let (mask, wanted) = (constant(terms, mask), constant(terms, wanted));
                let seen = both(terms, BinaryOp::I64And, value, mask);
                let same = both(terms, BinaryOp::I64Eq, seen, wanted);
                is_it = both(terms, BinaryOp::I32And, is_it, same);
            }
            is_any = both(terms, BinaryOp::I32Or, is_any, is_it);
        }
        is_any
    }

    /// A vector within the bounds has a size that some state has.
    fn explain_size(&mut self, node: NodeKey, vector: &VectorPart) {
        let span = ByteSpan { at: vector.at, len: 1 };
        let part = Part { span: ByteSpan { len: 12, ..span }, place: vector.place, scopes: Vec::new() };
        let Some(place) = self.states.skeleton.places().get(node.node_type, vector.place) else { return };
        let longest = place.sizes.iter().map(|size| size.len).max().unwrap_or(0);
        let is_known = place.sizes.contains(&vector.size) || vector.size.len > longest || place.sizes.is_empty();
        if !is_known && self.is_changed(node, &part) {
            let (len, capacity) = (vector.size.len, vector.size.capacity);
            let field = place.path.clone();
            self.leaves(node, field, LeftValue::Size { len, capacity });
        }
    }

    fn field_at(&self, node: NodeKey, memory: &NodeMemory, span: ByteSpan) -> String {
        let place = memory.parts.iter().find(|part| part.span == span).map(|part| part.place);
        let place = place.and_then(|place| self.states.skeleton.places().get(node.node_type, place));
        place.map_or_else(String::new, |place| place.path.clone())
    }

    pub(super) fn leaves(&mut self, node: NodeKey, field: String, value: LeftValue) {
        let node = self.name(node);
        let leaving = Leaving { node, field, value, state: String::new() };
        // What a value owns that is not listed nobody knows, so nothing else that is left matters beside it.
        if matches!(leaving.value, LeftValue::Owning | LeftValue::Pointed) {
            self.leaving = Some(leaving);
        } else {
            self.leaving.get_or_insert(leaving);
        }
    }
}

/// A term, and its word in this state.
type Asked = (TermId, Word);

fn both(terms: &mut Terms, op: BinaryOp, a: Asked, b: Asked) -> Asked {
    let term = terms.binary(op, a.0, b.0);
    (term, terms.apply(term, &[a.1, b.1]).expect("these instructions do not trap"))
}

/// Whether these are texts of values with several parts.
fn is_compound(labels: &[String]) -> bool {
    labels.iter().any(|label| label.contains(['(', '[', '{']))
}

fn contains(outer: ByteSpan, inner: ByteSpan) -> bool {
    outer.at <= inner.at && inner.at + inner.len <= outer.at + outer.len
}

/// Whether the chunks are those of one cell whose patterns are among these, in every state.
fn is_copy(terms: &Terms, chunks: &[Chunk], start: u32, patterns: &[Pattern]) -> bool {
    // The choices of the variable on which all chunks depend.
    let mut of: Option<(u32, usize)> = None;
    let mut words: Vec<Option<&[Word]>> = Vec::new();
    for chunk in chunks {
        if !chunk.value.shadow.term.is_some() {
            words.push(None);
            continue;
        }
        let Term::Variable { variable, values } = terms.term(chunk.value.shadow.term) else { return false };
        let values = terms.values(values);
        if *of.get_or_insert((variable, values.len())) != (variable, values.len()) {
            return false;
        }
        words.push(Some(values));
    }
    let Some((_, n_choices)) = of else { return false };
    (0..n_choices).all(|choice| {
        patterns.iter().any(|pattern| {
            chunks.iter().zip(&words).all(|(chunk, words)| {
                let plain = Word::new(chunk.value.value, chunk.value.shadow.undefined);
                let word = words.map_or(plain, |words| words[choice]);
                let wanted = pattern.word(chunk.span.at - start, chunk.span.len);
                let care = chunk.seen & !wanted.undefined();
                word.undefined() & care == 0 && (word.bits() ^ wanted.bits()) & care == 0
            })
        })
    })
}
