//! `--why-slow`: says what tells the runs of a check apart, and where its time goes.

use std::collections::BTreeMap;
use std::time::Duration;

use glassbox_engine::observer::Phase;
use glassbox_engine::result::Bounds;
use glassbox_engine::search::{Asker, Cause, Causes, Options, Task, causes};
use glassbox_report::frames::user_frames;
use glassbox_report::why_slow::{RunAsker, RunCause, WhySlow};
use glassbox_space::Bdd;
use glassbox_vm::backtrace::Symbols;

use super::job::Job;
use super::progress::Position;
use super::stop::Stop;

/// Runs that are looked at.
const MOST_RUNS: u64 = 3000;

/// What is known of a check with at least `least` runs; none if it has fewer, or if it cannot be searched again.
pub(super) fn why_slow(job: &Job, position: &Position, least: u64, options: &Options, stop: Stop) -> Option<WhySlow> {
    let growth = position.growth().to_vec();
    if job.subject.is_exploration() || growth.iter().map(|(_, runs)| runs).sum::<u64>() < least {
        return None;
    }
    // The largest step that can be looked at as a whole.
    let whole = growth.iter().rfind(|(_, runs)| *runs <= MOST_RUNS);
    let bounds: Bounds = whole.or_else(|| growth.last()).map(|(bounds, _)| bounds.clone())?;
    let task = Task { module: &job.module, path: &job.subject.path, bounds: &bounds, diagram: &Bdd::default };
    let found = causes(&task, options, MOST_RUNS, &|| stop.cause().is_none()).ok()?;
    let (path, times) = (job.subject.path.clone(), times(position));
    let Causes { runs, has_effect, n_values, causes, .. } = found;
    Some(WhySlow { path, growth, times, bounds, runs, has_effect, n_values, causes: grouped(job, causes) })
}

/// Time of each phase, the longest first.
fn times(position: &Position) -> Vec<(Phase, Duration)> {
    let mut times = Phase::ALL.map(|phase| (phase, position.phase_times().of(phase)));
    times.sort_by_key(|(_, time)| std::cmp::Reverse(*time));
    times.to_vec()
}

/// Causes at the same line and about the same fields, added up.
fn grouped(job: &Job, causes: Vec<Cause>) -> Vec<RunCause> {
    let symbols = Symbols::new(&job.module, &job.bytes);
    let mut groups = BTreeMap::new();
    for Cause { runs, fields, asker } in causes {
        *groups.entry((fields, named(job, &symbols, &asker))).or_insert(0) += runs;
    }
    let mut causes: Vec<RunCause> =
        groups.into_iter().map(|((fields, asker), runs)| RunCause { runs, fields, asker }).collect();
    causes.sort_by_key(|cause| std::cmp::Reverse(cause.runs));
    causes
}

fn named(job: &Job, symbols: &Symbols<'_>, asker: &Asker) -> RunAsker {
    let Asker::Code(trace) = asker else { return RunAsker::Judge };
    let frames = user_frames(&job.subject, symbols, trace);
    let Some(innermost) = frames.first() else { return RunAsker::Library };
    // Without the types of a generic function.
    let name = innermost.function.split_once('<').map(|(name, _)| name).filter(|name| !name.is_empty());
    let (place, function) = (innermost.place.clone(), name.unwrap_or(&innermost.function).to_owned());
    // A comparison of whole values is called `eq`, also if it is derived.
    if frames.len() == 1 || function.ends_with("eq") {
        return RunAsker::Law { place };
    }
    RunAsker::Code { place, function }
}
