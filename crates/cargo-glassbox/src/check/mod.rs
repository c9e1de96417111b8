//! `cargo glassbox check`: runs the checks and says what came of it.
//!
//! | file | holds |
//! |---|---|
//! | `team.rs` | several checks at once, told of in the order of the source |
//! | `live.rs` | what is going on, for whoever watches a terminal |
//! | `seen.rs` | how far a check is |
//! | `until.rs` | when searches end |
//! | `outcome.rs` | from a verdict to what is told about it |
//! | `reached.rs` | states that operations reach, held against those that were checked |
//! | `emitted_tests.rs` | tests for checks that failed |

mod emitted_tests;
mod live;
mod outcome;
mod reached;
mod seen;
mod team;
mod until;

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::rc::Rc;
use std::sync::Arc;

use glassbox_engine::catalog::{Check, CheckKind};
use glassbox_report::terminal::{CheckOutcome, CheckReport, Summary, write_check, write_note, write_summary};
use glassbox_source::emit::{Failure, emit_tests};
use glassbox_source::read::PackageLayout;
use glassbox_vm::module::Module;

use crate::args::build_options::{BuildOptions, ValueKind};
use crate::args::resolved::CheckOptions;
use crate::checks::{self, FoundCheck, ModuleFile};
use crate::clock::Moment;
use crate::console;
use crate::error::Error;
use crate::exit_code::ExitCode;
use crate::interrupt;
use live::Live;
pub(crate) use outcome::{frames, user_frames};
use team::{Decided, Done};
use until::Until;

/// A check to run.
#[derive(Debug)]
struct Job {
    check: Check,
    module: Arc<Module>,
    /// The folder that the file of its source is named from.
    root: PathBuf,
    /// The package that it belongs to.
    package: PackageLayout,
    /// What its values are.
    values: ValueKind,
}

/// Builds the chosen packages, runs their checks and prints a line for each.
pub(crate) fn run(options: &CheckOptions) -> Result<ExitCode, Error> {
    let (jobs, files) = load(find(options)?)?;
    checks::refuse_bounds(jobs.iter().map(|job| (&job.check, &job.module)), &options.bounds)?;
    interrupt::watch();
    console::print_start(jobs.len());
    let started = Moment::now();
    let until = Until::new(started, options.budget);
    let mut live = Live::new(&jobs, options.slow_after, until);
    let mut told = Told {
        jobs: &jobs,
        files: &files,
        options,
        waiting: BTreeMap::new(),
        next: 0,
        summary: Summary { opt_level: options.build.opt_level.asked(), ..Summary::default() },
        failed: Vec::new(),
        not_reached: BTreeMap::new(),
    };
    let mut result = Ok(());
    team::run(&jobs, options, until, &mut live, |index, done| {
        if result.is_ok() {
            result = told.tell(index, done);
        }
    });
    result.map_err(Error::Write)?;
    if options.emit_tests {
        let tests = emit_tests(&told.failed)?;
        emitted_tests::write(&tests, &mut anstream::stdout()).map_err(Error::Write)?;
    }
    told.tell_not_reached().map_err(Error::Write)?;
    let summary = Summary { seconds: started.age().as_secs_f64(), slow: live.n_slow(), ..told.summary };
    write_summary(&summary, &mut anstream::stdout()).map_err(Error::Write)?;
    Ok(match summary {
        Summary { failing: 1.., .. } => ExitCode::Fails,
        Summary { errors: 1.., .. } => ExitCode::Error,
        Summary { unknown: 1.., .. } | Summary { not_run: 1.., .. } => ExitCode::Unknown,
        _ => ExitCode::Success,
    })
}

/// The checks that are meant; if somebody has asked for other kinds of values, the explorations with each of them.
fn find(options: &CheckOptions) -> Result<Vec<(FoundCheck, ValueKind)>, Error> {
    if options.types.is_empty() {
        let found = checks::filter(checks::find(&options.build)?, &options.filters)?;
        return Ok(found.into_iter().map(|found| (found, ValueKind::default())).collect());
    }
    let (mut all, mut n_others) = (Vec::new(), 0);
    for &values in &options.types {
        let build = BuildOptions { values, ..options.build.clone() };
        let found = checks::filter(checks::find(&build)?, &options.filters)?;
        let (explorations, others): (Vec<_>, Vec<_>) =
            found.into_iter().partition(|found| found.check.kind == CheckKind::Exploration);
        all.extend(explorations.into_iter().map(|found| (found, values)));
        n_others = others.len();
    }
    if all.is_empty() {
        return Err(Error::NoExplorations);
    }
    if n_others > 0 {
        let checks = if n_others == 1 { "check is" } else { "checks are" };
        console::print_note(&format!("{n_others} {checks} left out: `--types` is for explorations"));
    }
    Ok(all)
}

/// Each module once.
fn load(found: Vec<(FoundCheck, ValueKind)>) -> Result<(Vec<Job>, Vec<Rc<ModuleFile>>), Error> {
    let mut loaded: Vec<(Rc<ModuleFile>, Arc<Module>)> = Vec::new();
    let (mut jobs, mut files) = (Vec::new(), Vec::new());
    for (FoundCheck { check, file, root, package }, values) in found {
        let known = loaded.iter().find(|(known, _)| Rc::ptr_eq(known, &file)).map(|(_, module)| module.clone());
        let module = match known {
            Some(module) => module,
            None => file.load()?,
        };
        loaded.push((file.clone(), module.clone()));
        jobs.push(Job { check, module, root, package, values });
        files.push(file);
    }
    Ok((jobs, files))
}

/// Tells of checks in their order, as soon as all before them are told of.
struct Told<'a> {
    jobs: &'a [Job],
    files: &'a [Rc<ModuleFile>],
    options: &'a CheckOptions,
    waiting: BTreeMap<usize, Done>,
    next: usize,
    summary: Summary<'a>,
    /// Those that fail.
    failed: Vec<Failure>,
    /// Checks that hold, though no states were reached to hold against theirs; by the reason why.
    not_reached: BTreeMap<String, Vec<String>>,
}

impl Told<'_> {
    fn tell(&mut self, index: usize, done: Done) -> std::io::Result<()> {
        self.waiting.insert(index, done);
        while let Some(done) = self.waiting.remove(&self.next) {
            if let Ok(Decided::Deepened { not_reached: Some(reason), .. }) = &done.result {
                let checks = self.not_reached.entry(reason.clone()).or_default();
                checks.push(self.jobs[self.next].check.path.clone());
            }
            let report = outcome::report(&self.jobs[self.next], &self.files[self.next].bytes, self.options, done);
            self.count(&report);
            self.failed.extend(emitted_tests::failure(&self.jobs[self.next], &report.outcome));
            write_check(&report, &mut anstream::stdout())?;
            self.next += 1;
        }
        Ok(())
    }

    /// Says of which checks it is not known whether operations reach other states than those that were checked.
    fn tell_not_reached(&self) -> std::io::Result<()> {
        const MOST: usize = 3;
        for (reason, checks) in &self.not_reached {
            let named = checks.iter().take(MOST).map(|check| format!("`{check}`")).collect::<Vec<_>>().join(", ");
            let more = checks.len().saturating_sub(MOST);
            let more = if more > 0 { format!(" and {more} more") } else { String::new() };
            let text = format!("whether operations reach other states was not tried for {named}{more}: {reason}");
            write_note(&text, &mut anstream::stdout())?;
        }
        Ok(())
    }

    fn count(&mut self, report: &CheckReport) {
        match &report.outcome {
            CheckOutcome::Holds => self.summary.holding += 1,
            CheckOutcome::Fails(_) | CheckOutcome::FailsAfter(_) => self.summary.failing += 1,
            CheckOutcome::Unknown { .. } => self.summary.unknown += 1,
            CheckOutcome::NotRun { .. } => self.summary.not_run += 1,
            CheckOutcome::Error { .. } => self.summary.errors += 1,
        }
    }
}
