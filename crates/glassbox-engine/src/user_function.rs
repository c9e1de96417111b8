//! The function of the user's code that a trace leads to.

use glassbox_abi::names::{
    APPLY_EXPORT_PREFIX, CHECK_EXPORT_PREFIX, EXPLORE_EXPORT_PREFIX, NEW_EXPORT_PREFIX, PLAN_EXPORT_PREFIX,
};
use glassbox_vm::backtrace::Symbols;
use glassbox_vm::exec::Stopped;
use glassbox_vm::module::Module;

use crate::result::{Finding, InvariantError, PlanError, Reason, StatesError, Undecided, Unfinished};

/// Prefixes of functions of the standard library, of the compiler, and of the guest side of glassbox.
const LIBRARY: [&str; 9] =
    ["core::", "alloc::", "std::", "glassbox::", "<core::", "<alloc::", "<std::", "<glassbox::", "__rustc::"];

/// Name of the innermost function in a trace of the user, or else of the innermost one. A trace is
/// a list of offsets in the module's file.
pub(crate) fn user_function(module: &Module, trace: &[u32]) -> Option<String> {
    // The module itself has names; lines would need its file.
    let frames = Symbols::new(module, &[]).trace(trace);
    let is_own = |name: &&String| !LIBRARY.iter().any(|library| name.starts_with(library));
    let names: Vec<String> = frames.into_iter().map(|frame| frame.function).collect();
    let function = names.iter().find(is_own).or_else(|| names.first());
    // Checks and functions of explorations are exported under prefixed names.
    let prefixes =
        [CHECK_EXPORT_PREFIX, APPLY_EXPORT_PREFIX, NEW_EXPORT_PREFIX, EXPLORE_EXPORT_PREFIX, PLAN_EXPORT_PREFIX];
    function.map(|name| prefixes.iter().fold(name.as_str(), |name, prefix| name.trim_start_matches(prefix)).to_owned())
}

/// A run that ended early, with the function that it was in.
pub(crate) fn unfinished(module: &Module, stopped: Stopped) -> Unfinished {
    let Stopped { stop, trace } = stopped;
    let function = user_function(module, &trace);
    Unfinished { stop, trace, function, limits: module.limits() }
}

/// The reason why a run decides nothing, if it is no bug.
pub(crate) fn undecided(module: &Module, finding: &Finding) -> Option<Reason> {
    if let Finding::WhileDropping { finding }
    | Finding::Disturbed { finding, .. }
    | Finding::InOtherLayout { finding, .. } = finding
    {
        return undecided(module, finding);
    }
    let (Finding::Stopped(stopped) | Finding::UnreadableNode { stopped, .. }) = finding else { return None };
    let kind = finding.undecided()?;
    let unfinished = unfinished(module, stopped.clone());
    Some(match kind {
        Undecided::Limit => Reason::Limit(unfinished),
        Undecided::NotOffered => Reason::NotOffered(unfinished),
    })
}

/// The reason why the valid states are not known, if it is no error of the description: laying them out, or an invariant, needs more than runs may use.
pub(crate) fn states_undecided(module: &Module, error: &StatesError) -> Option<Reason> {
    let (StatesError::Plan(PlanError::Stopped { stopped, .. })
    | StatesError::Invariant(InvariantError::Stopped { stopped, .. })) = error
    else {
        return None;
    };
    undecided(module, &Finding::Stopped(stopped.clone())).filter(|reason| matches!(reason, Reason::Limit(_)))
}
