//! Prints verdicts in the order of the source, as soon as all before them are printed.

use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::sync::Arc;

use glassbox_engine::result::{
    Assumption, AssumptionCode, DecideError, HarnessError, NotReached, Outcome, StatesError, StopCause, Verdict,
};
use glassbox_files::lock::Ran;
use glassbox_report::document::{Entry, entry};
use glassbox_report::frames::Places;
use glassbox_report::subject_report::{Abandoned, Detail, Ending, SubjectReport};
use glassbox_report::terminal::{Summary, write_assumptions, write_note, write_verdict};
use glassbox_report::words;
use glassbox_source::emit::Failure;
use glassbox_vm::backtrace::Symbols;

use super::emitted_tests;
use super::gaps::gaps;
use super::job::Job;
use super::progress::Progress;
use super::reports;
use super::worker_pool::{Done, NotDecided};
use crate::args::build_options::ValueKind;
use crate::args::resolved::CheckOptions;
use crate::console;
use crate::error::Error;
use crate::source::source;

/// Prints and counts verdicts.
pub(super) struct Printer<'a> {
    jobs: &'a [Job],
    progress: Arc<[Progress]>,
    options: &'a CheckOptions,
    /// Verdicts that wait for those before them.
    waiting: BTreeMap<usize, Done>,
    next: usize,
    summary: Summary<'a>,
    failures: Vec<Failure>,
    entries: Vec<Entry>,
    /// What was proved of each check, with values of the usual kind.
    ran: Vec<Ran>,
    /// Checks that hold although the reachable states were not compared with the checked ones, by reason.
    not_reached: BTreeMap<NotReached, Vec<String>>,
    /// Assumptions of the checks that hold.
    assumptions: BTreeSet<AssumptionCode>,
}

impl<'a> Printer<'a> {
    pub(super) fn new(jobs: &'a [Job], progress: Arc<[Progress]>, options: &'a CheckOptions) -> Self {
        Self {
            jobs,
            progress,
            options,
            waiting: BTreeMap::new(),
            next: 0,
            summary: Summary { opt_level: options.build.opt_level.asked(), ..Summary::default() },
            failures: Vec::new(),
            entries: Vec::new(),
            ran: Vec::new(),
            not_reached: BTreeMap::new(),
            assumptions: BTreeSet::new(),
        }
    }

    /// Prints the verdict of a check, after those before it.
    pub(super) fn print(&mut self, index: usize, done: Done) -> Result<(), Error> {
        self.waiting.insert(index, done);
        while let Some(done) = self.waiting.remove(&self.next) {
            let printed = self.print_next(&done);
            self.next += 1;
            console::written(printed)?;
        }
        Ok(())
    }

    fn print_next(&mut self, done: &Done) -> io::Result<()> {
        let job = &self.jobs[self.next];
        let ending = match &done.result {
            Ok(outcome) => Ending::Decided(outcome),
            Err(NotDecided::NotBegun(cause)) => self.not_begun(*cause),
            Err(NotDecided::Abandoned(abandoned)) => self.abandoned(abandoned.clone()),
            Err(NotDecided::Error(error)) => self.error(job, error),
        };
        let places = match &done.result {
            Ok(outcome) => self.count(job, outcome),
            Err(_) => Places::default(),
        };
        let report = SubjectReport {
            subject: &job.subject,
            seconds: done.took.as_secs_f64(),
            ending,
            asked: &job.bounds,
            growth: self.progress[self.next].position().growth().to_vec(),
            places,
            replay_flags: job.replay_flags(&self.options.build),
            detail: self.options.detail,
        };
        let mut entry = entry(&report);
        if self.options.wants_steps() {
            reports::add_steps(&mut entry, job, done.result.as_ref().ok());
        }
        if job.values == ValueKind::default() {
            self.ran.push(Ran::new(&job.subject, done.result.as_ref().ok(), &entry));
        }
        self.entries.push(entry);
        write_verdict(&report, &mut anstream::stdout())?;
        let gaps = done.result.iter().flat_map(|outcome| gaps(job, outcome));
        gaps.into_iter().try_for_each(|text| write_note(&text, &mut anstream::stdout()))
    }

    /// Counts a verdict. Returns the calls that its failure is about, if it is one.
    fn count(&mut self, job: &Job, outcome: &Outcome) -> Places {
        for assumption in outcome.assumptions() {
            if let Assumption::ReachesNoOtherStates(why) = assumption {
                self.not_reached.entry(why.clone()).or_default().push(job.subject.path.clone());
            }
        }
        match outcome.verdict() {
            Verdict::Holds => {
                self.summary.holding += 1;
                self.assumptions.extend(outcome.assumptions().iter().map(Assumption::code));
            }
            Verdict::Unknown(_) if outcome.is_only_a_shard() => self.summary.shards += 1,
            Verdict::Unknown(_) => self.summary.unknown += 1,
            Verdict::Fails(failure) => {
                self.summary.failing += 1;
                // A history of checks is in no exploration that a test could call.
                if failure.state().is_some() || job.subject.is_exploration() {
                    self.failures.push(emitted_tests::failure(job, failure));
                }
                let symbols = Symbols::new(&job.module, &job.bytes);
                return Places::of(&job.subject, &symbols, &failure.finding, &source);
            }
        }
        Places::default()
    }

    fn not_begun(&mut self, cause: StopCause) -> Ending<'static> {
        self.summary.not_run += 1;
        self.summary.is_out_of_memory |= matches!(cause, StopCause::Memory { .. });
        Ending::NotRun(cause)
    }

    fn abandoned(&mut self, abandoned: Abandoned) -> Ending<'static> {
        self.summary.unknown += 1;
        Ending::Abandoned(abandoned)
    }

    fn error(&mut self, job: &Job, error: &DecideError) -> Ending<'static> {
        self.summary.errors += 1;
        match error {
            DecideError::Harness(error) => harness_error(job, error),
            DecideError::States(error) => states_error(job, error),
        }
    }

    /// Prints the checks whose states were not compared with the reachable ones.
    pub(super) fn print_not_reached(&self) -> io::Result<()> {
        const MOST: usize = 3;
        for (why, checks) in &self.not_reached {
            let named = checks.iter().take(MOST).map(|check| format!("`{check}`")).collect::<Vec<_>>().join(", ");
            let more = checks.len().saturating_sub(MOST);
            let more = if more > 0 { format!(" and {more} more") } else { String::new() };
            let why = words::not_reached(why);
            let text = format!(
                "the states that operations reach were not compared with the valid ones for {named}{more}: {why}"
            );
            write_note(&text, &mut anstream::stdout())?;
        }
        Ok(())
    }

    /// Prints the assumptions of the checks that hold, unless each verdict has listed them.
    pub(super) fn print_assumptions(&self) -> io::Result<()> {
        match self.options.detail {
            Detail::Short => write_assumptions(&self.assumptions, &mut anstream::stdout()),
            Detail::Verbose => Ok(()),
        }
    }

    /// The failures, for tests.
    pub(super) fn failures(&self) -> &[Failure] {
        &self.failures
    }

    /// Everything that was printed, for programs.
    pub(super) fn take_entries(&mut self) -> Vec<Entry> {
        std::mem::take(&mut self.entries)
    }

    /// What was proved of each check.
    pub(super) fn take_ran(&mut self) -> Vec<Ran> {
        std::mem::take(&mut self.ran)
    }

    /// Number of verdicts of each kind.
    pub(super) fn summary(&self) -> Summary<'a> {
        self.summary
    }
}

fn harness_error(job: &Job, error: &HarnessError) -> Ending<'static> {
    let message = format!("`{}` cannot be explored: {error}", job.subject.path);
    Ending::Error { message, picture: None, help: Vec::new() }
}

fn states_error(job: &Job, error: &StatesError) -> Ending<'static> {
    let error = Error::States { check: job.subject.path.clone(), source: Box::new(error.clone()) };
    Ending::Error { message: error.to_string(), picture: error.picture().cloned().map(Box::new), help: error.help() }
}
