//! A short run of a new exploration: up to how many operations it gets within a few seconds, and which functions keep it from a
//! verdict.

use std::path::Path;
use std::time::Duration;

use glassbox_engine::catalog::{Subject, SubjectKind};
use glassbox_engine::decide::{Request, decide};
use glassbox_engine::explore::Matching;
use glassbox_engine::observer::Observer;
use glassbox_engine::result::{Bounds, Coverage, Outcome, Reason, Role, StopCause, Unfinished, Verdict};
use glassbox_engine::search::{Options, Strategy};
use glassbox_source::scaffold::Rejected;
use glassbox_vm::backtrace::Symbols;
use glassbox_vm::module::{Limits, Module};

use crate::args::build_options::BuildOptions;
use crate::checks;
use crate::clock::Moment;
use crate::interrupt;

/// Time for the run. A verdict takes up to three times as long, because states are compared with other layouts of memory.
const BUDGET: Duration = Duration::from_secs(3);

/// The largest bound that is tried.
const MOST: u32 = 5;

/// Steps of one call. More of them, in every state, would take too long.
const STEPS: u64 = 5_000_000;

/// Result of a first run.
pub(super) enum FirstRun {
    /// This many operations can be tried in a few seconds.
    Ends(u32),
    /// The function keeps the exploration from a verdict.
    Blocked(Rejected),
}

/// Runs the exploration in a file with this text; none if it cannot be run.
pub(super) fn first_run(options: &BuildOptions, path: &Path, text: &str) -> Option<FirstRun> {
    let found = checks::find(options).ok()?.filter(&[]).ok()?;
    let is_it = |root: &Path, file: &str| root.join(file).canonicalize().ok() == path.canonicalize().ok();
    let exploration = found.into_iter().find(|it| is_it(&it.root, &it.subject.location.file))?;
    let mut module = Module::load(&exploration.file.bytes).ok()?;
    module.set_limits(Limits { steps: Some(STEPS), ..Limits::default() });
    let module = std::sync::Arc::new(module);
    let bounds: Bounds = [("operations".to_owned(), MOST)].into_iter().collect();
    let request = Request {
        module: &module,
        subject: &exploration.subject,
        bounds: &bounds,
        options: &Options::new(Strategy::Paths),
        matching: Matching::Exactly,
        build: &[],
    };
    let outcome = decide(&request, &mut Deadline { started: Moment::now() }).ok()?;
    let symbols = Symbols::new(&module, &exploration.file.bytes);
    let function = |unfinished: &Unfinished, message: &str| {
        let frames = symbols.trace(&unfinished.trace);
        let mut lines = frames.iter().rev().filter_map(|frame| {
            let location = frame.location.as_ref()?;
            is_it(&exploration.root, &location.file).then_some(location.line)
        });
        lines.find_map(|line| Rejected::at(text, usize::try_from(line).ok()?, message))
    };
    let blocked = match outcome.verdict() {
        Verdict::Unknown(reasons) => reasons.iter().find_map(|reason| match reason {
            Reason::Limit(unfinished) => function(unfinished, "it runs for too long, or needs too much memory"),
            Reason::NotOffered(unfinished) => function(unfinished, "it needs something that the machine does not offer"),
            Reason::DecidesByNumber(Some(unfinished)) => {
                function(unfinished, "it depends on the number of an address, a key or a value")
            }
            _ => None,
        }),
        Verdict::Holds | Verdict::Fails(_) => None,
    };
    let blocked = blocked.map(|function| large_constructor(&outcome, &exploration.subject).unwrap_or(function));
    Some(blocked.map_or_else(|| FirstRun::Ends(bound_of(&outcome)), FirstRun::Blocked))
}

/// If calls on an initial state take too long, that state may be too large: the last constructor is taken out, as long as there
/// are several.
fn large_constructor(outcome: &Outcome, subject: &Subject) -> Option<Rejected> {
    let Coverage::Exploration(coverage) = outcome.coverage() else { return None };
    let Verdict::Unknown(reasons) = outcome.verdict() else { return None };
    let is_limit = reasons.iter().any(|reason| matches!(reason, Reason::Limit(_)));
    let SubjectKind::Exploration { functions, .. } = &subject.kind else { return None };
    let constructors: Vec<_> = functions.iter().filter(|function| function.role == Role::Constructor).collect();
    let last = constructors.last().filter(|_| constructors.len() > 1 && is_limit && coverage.operations == 0)?;
    let message = "calls on its result run for too long, or need too much memory".to_owned();
    Some(Rejected { function: last.name.clone(), line: String::new(), message })
}

fn bound_of(outcome: &Outcome) -> u32 {
    let Coverage::Exploration(coverage) = outcome.coverage() else { return 1 };
    let next = u32::from(matches!(outcome.verdict(), Verdict::Fails(_)));
    (coverage.operations + next).clamp(1, MOST)
}

/// Stops when the time is over.
struct Deadline {
    started: Moment,
}

impl Observer for Deadline {
    fn stop(&mut self) -> Option<StopCause> {
        let is_over = self.started.age() >= BUDGET || interrupt::is_interrupted();
        is_over.then_some(StopCause::Budget(BUDGET))
    }
}
