//! Decisions: what a run depended on.
//!
//! A decision is a question about a term and the answer that the run gave. Whatever state gives the same
//! answers to all questions of a run takes the same path. A question divides all words into classes, one of
//! which is 'undefined': states in which the answer depends on undefined bits form a class of their own, and the
//! run that meets one is stopped there.

use indexmap::IndexSet;
use rustc_hash::FxBuildHasher;

use super::term::{TableId, TermId, Terms};
use crate::track::word::Word;

/// What is asked about a term's word.
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
        /// What is added to the word.
        offset: u32,
        /// Bytes accessed.
        len: u32,
    },
}

/// What a word answers to a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Answer {
    /// It depends on undefined bits.
    Undefined,
    /// Words with the same number go the same way.
    Is(u64),
}

/// A question about a term, and the answer that the run gave.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Decided {
    /// The term.
    pub term: TermId,
    /// What was asked.
    pub question: Question,
    /// The answer.
    pub answer: Answer,
}

impl Terms {
    /// The answer of a word.
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

    pub(super) fn clear(&mut self) {
        self.decisions.clear();
    }

    pub(super) fn decisions(&self) -> impl ExactSizeIterator<Item = Decided> + '_ {
        self.decisions.iter().copied()
    }
}
