//! `cargo glassbox check`: decides checks and explorations and prints their verdicts.
//!
//! | file | holds |
//! |---|---|
//! | `job.rs` | a check to decide, with its module |
//! | `worker_pool.rs` | several checks at once |
//! | `printer.rs` | verdicts in the order of the source, and the summary |
//! | `live_line.rs` | the progress line of a terminal, and `SLOW` |
//! | `progress.rs` | progress of a check |
//! | `stop.rs` | Ctrl-C and the budget |
//! | `gaps.rs` | what an exploration that passes does not try |
//! | `emitted_tests.rs` | tests for failed checks |
//! | `proved.rs` | `glassbox.lock`: compared, or written |
//! | `why_slow.rs`, `phase_times.rs` | what tells runs apart, and where the time goes |
//! | `reports.rs`, `events.rs` | reports, and events while checks run |

mod emitted_tests;
mod events;
mod gaps;
mod job;
mod live_line;
mod phase_times;
mod printer;
mod progress;
mod proved;
mod reports;
mod stop;
mod why_slow;
mod worker_pool;

use std::io;
use std::sync::Arc;

use glassbox_engine::decide::Decider;
use glassbox_report::terminal::{Summary, write_note, write_summary};
use glassbox_report::why_slow::write_why_slow;
use glassbox_source::emit::emit_tests;

use crate::args::resolved::{CheckOptions, LockUse};
use crate::cache::Cache;
use crate::checks;
use crate::clock::Moment;
use crate::config::effective::Effective;
use crate::console;
use crate::error::Error;
use crate::exit_code::ExitCode;
use crate::project::Project;
use crate::shard::{self, SharedRun};
use crate::trace::TraceFile;
use crate::{interrupt, memory, trace};
use events::Events;
use job::Job;
use live_line::LiveLine;
use printer::Printer;
use progress::Progress;
use proved::RunLock;
use reports::Reports;
use stop::Stop;
use worker_pool::Means;

/// Builds the chosen packages, decides their checks and prints a line for each.
pub(crate) fn run(options: &CheckOptions) -> Result<ExitCode, Error> {
    let trace = options.trace.as_deref().map(trace::start).transpose()?;
    let project = Project::open(&options.build)?;
    let effective = Effective::new(options, &project.settings);
    let job::Work { checks, mut notes, folder, not_built } = job::find(&project, options)?;
    if effective.asked_jobs > effective.jobs {
        notes.push(format!(
            "`--jobs {}` means {} here: this computer has no more cores",
            effective.asked_jobs, effective.jobs
        ));
    }
    let reports = Reports::open(&options.reports, &folder)?;
    let mut jobs = job::load(checks, &project.settings, &options.bounds)?;
    notes.extend(keep_shared(&mut jobs, options)?);
    let jobs: Arc<[Job]> = jobs.into();
    checks::refuse_bounds(jobs.iter().map(|job| (&job.subject, &job.module)), &options.bounds)?;
    let modules = jobs.iter().map(|job| (&job.module, &*job.bytes));
    let cache = Cache::open(&options.cache, &folder, modules.clone());
    let shared = SharedRun::open(&options.sharing, jobs.iter().map(Job::line).collect(), modules.clone())?;
    let lock = RunLock::open(&project, options, not_built, &jobs)?;
    interrupt::watch();
    effective.memory.into_iter().for_each(memory::limit);
    console::print_start(jobs.len());
    let started = Moment::now();
    let stop = Stop::new(started, effective.budget, options.save_every);
    let mut live = LiveLine::new(&jobs, effective.slow_after, stop);
    let mut printer = Printer::new(&jobs, live.progress(), options);
    let mut result = Ok(());
    let events = options.events.as_deref().map(|path| Events::create(path, started)).transpose()?;
    let decider = cache
        .as_ref()
        .map_or_else(Decider::default, |cache| Decider::keeping(cache.kept.clone()).going_on(cache.unfinished.clone()));
    let decider = match &shared {
        Some(shared) => shared.share(decider),
        None => decider,
    };
    let means = Means { n_jobs: effective.jobs, stop, events, decider };
    let span = trace::span("command", || "decide checks".to_owned());
    worker_pool::run(&jobs, options, means, &mut live, |index, done| {
        if result.is_ok() {
            result = printer.print(index, done);
        }
    });
    drop(span);
    result?;
    if options.emit_tests {
        let tests = emit_tests(printer.failures())?;
        console::written(emitted_tests::write(&tests, &mut anstream::stdout()))?;
    }
    console::written(printer.print_not_reached())?;
    console::written(printer.print_assumptions())?;
    console::written(print_why_slow(&jobs, &live.progress(), options, stop))?;
    notes.extend(cache.iter().flat_map(Cache::notes));
    let differing = cache.iter().flat_map(|cache| cache.kept.differing()).collect::<Vec<_>>();
    if let Some(shared) = shared {
        let Summary { unknown, not_run, errors, .. } = printer.summary();
        notes.extend(shared.finish(unknown + not_run + errors == 0)?);
    }
    let locked = lock.finish(options, printer.take_ran())?;
    notes.extend(locked.notes.iter().cloned());
    console::written(notes.iter().try_for_each(|note| write_note(note, &mut anstream::stdout())))?;
    console::written(locked.write(&mut anstream::stdout()))?;
    let without_test = if options.emit_tests { 0 } else { printer.failures().len() };
    let seconds = started.age().as_secs_f64();
    let summary = Summary { seconds, slow: live.n_slow(), without_test, ..printer.summary() };
    console::written(write_summary(&summary, &mut anstream::stdout()))?;
    let document = reports::document(&summary, printer.take_entries(), notes, locked.sentences());
    reports.write(&document, &project.workspace.root())?;
    trace.map(TraceFile::write).transpose()?;
    console::written(reports::write_for_github(&document))?;
    if !differing.is_empty() {
        return Err(Error::CacheDiffers { parts: differing });
    }
    Ok(match summary {
        Summary { failing: 1.., .. } => ExitCode::Fails,
        Summary { errors: 1.., .. } => ExitCode::Error,
        Summary { unknown: 1.., .. } | Summary { not_run: 1.., .. } => ExitCode::Unknown,
        _ if !locked.less.is_empty() => ExitCode::ProvesLess,
        _ => ExitCode::Success,
    })
}

/// Leaves out what is not in the files of shards. Returns a sentence about that.
fn keep_shared(jobs: &mut Vec<Job>, options: &CheckOptions) -> Result<Option<String>, Error> {
    let Some(chosen) = shard::chosen(&options.sharing) else { return Ok(None) };
    let n_all = jobs.len();
    jobs.retain(|job| chosen.contains(&job.line()));
    let checks = match n_all - jobs.len() {
        0 => return Ok(None),
        1 => "1 check is".to_owned(),
        n => format!("{n} checks are"),
    };
    match options.lock {
        LockUse::Write => Err(Error::LockOfShards { checks }),
        _ => Ok(Some(format!("{checks} not in these files, or with other bounds, and not run"))),
    }
}

/// Says why checks are slow, if the user asks.
fn print_why_slow(jobs: &[Job], progress: &[Progress], options: &CheckOptions, stop: Stop) -> io::Result<()> {
    let Some(least) = options.why_slow else { return Ok(()) };
    let (mut out, mut is_any) = (anstream::stdout(), false);
    for (job, progress) in jobs.iter().zip(progress) {
        if let Some(why) = why_slow::why_slow(job, &progress.position(), least, &options.search, stop) {
            write_why_slow(&why, &mut out)?;
            is_any = true;
        }
    }
    if is_any { Ok(()) } else { write_note(&format!("no check takes {least} runs"), &mut out) }
}
