//! Replay: runs the calls of a history again.

use std::sync::Arc;

use glassbox_vm::exec::Stop;
use glassbox_vm::module::Module;

use super::arrival::is_forgiven;
use super::explorer::Explorer;
use super::failure::{Problem, nothing_left, picture_before};
use super::harness::{Harness, Step};
use super::history_text::HistoryText;
use crate::catalog::Subject;
use crate::picture::Picture;
use crate::result::{Call, Finding, HarnessError, Role};

/// Calls that were run again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReplayedHistory {
    /// The bug that the last call shows, if any.
    pub finding: Option<Finding>,
    /// The calls, up to the first that stops.
    pub calls: Vec<Call>,
    /// The subject before the last call.
    pub before: Picture,
}

/// Runs the calls that [`Failure::replay`](crate::result::Failure::replay) of an exploration describes. None if the
/// text is not a history of it: its functions or their arguments may have changed.
pub fn replay_history(
    module: &Arc<Module>,
    exploration: &Subject,
    text: &str,
) -> Result<Option<ReplayedHistory>, HarnessError> {
    let harness = Harness::new(module, exploration)?;
    let Some(history) = HistoryText::parse(text) else { return Ok(None) };
    let step = |(function, script): (String, Vec<u32>)| {
        harness.function(&function).map(|function| Step { function: function.clone(), script })
    };
    let steps: Option<Vec<Step>> = history.steps.into_iter().map(step).collect();
    let Some(steps) = steps.filter(|steps| is_history(steps)) else { return Ok(None) };
    let mut explorer = Explorer::new(module, history.layout, harness.seed)?;
    explorer.set_disturbing(harness.disturbing);
    let retraced = explorer.retrace(steps);
    let Some(last) = retraced.calls.last().filter(|_| retraced.is_exact) else { return Ok(None) };
    let finding = match &retraced.last {
        Err(stopped) if stopped.stop == Stop::AssumptionFailed => return Ok(None),
        Err(stopped) if is_forgiven(&explorer, stopped) => None,
        Err(stopped) => Some(Finding::Stopped(stopped.clone())),
        Ok(0) if last.role == Role::Law => Some(Finding::LawBroken { law: last.function.clone() }),
        Ok(value) if last.role.subject_after(0, *value).is_none() => match nothing_left(&mut explorer) {
            Err(Problem::Finding(finding)) => Some(finding),
            Ok(()) | Err(Problem::Unclear(_)) => None,
        },
        Ok(_) => None,
    };
    let before = picture_before(&mut explorer, &harness, &retraced);
    Ok(Some(ReplayedHistory { finding, calls: retraced.calls, before }))
}

/// Whether the first step, and no other, makes the subject, and nothing follows its end.
fn is_history(steps: &[Step]) -> bool {
    let roles: Vec<Role> = steps.iter().map(|step| step.function.role).collect();
    match roles.as_slice() {
        [Role::Constructor] => true,
        [Role::Constructor, operations @ .., last] => {
            let ends = |role: &Role| matches!(role, Role::Constructor | Role::Drop);
            *last != Role::Constructor && !operations.iter().any(ends)
        }
        _ => false,
    }
}
