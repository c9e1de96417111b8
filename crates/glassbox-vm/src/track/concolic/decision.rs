//! Decisions: the conditions under which another state takes the same path.
//!
//! A decision is a question about a term and the answer in this run. Every state that gives the same answers to all questions
//! of a run takes the same path. A question divides all words into classes, one of which is 'undefined': states in which the
//! answer depends on undefined bits form a class of their own, and a run from such a state stops there.

use indexmap::IndexSet;
use rustc_hash::FxBuildHasher;

use super::term::{TableId, TermId, Terms};
use crate::track::word::Word;

/// A question about the word of a term.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Question {
    /// Are the low 32 bits zero (0) or not (1)?
    Truth,
    /// What is its value?
    Value,
    /// Is an access with this offset and length inside a table (1) or not (0)?
    Inside {
        /// The table.
        table: TableId,
        /// Offset that is added to the word.
        offset: u32,
        /// Number of bytes accessed.
        len: u32,
    },
}

/// The answer of a word to a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Answer {
    /// It depends on undefined bits.
    Undefined,
    /// A number. Words with the same number take the same path.
    Is(u64),
}

/// A question about a term, and the answer in this run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Decided {
    /// The term.
    pub term: TermId,
    /// The question.
    pub question: Question,
    /// The answer.
    pub answer: Answer,
}

impl Terms {
    /// The answer of a word to a question.
    pub fn answer(&self, question: Question, word: Word) -> Answer {
        let answer = match question {
            Question::Truth => word.truth().map(u64::from),
            Question::Value => word.value(),
            Question::Inside { table, offset, len } => {
                word.value().map(|address| self.place_in(table, address, offset, len).is_some().into())
            }
        };
        answer.map_or(Answer::Undefined, Answer::Is)
    }
}

/// The decisions of a run, each one once, in the order they were first made.
#[derive(Debug, Default)]
pub(super) struct Log {
    decisions: IndexSet<Decided, FxBuildHasher>,
}

impl Log {
    pub(super) fn record(&mut self, decided: Decided) {
        self.decisions.insert(decided);
    }

    pub(super) fn contains(&self, decided: &Decided) -> bool {
        self.decisions.contains(decided)
    }

    pub(super) fn truncate(&mut self, n: usize) {
        self.decisions.truncate(n);
    }

    pub(super) fn clear(&mut self) {
        self.decisions.clear();
    }

    pub(super) fn decisions(&self) -> impl ExactSizeIterator<Item = Decided> + '_ {
        self.decisions.iter().copied()
    }
}
