//! From a verdict to what is told about it.

use std::time::Duration;

use glassbox_abi::names;
use glassbox_engine::catalog::Check;
use glassbox_engine::finding::{Finding, FindingKind};
use glassbox_engine::search::{Deepened, Step, Verdict};
use glassbox_engine::states::StatesError;
use glassbox_report::terminal::{CheckOutcome, CheckReport, Failure, Frame};
use glassbox_vm::backtrace::{SourceLocation, Symbols};
use glassbox_vm::module::Module;

use super::Job;
use super::team::Done;
use crate::error::Error;

/// How functions begin that the macro writes around a check.
const ENTRY: &str = "__glassbox";

pub(super) fn report(job: &Job, bytes: &[u8], done: Done) -> CheckReport {
    let Done { result, took } = done;
    match result {
        Ok(deepened) => decided(job, bytes, deepened, took),
        Err(source) => not_decided(job, source, took),
    }
}

fn decided(job: &Job, bytes: &[u8], deepened: Deepened, took: Duration) -> CheckReport {
    let last = deepened.steps.last();
    let outcome = match deepened.verdict {
        Verdict::Holds => CheckOutcome::Holds,
        Verdict::Fails(finding) => CheckOutcome::Fails(Box::new(failure(job, bytes, *finding))),
        Verdict::Unknown(reason) => CheckOutcome::Unknown { reason },
    };
    CheckReport {
        check: job.check.path.clone(),
        seconds: took.as_secs_f64(),
        bounds: last.map(sizes).unwrap_or_default(),
        transitions: last.map(|step| step.checked.transitions.to_string()).unwrap_or_default(),
        runs: last.map_or(0, |step| step.checked.runs),
        audited: last.map_or(0, |step| step.checked.audited),
        outcome,
    }
}

/// The bounds on sizes: others are settings that nobody asked for.
fn sizes(step: &Step) -> Vec<(String, u32)> {
    let sizes = step.bounds.iter().filter(|(name, _)| names::BOUNDS.contains(&name.as_str()));
    sizes.map(|(name, value)| (name.clone(), *value)).collect()
}

fn not_decided(job: &Job, source: StatesError, took: Duration) -> CheckReport {
    let error = Error::States { check: job.check.path.clone(), source: Box::new(source) };
    CheckReport {
        check: job.check.path.clone(),
        seconds: took.as_secs_f64(),
        bounds: Vec::new(),
        transitions: String::new(),
        runs: 0,
        audited: 0,
        outcome: CheckOutcome::Error {
            message: error.to_string(),
            picture: error.picture().cloned().map(Box::new),
            help: error.help(),
        },
    }
}

fn failure(job: &Job, bytes: &[u8], finding: Finding) -> Failure {
    Failure {
        what: finding.kind.to_string(),
        frames: frames(&job.check, &job.module, bytes, &finding.kind),
        location: format!("{}:{}", job.check.location.file, job.check.location.line),
        lookalikes: finding.lookalikes.to_string(),
        picture: finding.picture,
        after: finding.after,
        replay: format!("{}@{}", job.check.path, finding.transition),
    }
}

/// The user's calls, the innermost first.
pub(crate) fn frames(check: &Check, module: &Module, bytes: &[u8], kind: &FindingKind) -> Vec<Frame> {
    let (FindingKind::Stopped(stopped) | FindingKind::Unreadable { stopped, .. }) = kind else { return Vec::new() };
    let frames = Symbols::new(module, bytes).trace(&stopped.trace);
    let own = frames.into_iter().filter(|frame| !frame.is_library() && !frame.function.starts_with(ENTRY));
    let located: Vec<(String, SourceLocation)> =
        own.filter_map(|frame| Some((frame.function, frame.location?))).collect();
    // The compiler names the check's file from the package on, and those of the calls in full.
    let root = located.iter().find_map(|(_, location)| location.file.strip_suffix(&check.location.file));
    let root = root.unwrap_or_default().to_owned();
    let frame = |(function, location): (String, SourceLocation)| {
        let file = location.file.strip_prefix(&root).unwrap_or(&location.file);
        Frame { function, place: format!("{file}:{}", location.line) }
    };
    located.into_iter().map(frame).collect()
}
