//! From the decisions of one run to the set of states that take the same path.
//!
//! The machine says what a run decided, as questions about terms; the space knows which states give a term
//! which value. Here the two meet: the lookalikes are the states that give the same answer to every question.
//!
//! The set is built by itself, from all states, and subtracted from what remains in one step. To cut down what
//! remains decision by decision gives the same set, but costs 40 times as much: every step then works on the
//! largest diagram there is.
//!
//! The guard of an answer is the union of the values that give *this* answer. It must not be made by taking all
//! other answers away: a term has no value in states where it would trap, and those would be left in.

use std::collections::BTreeSet;

use glassbox_space::{
    Diagram, Expressions, Form, Operands, OutOfMemory, Partition, PartitionLimits, PartitionStatistics, Partitions,
    Space, State, VariableId,
};
use glassbox_vm::isa::semantics::{BinaryOp, UnaryOp};
use glassbox_vm::track::{Answer, Decided, Question, Term, TermId, Terms, Word};

/// Condition that two states must meet to be lookalikes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Prune {
    /// They answer all questions alike, so they take the same path.
    #[default]
    Paths,
    /// They have the same values in all fields that any question was about. This is the published method (Darga and
    /// Boyapati 2006); its sets are smaller, so it needs more runs. Kept for comparison.
    Values,
}

/// Finds lookalikes, and caches the partitions of terms.
#[derive(Debug)]
pub struct Lookalikes<D: Diagram> {
    prune: Prune,
    partitions: Partitions<D, Word>,
    /// By term: the states that answer a question in one way, where that set is the same for every state that asks.
    /// Runs have most of their decisions in common.
    answers: Vec<Vec<Answered<D::Set>>>,
    /// The states that matter, if not all do.
    all: Option<D::Set>,
}

/// The states that answer a question about a term in one way.
#[derive(Debug)]
struct Answered<S> {
    question: Question,
    answer: Answer,
    guard: S,
}

impl<D: Diagram> Lookalikes<D> {
    /// Starts with an empty cache.
    pub fn new(prune: Prune, limits: PartitionLimits) -> Self {
        Self { prune, partitions: Partitions::new(limits), answers: Vec::new(), all: None }
    }

    /// The same, if only these states matter: sets of lookalikes need not be right about others. Most answers follow from
    /// what all valid states have in common, and then need no set.
    #[must_use]
    pub fn among(self, all: D::Set) -> Self {
        Self { all: Some(all), ..self }
    }

    /// The states that take the path of a run that started from `state` and made these decisions.
    pub fn of(
        &mut self,
        space: &mut Space<D>,
        terms: &Terms,
        decisions: impl IntoIterator<Item = Decided>,
        state: &State,
    ) -> Result<D::Set, OutOfMemory> {
        self.partitions.begin_run();
        match self.prune {
            Prune::Paths => self.same_answers(space, terms, decisions, state),
            Prune::Values => self.same_values(space, terms, decisions, state),
        }
    }

    fn same_answers(
        &mut self,
        space: &mut Space<D>,
        terms: &Terms,
        decisions: impl IntoIterator<Item = Decided>,
        state: &State,
    ) -> Result<D::Set, OutOfMemory> {
        let mut guards = Vec::new();
        for decided in decisions.into_iter().flat_map(|decided| parts(terms, decided)) {
            guards.push(self.guard(space, terms, decided, state)?);
        }
        space.intersection(guards)
    }

    /// The states that answer a question like `state`.
    fn guard(
        &mut self,
        space: &mut Space<D>,
        terms: &Terms,
        Decided { term, question, answer }: Decided,
        state: &State,
    ) -> Result<D::Set, OutOfMemory> {
        let index = term.index() as usize;
        let mut known = self.answers.get(index).into_iter().flatten();
        if let Some(known) = known.find(|known| known.question == question && known.answer == answer) {
            return Ok(known.guard.clone());
        }
        let expressions = AsExpressions(terms);
        let holds = |word| terms.answer(question, word) == answer;
        let mut guard = self.partitions.guard(space, &expressions, term.index(), state, holds)?;
        if let Some(all) = self.all.as_ref().filter(|_| !space.diagram().groups().is_empty()) {
            guard = if space.is_subset(all, &guard)? { space.full() } else { space.simplify(&guard, all)? };
        }
        // If the partition is too large, the guard is made for this state alone.
        if self.partitions.of(space, &expressions, term.index())? != Partition::TooLarge {
            self.answers.resize_with(self.answers.len().max(index + 1), Vec::new);
            self.answers[index].push(Answered { question, answer, guard: guard.clone() });
        }
        Ok(guard)
    }

    fn same_values(
        &mut self,
        space: &mut Space<D>,
        terms: &Terms,
        decisions: impl IntoIterator<Item = Decided>,
        state: &State,
    ) -> Result<D::Set, OutOfMemory> {
        let mut guards = Vec::new();
        for term in read(terms, decisions) {
            let choice = |variable| space.choice(VariableId::from_index(variable), state).unwrap_or(0);
            let now = terms.evaluate(term, &choice);
            guards.push(
                self.partitions.guard(space, &AsExpressions(terms), term.index(), state, |word| Some(word) == now)?,
            );
        }
        space.intersection(guards)
    }

    /// The values of a term, each with the states that give it.
    pub fn partition(
        &mut self,
        space: &mut Space<D>,
        terms: &Terms,
        term: TermId,
    ) -> Result<Partition<D::Set, Word>, OutOfMemory> {
        self.partitions.of(space, &AsExpressions(terms), term.index())
    }

    /// The states in which every variable of a term has the choice that it has in `state`.
    pub fn as_now(
        &mut self,
        space: &mut Space<D>,
        terms: &Terms,
        term: TermId,
        state: &State,
    ) -> Result<D::Set, OutOfMemory> {
        let support = self.partitions.support(&AsExpressions(terms), term.index());
        self.partitions.as_now(space, &support, state)
    }

    /// Size of the cache, and how many partitions were too large.
    pub fn statistics(&self) -> PartitionStatistics {
        self.partitions.statistics()
    }

    /// Drops cache entries that none of the last `runs` runs needed. They can be computed again.
    pub fn forget_unused_since(&mut self, runs: u64) {
        self.partitions.forget_unused_since(runs);
        self.answers.clear();
    }
}

/// Splits a decision into several that are together equivalent to it.
///
/// That all of several conditions hold, computed without a branch, is one term; its partition has a set for *not all hold*
/// as well, which can be larger than all others together. The sets of the conditions are small. A bit that both sides must
/// have is defined and set if it is defined and set in both: that is true of undefined bits as well.
fn parts(terms: &Terms, decided: Decided) -> Vec<Decided> {
    let decided = simple(terms, decided);
    if (decided.question, decided.answer) != (Question::Truth, Answer::Is(1)) {
        return vec![decided];
    }
    let (mut todo, mut conditions) = (vec![decided.term], Vec::new());
    while let Some(term) = todo.pop() {
        match terms.term(term) {
            Term::Binary(BinaryOp::I32And, a, b) => todo.extend([b, a]),
            Term::Binary(op, ..) if op.is_comparison() => conditions.push(term),
            Term::Unary(UnaryOp::I32Eqz, _) => conditions.push(term),
            Term::Constant(word) if word == Word::defined(1) => {}
            // It may have other bits, of which not both need to be set.
            _ => return vec![decided],
        }
    }
    conditions.into_iter().map(|term| Decided { term, ..decided }).collect()
}

/// Simplifies a decision about a negation, or about a choice between two constants, to an equivalent decision about the
/// condition. A bit that is undefined in one is undefined in the other.
fn simple(terms: &Terms, mut decided: Decided) -> Decided {
    loop {
        let holds = match (terms.term(decided.term), decided.question) {
            (Term::Unary(UnaryOp::I32Eqz, condition), Question::Truth) => {
                (decided.answer == Answer::Is(0), decided.answer == Answer::Is(1), condition)
            }
            (Term::Select(condition, then, otherwise), Question::Truth | Question::Value) => {
                let is_got = |term| match terms.term(term) {
                    Term::Constant(word) => Some(terms.answer(decided.question, word) == decided.answer),
                    _ => (terms.len(term) == 0)
                        .then(|| terms.answer(decided.question, Word::default()) == decided.answer),
                };
                let (Some(then), Some(otherwise)) = (is_got(then), is_got(otherwise)) else { return decided };
                (then, otherwise, condition)
            }
            _ => return decided,
        };
        let ((true, false, term) | (false, true, term)) = holds else { return decided };
        decided = Decided { term, question: Question::Truth, answer: Answer::Is(holds.0.into()) };
    }
}

/// Terms that stand for the memory that a run read: all its decisions follow from their values.
fn read(terms: &Terms, decisions: impl IntoIterator<Item = Decided>) -> BTreeSet<TermId> {
    let mut todo: Vec<TermId> = decisions.into_iter().map(|decided| decided.term).collect();
    let (mut seen, mut read) = (BTreeSet::new(), BTreeSet::new());
    while let Some(term) = todo.pop() {
        if is_read(terms, term) {
            read.insert(term);
        } else if seen.insert(term) {
            let (operands, n) = terms.operands(term);
            todo.extend(&operands[..n]);
        }
    }
    read
}

/// Whether a term stands for memory that can be read: a field, some bytes of one, or one of two if a link is not null,
/// which is how the summary of a child that may be absent is read. Terms may be very deep, so this looks no further.
fn is_read(terms: &Terms, term: TermId) -> bool {
    let whole = |term| match terms.term(term) {
        Term::Bytes { of, len, .. } if len > 0 => terms.term(of),
        term => term,
    };
    let is_field = |term| matches!(whole(term), Term::Variable { .. });
    let is_plain = |term| is_field(term) || matches!(terms.term(term), Term::Constant(_)) || terms.len(term) == 0;
    match whole(term) {
        Term::Variable { .. } => true,
        Term::Select(condition, a, b) => is_field(condition) && is_plain(a) && is_plain(b),
        _ => false,
    }
}

/// The machine's terms as expressions of the space.
struct AsExpressions<'a>(&'a Terms);

impl Expressions for AsExpressions<'_> {
    type Value = Word;

    fn form(&self, term: u32) -> Form<'_, Word> {
        let id = TermId::from_index(term);
        match self.0.term(id) {
            Term::Constant(word) => Form::Constant(word),
            Term::Variable { variable, values } => {
                Form::Variable { variable: VariableId::from_index(variable), values: self.0.values(values) }
            }
            Term::Select(condition, then, otherwise) => {
                Form::Select { condition: condition.index(), then: then.index(), otherwise: otherwise.index() }
            }
            _ => {
                let (operands, n) = self.0.operands(id);
                Form::Apply { operands: Operands::new(&operands.map(TermId::index)[..n]) }
            }
        }
    }

    fn apply(&self, term: u32, operands: &[Word]) -> Option<Word> {
        self.0.apply(TermId::from_index(term), operands)
    }

    fn truth(&self, value: Word) -> Option<bool> {
        value.truth()
    }
}
