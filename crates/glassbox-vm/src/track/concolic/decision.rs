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
    /// The same by stages, if the host notes configurations: those of a stage once, though an earlier one may have made them, too.
    stages: Option<Stages>,
}

/// Decisions by the stages of a run.
#[derive(Debug, Default)]
struct Stages {
    over: Vec<Vec<Decided>>,
    current: IndexSet<Decided, FxBuildHasher>,
}

impl Log {
    pub(super) fn record(&mut self, decided: Decided) {
        self.decisions.insert(decided);
        if let Some(stages) = &mut self.stages {
            stages.current.insert(decided);
        }
    }

    /// Begins to record decisions by stages.
    pub(super) fn by_stages(&mut self) {
        self.stages = Some(Stages::default());
    }

    /// Takes back the end of the last stage that is over; in the current one, nothing was decided.
    pub(super) fn join_stages(&mut self) {
        if let Some(stages) = &mut self.stages {
            debug_assert!(stages.current.is_empty(), "a stage with decisions stays");
            stages.current.extend(stages.over.pop().into_iter().flatten());
        }
    }

    /// Whether decisions are recorded by stages.
    pub(super) fn has_stages(&self) -> bool {
        self.stages.is_some()
    }

    /// Whether there are decisions in the current stage.
    pub(super) fn has_decided(&self) -> bool {
        self.stages.as_ref().is_some_and(|stages| !stages.current.is_empty())
    }

    pub(super) fn stages(&self) -> &[Vec<Decided>] {
        self.stages.as_ref().map_or(&[], |stages| &stages.over)
    }

    pub(super) fn end_stage(&mut self) {
        if let Some(stages) = &mut self.stages {
            stages.over.push(stages.current.drain(..).collect());
        }
    }

    /// The decisions of each stage, the current one last; none if they were not recorded since the run began.
    pub(super) fn take_stages(&mut self) -> Option<Vec<Vec<Decided>>> {
        self.end_stage();
        self.stages.take().map(|stages| stages.over)
    }

    pub(super) fn contains(&self, decided: &Decided) -> bool {
        self.decisions.contains(decided)
    }

    pub(super) fn truncate(&mut self, n: usize) {
        self.decisions.truncate(n);
    }

    pub(super) fn clear(&mut self) {
        self.decisions.clear();
        self.stages = None;
    }

    pub(super) fn decisions(&self) -> impl ExactSizeIterator<Item = Decided> + '_ {
        self.decisions.iter().copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_stage_has_all_that_it_decides() {
        let decided = |n| Decided { term: TermId::from_index(n), question: Question::Value, answer: Answer::Is(7) };
        let mut log = Log::default();
        assert_eq!(log.take_stages(), None);
        log.by_stages();
        log.record(decided(1));
        log.end_stage();
        assert!(!log.has_decided());
        for n in [2, 1, 2] {
            log.record(decided(n));
        }
        assert!(log.has_decided());
        assert_eq!(log.decisions().len(), 2, "the run has each once");
        log.end_stage();
        log.join_stages();
        log.record(decided(3));
        let stages = [vec![decided(1)], vec![decided(2), decided(1), decided(3)]];
        assert_eq!(log.take_stages(), Some(stages.to_vec()));
        log.by_stages();
        log.clear();
        assert_eq!(log.take_stages(), None, "the host has gone back to the start");
    }
}
