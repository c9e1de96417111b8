//! Terms of results, and the decisions that depend on them.

use super::decision::{Decided, Question};
use super::shadow::{Shadow, Value};
use super::state::Concolic;
use super::term::TermId;
use crate::isa::semantics::{BinaryOp, UnaryOp};
use crate::track::value::Tracked;
use crate::track::word::Word;

impl Concolic {
    /// The decisions of the run.
    pub fn decisions(&self) -> impl ExactSizeIterator<Item = Decided> + '_ {
        self.log.decisions()
    }

    /// Adds decisions to the run: those that the host has made itself, or before it restored the start.
    pub fn recall(&mut self, decisions: impl IntoIterator<Item = Decided>) {
        for decided in decisions {
            self.log.record(decided);
        }
    }

    /// Takes back all decisions but the first ones: those of calls that the host made for itself.
    pub fn forget_decisions_after(&mut self, n: usize) {
        self.log.truncate(n);
    }

    /// The decisions of the stages that are over, each up to a configuration.
    pub fn stages(&self) -> &[Vec<Decided>] {
        self.log.stages()
    }

    /// The decisions of each stage of the run, and last those since its last configuration. None if the host has noted no configurations, or has
    /// gone back to the start since.
    pub fn take_stages(&mut self) -> Option<Vec<Vec<Decided>>> {
        self.log.take_stages()
    }

    /// Whether the run has already decided if this value is zero. False negatives are possible: other decisions may imply it.
    pub fn has_decided_truth(&mut self, value: Tracked<Shadow>) -> bool {
        // What an earlier stage has decided is no part of the configuration.
        if self.log.has_stages() {
            return false;
        }
        let (term, word) = (value.shadow.term, value.word());
        let not = self.terms.unary(UnaryOp::I32Eqz, term);
        let not_word = Word::unary(UnaryOp::I32Eqz, word);
        let asked = [
            (term, Question::Truth, Some(word)),
            (term, Question::Value, Some(word)),
            (not, Question::Truth, not_word),
        ];
        asked.into_iter().any(|(term, question, word)| {
            word.is_some_and(|word| {
                let answer = self.terms.answer(question, word);
                self.log.contains(&Decided { term, question, answer })
            })
        })
    }

    /// The term of a value; a plain one becomes a constant.
    fn term_of(&mut self, value: Value) -> TermId {
        if value.has_term() { value.shadow.term } else { self.terms.constant(value.word()) }
    }

    pub(super) fn record(&mut self, term: TermId, question: Question, word: Word) {
        self.n_symbolic += 1;
        if self.unknown.is_some() && self.decides_on_unknown(term) {
            return;
        }
        let answer = self.terms.answer(question, word);
        self.log.record(Decided { term, question, answer });
    }

    #[cold]
    pub(super) fn unary_term(&mut self, op: UnaryOp, a: Value) -> TermId {
        self.n_symbolic += 1;
        self.terms.unary(op, a.shadow.term)
    }

    #[cold]
    pub(super) fn binary_term(&mut self, op: BinaryOp, a: Value, b: Value) -> TermId {
        self.n_symbolic += 1;
        let (a, b) = (self.term_of(a), self.term_of(b));
        self.terms.binary(op, a, b)
    }

    #[cold]
    pub(super) fn select_term(&mut self, condition: Value, a: Value, b: Value) -> TermId {
        self.n_symbolic += 1;
        if !condition.has_term() && condition.word().truth().is_some() {
            // All states choose the same side.
            return if condition.value as u32 != 0 { a.shadow.term } else { b.shadow.term };
        }
        let (condition, a, b) = (self.term_of(condition), self.term_of(a), self.term_of(b));
        self.terms.select(condition, a, b)
    }

    #[cold]
    pub(super) fn record_comparison(&mut self, op: BinaryOp, a: Value, b: Value) {
        let word = Word::binary(op, a.word(), b.word()).expect("comparisons do not trap");
        let term = self.binary_term(op, a, b);
        self.record(term, Question::Truth, word);
    }

    #[cold]
    pub(super) fn record_binary_trap(&mut self, op: BinaryOp, a: Value, b: Value) {
        if !b.has_term() && divides_safely(op, b.word()) {
            return;
        }
        let word = Word::binary_trap(op, a.word(), b.word());
        let (a, b) = (self.term_of(a), self.term_of(b));
        let term = self.terms.binary_trap(op, a, b);
        self.record(term, Question::Value, word);
    }

    #[cold]
    pub(super) fn record_switch(&mut self, index: Value, targets: &[u32]) {
        let term = self.terms.target(targets, index.shadow.term);
        let word = self.terms.apply(term, &[index.word()]).expect("every index leads somewhere");
        self.record(term, Question::Value, word);
    }
}

/// Whether a division by this number never traps, whatever the dividend.
fn divides_safely(op: BinaryOp, divisor: Word) -> bool {
    let minus_one = match op {
        BinaryOp::I32DivS => u64::from(u32::MAX),
        BinaryOp::I64DivS => u64::MAX,
        _ => 0,
    };
    divisor.value().is_some_and(|divisor| divisor != 0 && divisor != minus_one)
}
