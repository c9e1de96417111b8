//! A mutant, decided in three ways: by its checks, by an exploration, and by a native program.

use std::path::Path;
use std::process::Command;
use std::sync::Arc;

use glassbox_engine::catalog::{self, Subject};
use glassbox_engine::decide::{Decider, Request};
use glassbox_engine::explore::Matching;
use glassbox_engine::observer::{Event, Observer};
use glassbox_engine::result::{Bounds, Call, Failure, Outcome, Role, StopCause, Verdict};
use glassbox_engine::search::{Options, Strategy};
use glassbox_report::words;
use glassbox_vm::module::Module;
use serde::{Deserialize, Serialize};

use crate::mutant::Mutant;
use crate::package::Package;
use crate::rows::Row;

/// Runs of a check, or calls of an exploration, at most: a mutant may have many more states than its subject.
const MOST_RUNS: u64 = 30_000;

/// A verdict.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Said {
    Passes,
    /// The finding, and where it is.
    Fails(String),
    Unknown(String),
}

/// What all three say about a mutant.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Decided {
    /// The mutant does not compile.
    pub(crate) is_unviable: bool,
    /// The first check that fails, or else those without a verdict.
    pub(crate) checks: Option<Said>,
    pub(crate) exploration: Option<Said>,
    /// The history in which it fails leads to a state outside the bounds of the checks.
    #[serde(default)]
    pub(crate) is_beyond: bool,
    /// The first native sequence that fails, and how.
    pub(crate) natively: Option<(Vec<String>, String)>,
    /// Operations up to which the exploration tried all histories.
    pub(crate) explored: u32,
}

/// How the three compare.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Class {
    /// Checks and one of the others fail.
    Killed,
    /// Nothing fails within the bounds.
    Alive,
    /// One of the others fails, and the checks have no verdict.
    Undecided,
    /// It does not compile.
    Unviable,
    /// A check fails, and none of the others.
    OnlyChecks,
    /// One of the others fails, and all checks pass; or a native sequence fails that an exploration has passed.
    WrongPass,
}

impl Class {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Killed => "killed",
            Self::Alive => "alive",
            Self::Undecided => "unknown",
            Self::Unviable => "does not compile",
            Self::OnlyChecks => "fails in checks only",
            Self::WrongPass => "wrong PASS",
        }
    }
}

impl Decided {
    pub(crate) fn class(&self) -> Class {
        if self.is_unviable {
            return Class::Unviable;
        }
        let is_natively = self.natively.is_some();
        let fails = |said: &Option<Said>| matches!(said, Some(Said::Fails(_)));
        if let Some((sequence, _)) = &self.natively
            && self.exploration == Some(Said::Passes)
            && sequence.len() <= self.explored as usize
        {
            return Class::WrongPass;
        }
        let others_fail = is_natively || fails(&self.exploration);
        let is_within = is_natively || !self.is_beyond;
        match (fails(&self.checks), others_fail) {
            (true, true) => Class::Killed,
            (true, false) => Class::OnlyChecks,
            (false, true) if is_within && self.checks == Some(Said::Passes) => Class::WrongPass,
            (false, true) if is_within => Class::Undecided,
            (false, _) => Class::Alive,
        }
    }
}

/// Decides a mutant.
pub(crate) fn decided(row: &Row, package: &Package<'_>, mutant: &Mutant) -> Result<Decided, String> {
    package.with(mutant, |package| decided_as_is(row, package))
}

/// Decides the package as it is.
pub(crate) fn decided_as_is(row: &Row, package: &Package<'_>) -> Result<Decided, String> {
    let mut decided =
        Decided { is_unviable: true, checks: None, exploration: None, is_beyond: false, natively: None, explored: 0 };
    let (Some(bytes), Some(program)) = (package.module(), package.program()) else { return Ok(decided) };
    decided.is_unviable = false;
    decided.natively = natively(&program, &[])?;
    let module = Arc::new(Module::load(&bytes).map_err(|error| error.to_string())?);
    let subjects = catalog::read(&bytes).map_err(|error| error.to_string())?;
    let engine = Decider::default();
    let mut unknown = None;
    for subject in &subjects {
        if subject.is_exploration() {
            decided.exploration = Some(match outcome(&engine, &module, subject, &Bounds::none()) {
                Ok(outcome) => {
                    decided.explored = outcome.bounds().get("operations").unwrap_or(0);
                    if let Verdict::Fails(failure) = outcome.verdict() {
                        decided.is_beyond = is_beyond(&program, &operations(failure))?;
                    }
                    said(outcome.verdict(), &subject.path)
                }
                Err(error) => Said::Unknown(error),
            });
        } else if matches!(decided.checks, None | Some(Said::Passes)) {
            let bounds: Bounds = row.bounds.iter().copied().collect();
            match verdict(&engine, &module, subject, &bounds).0 {
                Said::Unknown(why) => unknown = unknown.or(Some(why)),
                said => decided.checks = Some(said),
            }
        }
    }
    if matches!(decided.checks, None | Some(Said::Passes))
        && let Some(why) = unknown
    {
        decided.checks = Some(Said::Unknown(why));
    }
    Ok(decided)
}

/// What a check or an exploration says, and the bounds that it is about.
pub(crate) fn verdict(engine: &Decider, module: &Arc<Module>, subject: &Subject, bounds: &Bounds) -> (Said, Bounds) {
    match outcome(engine, module, subject, bounds) {
        Ok(outcome) => (said(outcome.verdict(), &subject.path), outcome.bounds().clone()),
        Err(error) => (Said::Unknown(error), Bounds::none()),
    }
}

/// The outcome of a check or an exploration.
pub(crate) fn outcome(
    engine: &Decider,
    module: &Arc<Module>,
    subject: &Subject,
    bounds: &Bounds,
) -> Result<Outcome, String> {
    let (options, matching) = (Options::new(Strategy::Paths), Matching::Exactly);
    let request = Request { module, subject, bounds, options: &options, matching, build: &[] };
    engine.decide(&request, &mut Limited::default()).map_err(|error| error.to_string())
}

pub(crate) fn said(verdict: &Verdict, path: &str) -> Said {
    let path = path.rsplit("::").next().unwrap_or(path);
    match verdict {
        Verdict::Holds => Said::Passes,
        Verdict::Fails(failure) => {
            let how = words::finding(&failure.finding);
            let how = format!("{path}: {}", how.lines().next().unwrap_or_default());
            Said::Fails(how)
        }
        Verdict::Unknown(reasons) => Said::Unknown(format!("{path}: {}", words::reasons(reasons))),
    }
}

/// Runs the native program. The sequence that fails, and how.
pub(crate) fn natively(program: &Path, arguments: &[&str]) -> Result<Option<(Vec<String>, String)>, String> {
    let output =
        Command::new(program).args(arguments).output().map_err(|error| format!("{}: {error}", program.display()))?;
    let text = String::from_utf8_lossy(&output.stdout);
    let mut parts = text.trim_end().split('\t');
    match (parts.next(), parts.next(), parts.next()) {
        (Some("fine"), ..) => Ok(None),
        (Some("failed"), Some(sequence), Some(how)) => {
            let sequence = sequence.split("), ").filter(|call| !call.is_empty());
            Ok(Some((sequence.map(|call| format!("{})", call.trim_end_matches(')'))).collect(), how.to_owned())))
        }
        // The last sequence is not known; it was no longer than any other.
        _ => Ok(Some((vec![String::new(); usize::from(u16::MAX)], format!("the program ends: {}", output.status)))),
    }
}

/// The operations of a failing history, as the native program names them.
pub(crate) fn operations(failure: &Failure) -> Vec<String> {
    let calls = failure.history().map_or(&[][..], |history| &history.calls);
    let operations = calls.iter().filter(|call| call.role == Role::Operation);
    let text = |call: &Call| {
        let arguments: Vec<&str> = call.arguments.iter().map(|argument| argument.text.as_str()).collect();
        format!("{}({})", call.function, arguments.join(", "))
    };
    operations.map(text).collect()
}

/// Whether these operations lead to a state that is larger than the bounds before the last one.
fn is_beyond(program: &Path, operations: &[String]) -> Result<bool, String> {
    let output = Command::new(program).arg("--only").args(operations).output();
    let output = output.map_err(|error| format!("{}: {error}", program.display()))?;
    Ok(String::from_utf8_lossy(&output.stdout).contains("beyond"))
}

/// Stops what takes too many runs.
#[derive(Default)]
struct Limited {
    runs: u64,
}

impl Observer for Limited {
    fn on_event(&mut self, event: &Event<'_>) {
        match event {
            Event::RunFinished { .. } => self.runs += 1,
            Event::StateExplored { .. } => self.runs += 10,
            _ => {}
        }
    }

    fn stop(&mut self) -> Option<StopCause> {
        (self.runs > MOST_RUNS).then_some(StopCause::Interrupted)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fails() -> Said {
        Said::Fails("a: it panics".to_owned())
    }

    #[track_caller]
    fn check(checks: Said, exploration: Said, natively: Option<usize>, expected: Class) {
        let natively = natively.map(|length| (vec!["a()".to_owned(); length], "leak 1".to_owned()));
        let decided = Decided {
            is_unviable: false,
            checks: Some(checks),
            exploration: Some(exploration),
            is_beyond: false,
            natively,
            explored: 3,
        };
        assert_eq!(decided.class(), expected);
    }

    #[test]
    fn a_failure_outside_that_the_checks_pass_is_a_wrong_pass() {
        let (passes, unknown) = (Said::Passes, Said::Unknown("?".to_owned()));
        check(passes.clone(), fails(), None, Class::WrongPass);
        check(passes.clone(), unknown.clone(), Some(9), Class::WrongPass);
        check(unknown.clone(), fails(), Some(1), Class::Undecided);
        check(fails(), fails(), None, Class::Killed);
        check(fails(), unknown, Some(1), Class::Killed);
        check(fails(), passes.clone(), None, Class::OnlyChecks);
        check(passes.clone(), passes, None, Class::Alive);
    }

    #[test]
    fn a_failure_beyond_the_bounds_is_none() {
        let decided = Decided {
            is_unviable: false,
            checks: Some(Said::Passes),
            exploration: Some(fails()),
            is_beyond: true,
            natively: None,
            explored: 3,
        };
        assert_eq!(decided.class(), Class::Alive);
    }

    #[test]
    fn a_native_failure_within_the_bound_of_an_exploration_that_passes_is_a_wrong_pass() {
        check(fails(), Said::Passes, Some(3), Class::WrongPass);
        check(fails(), Said::Passes, Some(4), Class::Killed);
    }
}
