//! A short run of a new exploration: up to how many operations it gets within a few seconds, and which functions keep it from a
//! verdict.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use glassbox_engine::catalog::{Subject, SubjectKind};
use glassbox_engine::decide::{Request, decide};
use glassbox_engine::explore::Matching;
use glassbox_engine::observer::Observer;
use glassbox_engine::result::{
    Bounds, Coverage, Evidence, FailingHistory, Failure, Finding, Outcome, Reason, Role, StopCause, StoppedAt,
    Unfinished, Verdict,
};
use glassbox_engine::search::{Options, Strategy};
use glassbox_report::words;
use glassbox_source::scaffold::Rejected;
use glassbox_vm::backtrace::Symbols;
use glassbox_vm::module::{Limits, Module};

use crate::args::build_options::BuildOptions;
use crate::checks::{self, FoundCheck};
use crate::clock::Moment;
use crate::interrupt;
use crate::project::Project;

/// Calls of the first attempt, so that the bound does not depend on the speed of the machine: a few seconds. A verdict takes up
/// to three times as long, because states are compared with other layouts of memory.
const CALLS: u32 = 20_000;

/// Time for an attempt, if calls take long.
const BUDGET: Duration = Duration::from_mins(1);

/// The largest bound that is tried.
const MOST: u32 = 5;

/// Steps of one call. More of them, in every state, would take too long.
const STEPS: u64 = 5_000_000;

/// Memory of a run in pages of 64 KiB. States with more take too long to compare.
const PAGES: u32 = 64;

/// Result of a first run.
pub(super) enum FirstRun {
    /// All explorations ended.
    Ends(Ended),
    /// The function keeps its exploration from a verdict.
    Blocked(Rejected),
}

/// How explorations end, by the names of their modules.
#[derive(Default)]
pub(super) struct Ended {
    /// So many operations can be tried in a few seconds.
    pub(super) operations: BTreeMap<String, u32>,
    /// No history fails, and there are enough of them to tell models apart.
    pub(super) holds: BTreeSet<String>,
    /// A shortest history that fails, and how.
    pub(super) differences: BTreeMap<String, String>,
    /// Nothing was possible in them.
    pub(super) idle: BTreeSet<String>,
}

/// Operations that tell models apart: two that add something, and one that takes it out.
const LONG_ENOUGH: u32 = 3;

/// Runs the explorations in a file with this text; those that cannot be run get no bound.
pub(super) fn first_run(options: &BuildOptions, path: &Path, text: &str) -> FirstRun {
    let found =
        Project::open(options).and_then(|project| checks::find(&project, options)?.filter(&[])).unwrap_or_default();
    let mut ended = Ended::default();
    for exploration in found.iter().filter(|it| is_same(&it.root.join(&it.subject.location.file), path)) {
        match run(exploration, path, text) {
            Some(Ok(bound)) => {
                let module = exploration.subject.path.rsplit("::").next().unwrap_or_default();
                ended.operations.insert(module.to_owned(), bound.operations);
                match bound.ending {
                    Ending::Holds if bound.is_complete || bound.operations >= LONG_ENOUGH => {
                        ended.holds.insert(module.to_owned());
                    }
                    Ending::Fails(Some(failure)) => {
                        ended.differences.insert(module.to_owned(), failure);
                    }
                    Ending::Idle => {
                        ended.idle.insert(module.to_owned());
                    }
                    Ending::Holds | Ending::Fails(None) | Ending::Undecided => {}
                }
            }
            Some(Err(function)) => return FirstRun::Blocked(function),
            None => {}
        }
    }
    FirstRun::Ends(ended)
}

fn is_same(file: &Path, path: &Path) -> bool {
    file.canonicalize().is_ok_and(|file| path.canonicalize().is_ok_and(|path| file == path))
}

/// The number of operations that can be tried, or the function that keeps the exploration from a verdict. If the calls were not
/// enough for the largest number, smaller ones are tried until there is a verdict.
fn run(exploration: &FoundCheck, path: &Path, text: &str) -> Option<Result<Bound, Rejected>> {
    let mut operations = MOST;
    let mut calls = CALLS;
    loop {
        let bound = match run_to(exploration, path, text, operations, calls)? {
            Ok(bound) => bound,
            Err(function) => return Some(Err(function)),
        };
        if bound.is_final || operations == 1 {
            return Some(Ok(bound));
        }
        // There are more calls for what the first run had finished, because the user will wait for all of it.
        operations = bound.operations.min(operations - 1).max(1);
        calls = 3 * CALLS;
    }
}

/// Result of a run up to a bound.
struct Bound {
    /// Length of histories up to which all were tried.
    operations: u32,
    /// There were enough calls.
    is_final: bool,
    /// All histories of any length were tried.
    is_complete: bool,
    ending: Ending,
}

/// How a run ends.
enum Ending {
    /// No history fails.
    Holds,
    /// A shortest history that fails, and how.
    Fails(Option<String>),
    /// Nothing was possible.
    Idle,
    /// It is not known whether one fails.
    Undecided,
}

fn run_to(
    exploration: &FoundCheck,
    path: &Path,
    text: &str,
    operations: u32,
    calls: u32,
) -> Option<Result<Bound, Rejected>> {
    let mut module = Module::load(&exploration.file.bytes).ok()?;
    module.set_limits(Limits { steps: Some(STEPS), memory_pages: PAGES, ..Limits::default() });
    let module = Arc::new(module);
    let bounds: Bounds = [("operations".to_owned(), operations)].into_iter().collect();
    let request = Request {
        module: &module,
        subject: &exploration.subject,
        bounds: &bounds,
        options: &Options::new(Strategy::Paths),
        matching: Matching::Exactly,
        build: &[],
    };
    let outcome = decide(&request, &mut Deadline { started: Moment::now(), calls }).ok()?;
    let symbols = Symbols::new(&module, &exploration.file.bytes);
    let function = |unfinished: &Unfinished, message: &str| {
        let frames = symbols.trace(&unfinished.trace);
        let mut lines = frames.iter().rev().filter_map(|frame| {
            let location = frame.location.as_ref()?;
            is_same(&exploration.root.join(&location.file), path).then_some(location.line)
        });
        lines.find_map(|line| Rejected::at(text, usize::try_from(line).ok()?, message))
    };
    let blocked = match outcome.verdict() {
        Verdict::Unknown(reasons) => reasons.iter().find_map(|reason| match reason {
            Reason::Limit(unfinished) => function(unfinished, "it runs for too long, or needs too much memory"),
            Reason::NotOffered(unfinished) => {
                function(unfinished, "it needs something that the machine does not offer")
            }
            Reason::DecidesByNumber(Some(unfinished)) => {
                function(unfinished, "it depends on the number of an address, a key or a value")
            }
            _ => None,
        }),
        Verdict::Fails(failure) => {
            wrong_guess(failure, &exploration.subject).or_else(|| documented_panic(failure, &exploration.subject, text))
        }
        Verdict::Holds => None,
    };
    let blocked =
        blocked.map(|function| large_constructor(&outcome, &exploration.subject, &function).unwrap_or(function));
    Some(blocked.map_or_else(|| Ok(bound_of(&outcome)), Err))
}

/// A law that does not even hold for a new subject was a wrong guess; bold guesses must hold in all states of this run.
fn wrong_guess(failure: &Failure, subject: &Subject) -> Option<Rejected> {
    let Evidence::History(history) = &failure.evidence else { return None };
    let law = history.calls.last().filter(|last| last.role == Role::Law)?;
    let is_of_new = matches!(failure.finding, Finding::LawBroken { .. })
        && history.calls.iter().all(|call| matches!(call.role, Role::Constructor | Role::Law));
    let message = match Rejected::is_tried(&law.function) {
        true => Rejected::NOT_ALWAYS,
        false if is_of_new => Rejected::WRONG_GUESS,
        false => return None,
    };
    let module = subject.path.rsplit("::").next().unwrap_or_default().to_owned();
    Some(Rejected { module, function: law.function.clone(), line: String::new(), message: message.to_owned() })
}

/// A method that is documented to panic, and of which the harness expected other panics.
fn documented_panic(failure: &Failure, subject: &Subject, text: &str) -> Option<Rejected> {
    let Evidence::History(history) = &failure.evidence else { return None };
    let last = history.calls.last().filter(|last| last.role == Role::Operation && failure.finding.is_panic())?;
    let module = subject.path.rsplit("::").next().unwrap_or_default().to_owned();
    let (function, message) = (last.function.clone(), Rejected::PANICS.to_owned());
    Rejected::may_panic(text, &module, &function).then(|| Rejected { module, function, line: String::new(), message })
}

/// If calls on an initial state take too long, that state may be too large: the last constructor is taken out, as long as there
/// are several.
fn large_constructor(outcome: &Outcome, subject: &Subject, blocked: &Rejected) -> Option<Rejected> {
    let Coverage::Exploration(coverage) = outcome.coverage() else { return None };
    let Verdict::Unknown(reasons) = outcome.verdict() else { return None };
    let is_limit = reasons.iter().any(|reason| matches!(reason, Reason::Limit(_)));
    let SubjectKind::Exploration { functions, .. } = &subject.kind else { return None };
    let constructors: Vec<_> = functions.iter().filter(|function| function.role == Role::Constructor).collect();
    let last = constructors.last().filter(|_| constructors.len() > 1 && is_limit && coverage.operations == 0)?;
    let message = "calls on its result run for too long, or need too much memory".to_owned();
    Some(Rejected { module: blocked.module.clone(), function: last.name.clone(), line: String::new(), message })
}

fn bound_of(outcome: &Outcome) -> Bound {
    let Coverage::Exploration(coverage) = outcome.coverage() else {
        return Bound { operations: 1, is_final: true, is_complete: false, ending: Ending::Undecided };
    };
    let (operations, is_final) = match outcome.verdict() {
        Verdict::Holds => (coverage.operations, true),
        Verdict::Fails(_) => (coverage.operations + 1, true),
        // States are compared with other layouts of memory after all histories were tried, and that may take longer.
        Verdict::Unknown(reasons) => {
            let stopped = reasons.iter().filter_map(|reason| match reason {
                Reason::Stopped {
                    at: StoppedAt::Exploring { operations, .. } | StoppedAt::Repeating { operations, .. },
                    ..
                } => Some(*operations),
                _ => None,
            });
            let stopped = stopped.min();
            (stopped.unwrap_or(coverage.operations), stopped.is_none())
        }
    };
    let ending = match outcome.verdict() {
        Verdict::Holds => Ending::Holds,
        Verdict::Fails(failure) => Ending::Fails(failure.history().map(|history| told(failure, history))),
        Verdict::Unknown(reasons) => {
            let is_idle = reasons.iter().any(|it| matches!(it, Reason::NoOperation | Reason::NoConstructor));
            if is_idle { Ending::Idle } else { Ending::Undecided }
        }
    };
    Bound { operations: operations.clamp(1, MOST), is_final, is_complete: coverage.is_complete, ending }
}

/// A failing history in one line.
fn told(failure: &Failure, history: &FailingHistory) -> String {
    let calls = history.calls.iter().filter(|call| !matches!(call.role, Role::Move | Role::Forget | Role::Drop));
    let calls: Vec<String> = calls
        .map(|call| {
            let arguments: Vec<&str> = call.arguments.iter().map(|argument| argument.text.as_str()).collect();
            format!("`{}({})`", call.function, arguments.join(", "))
        })
        .collect();
    format!("after {}, {}", calls.join(", "), words::finding(&failure.finding).replace('\n', " "))
}

/// Stops after so many calls, or when the time is over.
struct Deadline {
    started: Moment,
    calls: u32,
}

impl Observer for Deadline {
    fn stop(&mut self) -> Option<StopCause> {
        // It is asked before every call.
        self.calls = self.calls.saturating_sub(1);
        let is_over = self.calls == 0 || self.started.age() >= BUDGET || interrupt::is_interrupted();
        is_over.then_some(StopCause::Budget(BUDGET))
    }
}
