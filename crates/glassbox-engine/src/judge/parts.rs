//! Cells: every byte that was written holds what some checked state has at that place.
//!
//! A cell is looked at if the run has written one of its bytes, if it has written bytes that decide whether the cell is
//! there (a tag, a length), or if its node is new. All others are as the state was laid out. What a cell may hold is what
//! the positions of its node's type can have at its place ([`Place`]). A defined byte of a pattern must be that byte;
//! bytes that a pattern leaves undefined (padding, payloads of other variants) may be anything.
//!
//! The question 'is it one of the patterns?' is a decision: lookalikes give the same answer. A copy of a cell with the
//! same patterns needs none.

use std::collections::{BTreeMap, BTreeSet};

use glassbox_abi::skeleton::CellKind;
use glassbox_space::{Diagram, VariableId};
use glassbox_vm::isa::semantics::BinaryOp;
use glassbox_vm::track::{Decided, Decision, Shadow, Term, TermId, Terms, Tracked, Tracker as _, Word};

use super::{Judge, Judged, fail};
use crate::guest::{NodeMemory, Part, VectorPart};
use crate::ids::{ByteSpan, NodeKey};
use crate::limits::RUN_FUEL;
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
            && self.reads_as_listed(node, part, &place);
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

    /// Whether a value is one of the patterns but for bytes that nobody reads: a decision. A listed value of several parts may
    /// have bytes that belong to none of them: padding, or payloads of other variants, to which the compiler has written when it
    /// made the list. Only the guest can tell them apart: when it shows a pattern, it does not depend on them. (A truth value of
    /// 9 is shown as true, but it is read.)
    fn reads_as_listed(&mut self, node: NodeKey, part: &Part, place: &Place) -> bool {
        let chunks: Vec<Chunk> = self.chunks(part.span, |_| false);
        let patterns = self.read_patterns(node, part, place, &chunks);
        matches!(self.compare_with(&chunks, part.span.at, &patterns), Compared::Fits)
    }

    /// The patterns at a place, without the bytes that nobody reads.
    fn read_patterns(&mut self, node: NodeKey, part: &Part, place: &Place, now: &[Chunk]) -> Vec<Pattern> {
        if !self.rules.has(Rule::UnreadBytes) {
            return place.patterns.iter().map(|pattern| pattern.undefined_where(|_| true)).collect();
        }
        let key = (node.node_type, part.place);
        if let Some(known) = self.states.read_patterns.get(&key) {
            return known.clone();
        }
        let ByteSpan { at: start, len } = part.span;
        let fuel = self.states.guest.machine.fuel();
        let images: Vec<_> = (start..start + len).map(|at| (at, self.states.guest.machine.byte_image(at))).collect();
        let mut read_patterns = Some(Vec::new());
        for pattern in &place.patterns {
            for Chunk { span: ByteSpan { at, len }, .. } in now {
                self.states.guest.machine.plant(*at, *len, TermId::NONE, pattern.word(at - start, *len));
            }
            self.states.guest.machine.set_fuel(RUN_FUEL);
            let read = self.read_bytes(node, &place.path, start, pattern);
            let pattern = read.map(|read| pattern.undefined_where(|offset| !read.contains(&offset)));
            read_patterns = read_patterns.zip(pattern).map(|(patterns, pattern)| [patterns, vec![pattern]].concat());
        }
        // Byte by byte: what reads them later asks the same questions as a run that has found the patterns here.
        for (at, image) in images {
            self.states.guest.machine.plant_image(at, image);
        }
        self.states.guest.machine.set_fuel(fuel);
        // If the node cannot be shown, something else is wrong with it.
        let Some(read_patterns) = read_patterns else { return place.patterns.clone() };
        self.states.read_patterns.insert(key, read_patterns.clone());
        read_patterns
    }

    /// Offsets of the bytes of a pattern, which is in memory, on which the guest depends when it shows the node; none if it
    /// cannot. Each byte gets a term that may be any number; it is read if a decision would be another for one of them.
    ///
    /// The decisions of showing are none of the run: fields are shown one by one, so the answer depends on the pattern alone.
    fn read_bytes(&mut self, node: NodeKey, cell: &str, start: u32, pattern: &Pattern) -> Option<BTreeSet<u32>> {
        let n_decisions = self.states.guest.machine.tracker().decisions().len();
        let any: Vec<Word> = (0..=u8::MAX).map(|byte| Word::defined(byte.into())).collect();
        // By variable: no variable of the space has these numbers.
        let mut marks: BTreeMap<u32, u32> = BTreeMap::new();
        for offset in 0..pattern.len() {
            let (variable, word) = (u32::MAX - offset, pattern.word(offset, 1));
            if word.undefined() == 0 {
                let machine = &mut self.states.guest.machine;
                let mark = machine.tracker_mut().terms_mut().variable(variable, &any);
                machine.plant(start + offset, 1, mark, word);
                marks.insert(variable, u32::try_from(word.bits()).expect("a byte"));
            }
        }
        let is_shown = self.can_be_shown(node, cell);
        let read = marks.keys().filter(|mark| self.has_decided_on(**mark, &marks, n_decisions));
        let read = read.map(|mark| u32::MAX - mark).collect();
        self.states.guest.machine.tracker_mut().forget_decisions_after(n_decisions);
        is_shown.then_some(read)
    }

    /// Whether one of the decisions after the first ones would be another if the byte of a mark were.
    fn has_decided_on(&self, varied: u32, marks: &BTreeMap<u32, u32>, n_decisions: usize) -> bool {
        let tracker = self.states.guest.machine.tracker();
        let terms = tracker.terms();
        let of_space = |variable| self.states.space.choice(VariableId::from_index(variable), self.state).unwrap_or(0);
        let mut decided =
            tracker.decisions().skip(n_decisions).filter(|decided| depends_on(terms, decided.term, varied));
        decided.any(|Decided { term, question, answer }| {
            (0..=u8::MAX).any(|byte| {
                let choice = |variable| match marks.get(&variable) {
                    Some(_) if variable == varied => byte.into(),
                    Some(&byte) => byte,
                    None => of_space(variable),
                };
                terms.evaluate(term, &choice).is_none_or(|word| terms.answer(question, word) != answer)
            })
        })
    }

    /// Whether the guest can show a node, and has a text for every value in the field of a cell. One without a text was not read.
    fn can_be_shown(&mut self, node: NodeKey, cell: &str) -> bool {
        let show = self.node_type(node).show;
        let is_shown = self.call(show, &[node.address.0]).is_ok();
        let shown = std::mem::take(&mut self.states.guest.host().shown);
        let mut of_field = shown.iter().filter(|shown| field(&shown.path) == field(cell)).peekable();
        // A field that is not shown at all was not read either.
        is_shown && of_field.peek().is_some() && of_field.all(|shown| !shown.text.contains(".."))
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

/// The first part of a path.
fn field(path: &str) -> &str {
    path.split(['.', '[']).next().unwrap_or(path)
}

/// Whether a variable is part of a term.
fn depends_on(terms: &Terms, term: TermId, on: u32) -> bool {
    let (mut todo, mut seen) = (vec![term], BTreeSet::new());
    while let Some(term) = todo.pop() {
        if matches!(terms.term(term), Term::Variable { variable, .. } if variable == on) {
            return true;
        }
        if seen.insert(term) {
            let (operands, n_operands) = terms.operands(term);
            todo.extend(&operands[..n_operands]);
        }
    }
    false
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
