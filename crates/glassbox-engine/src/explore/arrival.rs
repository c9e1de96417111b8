//! The checks in each state that a step leads to: laws, and that nothing is left when the subject is dropped.

use std::collections::BTreeMap;

use glassbox_vm::exec::{Stop, Stopped};
use glassbox_vm::heap::MemoryErrorKind;

use super::explorer::Explorer;
use super::failure::{Failed, Problem, nothing_left};
use super::harness::{Function, Harness, Step};
use crate::planned;
use crate::result::{Finding, Reason};
use crate::rules::Rule;
use crate::user_function::undecided;

/// Laws that change something, by state.
pub(super) type Writers = BTreeMap<usize, Vec<Function>>;

/// What the checks in all states share.
pub(super) struct Checks<'a> {
    pub(super) harness: &'a Harness,
    pub(super) writers: &'a mut Writers,
    /// The reason why the first run that decides nothing does not.
    pub(super) first_undecided: &'a mut Option<Reason>,
    pub(super) go_on: &'a dyn Fn() -> bool,
}

/// Checks the state that a step leads to, and records it.
pub(super) fn judge(
    explorer: &mut Explorer,
    checks: &mut Checks<'_>,
    (from, step): (Option<usize>, &Step),
    result: Result<u32, Stopped>,
) -> Option<Failed> {
    let (has_forgotten, subject_before) = explorer.begun_with(from);
    let end = match (result, step.function.role) {
        // A key that was forgotten is an element after all, so the state is too large.
        (Err(stopped), _) if has_forgotten && is_undefined(&stopped) => Ok(()),
        (Err(stopped), _) if is_forgiven(explorer, &stopped) => Ok(()),
        (Err(stopped), _) => Err(judged(Finding::Stopped(stopped).into(), None)),
        (Ok(value), role) => match role.subject_after(subject_before, value) {
            Some(subject) => reached(explorer, checks, (from, step), subject),
            None => nothing_left(explorer).map_err(|problem| judged(problem, None)),
        },
    };
    let Judged { problem, more } = *end.err()?;
    let finding = match problem {
        Problem::Unclear(reason) => Err(reason),
        Problem::Finding(finding) => match undecided(explorer.machine().module(), &finding) {
            Some(reason) => Err(reason),
            None => Ok(finding),
        },
    };
    let finding = finding.map_err(|reason| checks.first_undecided.get_or_insert(reason)).ok()?;
    let steps = std::iter::once(step.clone()).chain(more).collect();
    Some(Failed { from, steps, finding })
}

/// Whether a run stopped because something depends on undefined bytes.
pub(super) fn is_undefined(stopped: &Stopped) -> bool {
    matches!(&stopped.stop, Stop::Memory(error) if matches!(error.kind, MemoryErrorKind::Undefined { .. }))
}

/// Whether a run may stop in this way after a callback has panicked or a trait has lied.
pub(super) fn is_forgiven(explorer: &Explorer, stopped: &Stopped) -> bool {
    explorer.is_disturbed() && planned::is_forgiven(&stopped.stop)
}

/// What is wrong with a state.
struct Judged {
    problem: Problem,
    /// The extra step that showed it, if any.
    more: Option<Step>,
}

fn judged(problem: Problem, more: Option<Step>) -> Box<Judged> {
    Box::new(Judged { problem, more })
}

/// Records the machine's current state; if it is new, asks the laws and drops the subject, each with every choice.
fn reached(
    explorer: &mut Explorer,
    checks: &mut Checks<'_>,
    (from, step): (Option<usize>, &Step),
    subject: u32,
) -> Result<(), Box<Judged>> {
    let Checks { harness, writers, go_on, .. } = checks;
    let is_disturbed = explorer.is_disturbed();
    let Some(state) = explorer.arrive(from, step, subject) else { return Ok(()) };
    // Whether a law changes something is asked of what was written.
    let asks = !harness.laws.is_empty() && !is_disturbed;
    let image = if asks { explorer.whole_image_at_hand(state) } else { explorer.image_at_hand(Some(state)) };
    for law in harness.laws.iter().filter(|_| !is_disturbed) {
        let (mut broken, mut changes, mut is_too_large) = (None, false, false);
        explorer.each_choice_on(&image, law, go_on, |explorer, step, result| {
            let finding = match result {
                Ok(0) => Some(Finding::LawBroken { law: law.name.to_string() }),
                Ok(_) => None,
                Err(stopped) if image.has_forgotten && is_undefined(&stopped) => {
                    is_too_large = true;
                    return false;
                }
                Err(stopped) => Some(Finding::Stopped(stopped)),
            };
            changes |= finding.is_none() && explorer.has_changed(&image);
            broken = finding.map(|finding| judged(finding.into(), Some(step.clone())));
            broken.is_none() && explorer.has(Rule::LawChoices)
        });
        broken.map_or(Ok(()), Err)?;
        if is_too_large {
            explorer.leave(state);
            return Ok(());
        }
        if changes && explorer.has(Rule::WritingLaws) {
            writers.entry(state).or_default().push(law.clone());
        }
    }
    let mut left = Ok(());
    explorer.each_choice_on(&image, &harness.drop, go_on, |explorer, step, result| {
        let dropped = match result {
            Err(stopped) if image.has_forgotten && is_undefined(&stopped) => Ok(()),
            Err(stopped) if is_forgiven(explorer, &stopped) => Ok(()),
            Err(stopped) => Err(Finding::Stopped(stopped).into()),
            Ok(_) => nothing_left(explorer),
        };
        left = dropped.map_err(|problem| judged(problem, Some(step.clone())));
        left.is_ok() && explorer.has(Rule::DropChoices)
    });
    left
}
