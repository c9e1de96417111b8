//! The decisions that tell runs apart, for `--why-slow`.
//!
//! Runs that begin with the same answers ask the same next question. So the runs of a search are the leaves of a tree of questions, and every
//! run after the first parts from the earlier ones at exactly one of them: the question that it is the first to answer in this
//! way, after the same answers before. That decision is its *cause*, and causes add up to the number of runs less one.
//!
//! The search is made once more, in one thread, and stops after some runs. The place of a decision in the code is found by
//! running the state again up to there.

use std::collections::BTreeMap;

use glassbox_abi::skeleton::CellKind;
use glassbox_space::{Diagram, State};
use glassbox_vm::heap::Layout;
use glassbox_vm::track::{Decided, TermId};

use super::class_observer::{ClassObserver, Left};
use super::cover::{Share, search};
use super::options::Options;
use super::run::{Decisions, Runner};
use super::worker_pool::Task;
use crate::ids::short_type_name;
use crate::result::{Finding, StatesError};
use crate::states::{States, states_in};

/// Causes of the runs of a search.
#[derive(Clone, Debug, Default)]
pub struct Causes {
    /// Runs that were looked at.
    pub runs: u64,
    /// Whether these are all.
    pub is_all: bool,
    /// Whether the check declares an effect.
    pub has_effect: bool,
    /// The number of arguments that are no structures.
    pub n_values: usize,
    /// The causes, the one with the most runs first.
    pub causes: Vec<Cause>,
}

/// A decision that tells runs apart.
#[derive(Clone, Debug)]
pub struct Cause {
    /// Number of runs that it is the cause of.
    pub runs: u64,
    /// Fields and arguments that it is about, each once.
    pub fields: Vec<FieldName>,
    /// Who asks.
    pub asker: Asker,
}

/// A field or an argument, in the user's names.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct FieldName {
    /// The type of its node; none for an argument that is not a structure.
    pub of: Option<String>,
    /// Its name.
    pub name: String,
    /// The number of its values.
    pub choices: u32,
    /// Whether it is a key or a token, whose values follow from the size.
    pub is_abstract: bool,
}

/// Who asks a question.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Asker {
    /// The code under check, at this position: offsets in the module's file, the innermost call first.
    Code(Vec<u32>),
    /// The judge: the invariant, or the declared effect.
    Judge,
}

/// Finds the causes of the first `most_runs` runs of a search.
pub fn causes<D: Diagram>(
    task: &Task<'_, D>,
    options: &Options,
    most_runs: u64,
    goes_on: &dyn Fn() -> bool,
) -> Result<Causes, StatesError> {
    let options = &Options { jobs: 1, audit: None, ..options.clone() };
    let Task { module, path, bounds, diagram } = *task;
    let mut states = states_in(Layout::Upward, module, path, bounds, diagram(), goes_on)?;
    let Some(runner) = Runner::new(&mut states, path, options)? else { return Ok(Causes::default()) };
    let mut tree = Tree { most_runs, goes_on, ..Tree::new() };
    let _ = search(&mut states, &runner, options, Share::whole(), &mut tree)?;
    let mut causes = Vec::new();
    for part in tree.parts.into_values() {
        let asker = if part.is_judge {
            Asker::Judge
        } else {
            Asker::Code(runner.trace_decision(&mut states, &part.state, part.index))
        };
        causes.push(Cause { runs: part.runs, fields: part.fields, asker });
    }
    causes.sort_by_key(|cause| std::cmp::Reverse(cause.runs));
    let record = states.skeleton.record();
    let n_values = record.arguments.iter().filter(|argument| argument.root.is_none()).count();
    Ok(Causes { runs: tree.runs, is_all: tree.is_all, has_effect: record.effect.is_some(), n_values, causes })
}

/// The tree of questions.
struct Tree<'a> {
    most_runs: u64,
    goes_on: &'a dyn Fn() -> bool,
    /// For each node, the nodes behind its answers. The first node is 0.
    nodes: Vec<Vec<(Decided, usize)>>,
    runs: u64,
    is_all: bool,
    /// By question, and whether the judge asks it: where runs part.
    parts: BTreeMap<(TermId, String, bool), Part>,
}

/// A question at which runs part.
struct Part {
    runs: u64,
    fields: Vec<FieldName>,
    is_judge: bool,
    /// The first state that parts here, and the number of decisions before.
    state: State,
    index: usize,
}

impl Tree<'_> {
    fn new() -> Self {
        Self {
            most_runs: u64::MAX,
            goes_on: &|| true,
            nodes: vec![Vec::new()],
            runs: 0,
            is_all: true,
            parts: BTreeMap::new(),
        }
    }

    /// Adds a run. Returns the index of the decision at which it parts from all earlier ones.
    fn add(&mut self, decisions: &[Decided]) -> Option<usize> {
        let (mut node, mut parts_at) = (0, None);
        for (index, decided) in decisions.iter().enumerate() {
            if let Some((_, next)) = self.nodes[node].iter().find(|(answer, _)| answer == decided) {
                node = *next;
                continue;
            }
            parts_at = parts_at.or(Some(index));
            let next = self.nodes.len();
            self.nodes[node].push((*decided, next));
            self.nodes.push(Vec::new());
            node = next;
        }
        self.runs += 1;
        parts_at.filter(|_| self.runs > 1)
    }
}

impl<D: Diagram> ClassObserver<D> for Tree<'_> {
    fn after_run(&mut self, _: &States<D>, _: &State, _: Option<&Finding>, _: &D::Set) -> bool {
        true
    }

    fn decided(&mut self, states: &States<D>, state: &State, decisions: &Decisions) {
        let Some(index) = self.add(decisions.all()) else { return };
        let decided = decisions.all()[index];
        let is_judge = index >= decisions.of_operation().len();
        let key = (decided.term, format!("{:?}", decided.question), is_judge);
        let part = self.parts.entry(key).or_insert_with(|| {
            let fields = fields(states, decided);
            Part { runs: 0, fields, is_judge, state: state.clone(), index }
        });
        part.runs += 1;
    }

    fn goes_on(&mut self, _: &Left<'_>) -> bool {
        let goes_on = self.runs < self.most_runs && (self.goes_on)();
        self.is_all &= goes_on;
        goes_on
    }

    fn begins_again(&mut self) {
        *self = Self { most_runs: self.most_runs, goes_on: self.goes_on, ..Self::new() };
    }
}

/// The fields that a decision is about, each once.
fn fields<D: Diagram>(states: &States<D>, decided: Decided) -> Vec<FieldName> {
    let record = states.skeleton.record();
    let asked = states.skeleton.asked_about(&states.guest, &states.space, decided);
    let name = |index: u32| {
        let variable = &record.variables[index as usize];
        let ty = variable.node.map(|node| record.nodes[node as usize].node_type);
        let of = ty.map(|ty| short_type_name(&record.types[ty as usize].name));
        let last = variable.path.rsplit('.').next().unwrap_or_default();
        let mut cells = record.cells.iter().filter(|cell| cell.variable == Some(index));
        let is_abstract = cells.any(|cell| matches!(cell.kind, CellKind::Rank | CellKind::Key | CellKind::Token));
        FieldName { of, name: without_indices(last), choices: variable.choices, is_abstract }
    };
    let mut fields: Vec<FieldName> = asked.into_iter().map(name).collect();
    fields.sort();
    // A field of several nodes may have several numbers of values.
    fields.dedup_by(|later, first| {
        let is_same = (&later.of, &later.name) == (&first.of, &first.name);
        first.choices = if is_same { first.choices.max(later.choices) } else { first.choices };
        is_same
    });
    fields
}

/// `slots[3]` becomes `slots`.
fn without_indices(name: &str) -> String {
    name.split('[').next().unwrap_or_default().to_owned()
}

#[cfg(test)]
mod tests {
    use glassbox_vm::track::{Answer, Question};

    use super::*;

    fn decided(term: u32, answer: u64) -> Decided {
        Decided { term: TermId::from_index(term), question: Question::Truth, answer: Answer::Is(answer) }
    }

    #[test]
    fn every_run_but_the_first_parts_once() {
        let mut tree = Tree::new();
        let runs: [&[(u32, u64)]; 4] =
            [&[(1, 0), (2, 0)], &[(1, 0), (2, 1), (3, 0)], &[(1, 1), (2, 0)], &[(1, 0), (2, 1), (3, 1)]];
        let parts =
            runs.map(|run| tree.add(&run.iter().map(|&(term, answer)| decided(term, answer)).collect::<Vec<_>>()));
        assert_eq!(parts, [None, Some(1), Some(0), Some(2)]);
    }

    #[test]
    fn elements_have_the_name_of_their_array() {
        assert_eq!(without_indices("slots[3]"), "slots");
        assert_eq!(without_indices("key"), "key");
    }
}
