//! Drafts of checks: `cargo glassbox init` builds and runs what it writes, and improves it.
//!
//! The first draft says only what the types and the names of fields say. Its checks, run from the constructors, show which states
//! there are: the next draft has the values and the invariants that follow from these. Conditions that an operation does not keep, in all states
//! that satisfy the others, are taken back, until all are kept (this is Houdini's algorithm: Flanagan and Leino, 2001). An operation that does not compile, or whose check fails
//! in a state that no operation reaches, is left out, and the user learns why. If that is so for all of them, nothing is written. A check that
//! fails in a state that is reached stays: it has found a bug.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use glassbox_engine::decide::{Request, decide};
use glassbox_engine::explore::Matching;
use glassbox_engine::observer::{Event, Observer};
use glassbox_engine::reachable::{Effort, Found, Reachable, inquire};
use glassbox_engine::result::{Bounds, Finding, StopCause, Verdict};
use glassbox_engine::search::{Options, Strategy};
use glassbox_report::words::finding;
use glassbox_source::scaffold::{Edit, FileChange, Learned, ProjectQuery, Scaffold, first_checks};
use glassbox_vm::module::Module;

use crate::args::build_options::BuildOptions;
use crate::checks::{FoundCheck, find};
use crate::clock::Moment;
use crate::error::Error;
use crate::interrupt;
use crate::project::Project;

/// Drafts that are written at most before the last one.
const MOST_DRAFTS: usize = 4;

/// Times that conditions are taken back at most.
const MOST_REPAIRS: usize = 6;

/// Runs of a check at one bound. A check that needs more gets a smaller bound: they are counted, so that the bound does not depend on
/// the speed of the machine.
const MOST_RUNS: u64 = 10_000;

/// By how much bounds are smaller than usual at most.
const SMALLEST: u32 = 2;

/// Time for each check, if runs take long.
const TIME_PER_CHECK: Duration = Duration::from_mins(1);

/// The files, and how their checks end.
pub(crate) struct Drafted {
    pub(crate) scaffold: Scaffold,
    pub(crate) end: DraftEnd,
}

/// How the checks of a draft end.
pub(crate) enum DraftEnd {
    /// There is nothing new to run.
    NothingNew,
    /// They ran.
    Ran(Run),
    /// They were not run, because of this.
    NotRun(Error),
}

/// Writes the first checks of a type, runs them, and improves them until they say what the operations show.
pub(crate) fn first_draft(
    query: &ProjectQuery,
    type_name: Option<&str>,
    build: &BuildOptions,
) -> Result<Drafted, Error> {
    let scaffold = first_checks(query, type_name, &Learned::default())?;
    let Some(operations) = operations(&scaffold) else {
        scaffold.write()?;
        return Ok(Drafted { scaffold, end: DraftEnd::NothingNew });
    };
    let mut drafts = Drafts {
        query,
        type_name,
        build,
        before: before(&scaffold),
        learned: Learned::default(),
        operations: operations.to_vec(),
    };
    match drafts.improve() {
        Ok(run) if run.is_elsewhere() => {
            drafts.restore();
            let how = run.elsewhere.into_values().next().map(|elsewhere| elsewhere.how).unwrap_or_default();
            let type_name = type_name.map(str::to_owned).or_else(|| described_type(&scaffold)).unwrap_or_default();
            Err(Error::NoUsefulCheck { type_name, how })
        }
        Ok(run) => drafts.finished(DraftEnd::Ran(run)),
        Err(error) => {
            // Without a toolchain for it, the first draft is all that there is.
            let scaffold = drafts.write(&Learned::default())?;
            Ok(Drafted { scaffold, end: DraftEnd::NotRun(error) })
        }
    }
}

/// The operations that new checks are of.
fn operations(scaffold: &Scaffold) -> Option<&[String]> {
    scaffold.changes.iter().flat_map(|change| &change.edits).find_map(|edit| match edit {
        Edit::Checks(operations) => Some(operations.as_slice()),
        _ => None,
    })
}

/// The first type that a scaffold describes.
fn described_type(scaffold: &Scaffold) -> Option<String> {
    scaffold.changes.iter().flat_map(|change| &change.edits).find_map(|edit| match edit {
        Edit::DescribedType(name) => Some(name.clone()),
        _ => None,
    })
}

/// The contents of all files that a scaffold changes, as they are now.
fn before(scaffold: &Scaffold) -> BTreeMap<PathBuf, Option<Vec<u8>>> {
    scaffold.changes.iter().map(|change| (change.path.clone(), fs::read(&change.path).ok())).collect()
}

struct Drafts<'a> {
    query: &'a ProjectQuery,
    type_name: Option<&'a str>,
    build: &'a BuildOptions,
    /// The user's files before the first draft.
    before: BTreeMap<PathBuf, Option<Vec<u8>>>,
    learned: Learned,
    operations: Vec<String>,
}

/// What runs of a draft show: the operations, by how their checks end.
#[derive(Debug, Default)]
pub(crate) struct Run {
    pub(crate) holding: Vec<String>,
    /// Those that fail in states which operations reach.
    pub(crate) failing: Vec<String>,
    pub(crate) unknown: Vec<String>,
    /// Whether some of the unknown ones took too long.
    is_stopped: bool,
    /// Those that fail in other states only, and how.
    pub(crate) elsewhere: BTreeMap<String, Elsewhere>,
}

/// How a check fails in a state that no operation was seen to reach.
#[derive(Debug)]
pub(crate) struct Elsewhere {
    how: String,
    /// The message of the invariant that is broken afterwards, if one is.
    broken: Option<String>,
}

impl Run {
    /// Whether all checks fail in states that no operation was seen to reach.
    fn is_elsewhere(&self) -> bool {
        let Self { holding, failing, unknown, elsewhere, is_stopped: _ } = self;
        holding.is_empty() && failing.is_empty() && unknown.is_empty() && !elsewhere.is_empty()
    }

    /// Conditions that operations break, though not in states that are reached.
    fn not_kept(&self) -> BTreeSet<String> {
        self.elsewhere.values().filter_map(|elsewhere| elsewhere.broken.clone()).collect()
    }
}

impl Drafts<'_> {
    fn finished(self, end: DraftEnd) -> Result<Drafted, Error> {
        let learned = self.learned.clone();
        let scaffold = self.write(&learned)?;
        Ok(Drafted { scaffold, end })
    }

    /// Puts the user's files back.
    fn restore(&self) {
        for (path, bytes) in &self.before {
            let _ = match bytes {
                Some(bytes) => fs::write(path, bytes),
                None => fs::remove_file(path),
            };
        }
    }

    /// Writes a draft in place of the last one.
    fn write(&self, learned: &Learned) -> Result<Scaffold, Error> {
        self.restore();
        let scaffold = first_checks(self.query, self.type_name, learned)?;
        scaffold.write()?;
        Ok(scaffold)
    }

    /// Writes and builds a draft. Returns its checks.
    fn built(&self, learned: &Learned) -> Result<Vec<FoundCheck>, Error> {
        let scaffold = self.write(learned)?;
        let is_new = |change: &&FileChange| change.edits.iter().any(|edit| matches!(edit, Edit::Checks(_)));
        let new: BTreeSet<PathBuf> =
            scaffold.changes.iter().filter(is_new).filter_map(|change| change.path.canonicalize().ok()).collect();
        let found = find(&Project::open(self.build)?, self.build)?;
        let all = found.packages.into_iter().flat_map(|package| package.checks);
        let file = |found: &FoundCheck| found.root.join(&found.subject.location.file).canonicalize().ok();
        Ok(all.filter(|found| file(found).is_some_and(|file| new.contains(&file))).collect())
    }

    /// Builds, without what does not compile.
    fn compiled(&mut self) -> Result<Vec<FoundCheck>, Error> {
        let failed = match self.built(&self.learned) {
            Err(error @ Error::Build { .. }) => error,
            other => return other,
        };
        if !self.learned.states.is_empty() {
            // Conditions that do not compile are worth less than checks that do.
            self.learned.states.clear();
            return self.compiled();
        }
        let mut wrong = Vec::new();
        for operation in self.operations.clone() {
            let others = self.operations.iter().filter(|other| **other != operation);
            let left_out = others.map(|other| (other.clone(), String::new()));
            let alone = Learned { left_out: left_out.collect(), ..self.learned.clone() };
            if matches!(self.built(&alone), Err(Error::Build { .. })) {
                wrong.push(operation);
            }
        }
        if wrong.is_empty() || wrong.len() == self.operations.len() {
            return Err(failed);
        }
        self.operations.retain(|operation| !wrong.contains(operation));
        let why = "a check of it does not compile".to_owned();
        self.learned.left_out.extend(wrong.into_iter().map(|operation| (operation, why.clone())));
        self.built(&self.learned)
    }

    fn improve(&mut self) -> Result<Run, Error> {
        for _ in 0..MOST_DRAFTS {
            let checks = self.compiled()?;
            let before = (self.learned.states.clone(), self.learned.outside.clone());
            self.observe(&checks)?;
            if before == (self.learned.states.clone(), self.learned.outside.clone()) {
                break;
            }
        }
        let mut run = self.run()?;
        while run.is_stopped && self.learned.smaller < SMALLEST {
            self.learned.smaller += 1;
            run = self.run()?;
        }
        for _ in 0..MOST_REPAIRS {
            let not_kept = run.not_kept();
            if not_kept.is_empty() {
                break;
            }
            self.learned.not_kept.extend(not_kept);
            run = self.run()?;
        }
        if !run.elsewhere.is_empty() && !run.is_elsewhere() {
            for (operation, Elsewhere { how, .. }) in std::mem::take(&mut run.elsewhere) {
                self.operations.retain(|other| *other != operation);
                self.learned.left_out.insert(operation, how);
            }
            run = self.run()?;
        }
        Ok(run)
    }

    /// Learns from the states that operations reach.
    fn observe(&mut self, checks: &[FoundCheck]) -> Result<(), Error> {
        let Some((check, module)) = first(checks)? else { return Ok(()) };
        // What cannot be described, its own check says.
        let Ok(Some(inquiry)) = inquire(&module, &check.subject.path, &Bounds::none()) else { return Ok(()) };
        let limit = Limit::new();
        let Ok(seen) = inquiry.observe(Effort::Little, &|| limit.cause().is_none()) else { return Ok(()) };
        self.learned.states = seen.states;
        self.learned.outside.extend(seen.outside);
        Ok(())
    }

    /// Runs all checks of the draft.
    fn run(&mut self) -> Result<Run, Error> {
        let checks = self.compiled()?;
        let mut run = Run::default();
        let Some((check, module)) = first(&checks)? else { return Ok(run) };
        let inquiry = inquire(&module, &check.subject.path, &Bounds::none()).ok().flatten();
        let limit = Limit::new();
        let answer = inquiry.and_then(|inquiry| inquiry.answer(Effort::Little, &|| limit.cause().is_none()).ok());
        let reached = match answer {
            Some(Reachable::Reached(reached)) => reached.found,
            _ => Vec::new(),
        };
        let fails_there = |path: &str| {
            reached
                .iter()
                .any(|(by, found)| matches!(found, Found::Fails(_)) && by.as_deref().is_none_or(|by| by == path))
        };
        for FoundCheck { subject, .. } in &checks {
            let operation = subject.path.rsplit("::").next().unwrap_or(&subject.path).to_owned();
            let (bounds, options) = (Bounds::none(), Options::new(Strategy::Paths));
            let matching = Matching::Exactly;
            let request =
                Request { module: &module, subject, bounds: &bounds, options: &options, matching, build: &[] };
            let mut limit = Limit::new();
            let outcome = decide(&request, &mut limit);
            match outcome.map(|outcome| outcome.verdict().clone()) {
                Ok(Verdict::Holds) => run.holding.push(operation),
                Ok(Verdict::Fails(_)) if fails_there(&subject.path) => run.failing.push(operation),
                Ok(Verdict::Fails(failure)) => {
                    let how = finding(&failure.finding).lines().next().unwrap_or_default().to_owned();
                    let how = format!("its check fails in a state that no operation was seen to reach: {how}");
                    let broken = match &failure.finding {
                        Finding::InvariantBroken { message, .. } => Some(message.clone()),
                        _ => None,
                    };
                    run.elsewhere.insert(operation, Elsewhere { how, broken });
                }
                Ok(Verdict::Unknown(_)) | Err(_) => {
                    run.is_stopped |= limit.cause().is_some();
                    run.unknown.push(operation);
                }
            }
        }
        Ok(run)
    }
}

/// The first check, and the module that all of them are in.
fn first(checks: &[FoundCheck]) -> Result<Option<(&FoundCheck, Arc<Module>)>, Error> {
    let Some(check) = checks.first() else { return Ok(None) };
    Ok(Some((check, check.file.load()?)))
}

/// Stops a check that takes too long.
struct Limit {
    start: Moment,
    /// Runs at the bound that is being tried.
    runs: u64,
}

impl Limit {
    fn new() -> Self {
        Self { start: Moment::now(), runs: 0 }
    }

    fn cause(&self) -> Option<StopCause> {
        if interrupt::is_interrupted() {
            return Some(StopCause::Interrupted);
        }
        let is_over = self.runs > MOST_RUNS || self.start.age() >= TIME_PER_CHECK;
        is_over.then_some(StopCause::Budget(TIME_PER_CHECK))
    }
}

impl Observer for Limit {
    fn on_event(&mut self, event: &Event<'_>) {
        match event {
            Event::StepStarted { .. } => self.runs = 0,
            Event::ClassCovered { runs, .. } => self.runs = *runs,
            _ => {}
        }
    }

    fn stop(&mut self) -> Option<StopCause> {
        self.cause()
    }
}
