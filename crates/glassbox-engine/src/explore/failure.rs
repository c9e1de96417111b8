//! Failures of explorations: a finding, the calls that lead to it, and the subject before the last one.

use glassbox_vm::heap::Layout;

use super::canonical::Walk;
use super::explorer::{Explorer, Retraced};
use super::harness::{Harness, Step};
use super::history_text::HistoryText;
use crate::picture::{Picture, subject};
use crate::result::{Evidence, FailingHistory, Failure, Finding, LeakTime, Reason, ValueProblem};
use crate::rules::Rule;

/// A failed run: its start state, its steps and its finding.
pub(super) struct Failed {
    pub(super) from: Option<usize>,
    pub(super) steps: Vec<Step>,
    pub(super) finding: Finding,
}

/// The failure, with its shortest history.
pub(super) fn failure(explorer: &mut Explorer, harness: &Harness, layout: Layout, failed: Failed) -> Failure {
    let steps = explorer.steps_and(failed.from, failed.steps);
    let text = HistoryText { layout, steps: steps.iter().map(|step| step_text(harness, step)).collect() };
    let retraced = explorer.retrace(steps);
    let before = picture_before(explorer, harness, &retraced);
    let evidence = Evidence::History(FailingHistory { calls: retraced.calls, before });
    Failure { finding: failed.finding, evidence, replay: text.to_string() }
}

fn step_text(harness: &Harness, step: &Step) -> (String, Vec<u32>) {
    (harness.name_of(&step.function).to_owned(), step.script.clone())
}

/// The subject before the last call.
pub(super) fn picture_before(explorer: &mut Explorer, harness: &Harness, retraced: &Retraced) -> Picture {
    let Some(image) = &retraced.before else { return Picture::default() };
    explorer.restore(image);
    let mut picture = subject(explorer, harness.show.as_ref(), image.subject);
    picture.words().into_iter().for_each(|text| retraced.names.give(text));
    picture
}

/// What is wrong with a state.
#[derive(Clone, Debug)]
pub(crate) enum Problem {
    /// A bug.
    Finding(Finding),
    /// Nobody can tell.
    Unclear(Reason),
}

impl From<Finding> for Problem {
    fn from(finding: Finding) -> Self {
        Self::Finding(finding)
    }
}

/// Checks that everything allocated since the start is freed, except for blocks that statics hold.
pub(crate) fn nothing_left(explorer: &mut Explorer) -> Result<(), Problem> {
    let Walk { lost, lost_tokens, hides_owners, .. } = explorer.leftovers();
    // Leaks are no bug after a panic.
    if !explorer.has(Rule::NothingLeft) || explorer.is_disturbed() {
        return Ok(());
    }
    if hides_owners && !(lost.is_empty() && lost_tokens.is_empty()) && explorer.has(Rule::HiddenOwners) {
        return Err(Problem::Unclear(Reason::HiddenOwners));
    }
    if let Some(token) = lost_tokens.first() {
        return Err(Finding::Value { token: u64::from(*token), problem: ValueProblem::LostAtDrop }.into());
    }
    let Some(first) = lost.first() else { return Ok(()) };
    let bytes = lost.iter().map(|block| u64::from(block.size)).sum();
    let block = explorer.machine().heap().block_at_or_before(first.address);
    let first = block.map(glassbox_vm::heap::Block::accused);
    Err(Finding::Leak { blocks: lost.len(), bytes, first, when: LeakTime::AfterDrop }.into())
}
