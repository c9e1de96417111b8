//! From a verdict to what is told about it.

use std::collections::BTreeMap;
use std::time::Duration;

use glassbox_engine::catalog::Check;
use glassbox_engine::finding::{Finding, FindingKind};
use glassbox_engine::search::{Deepened, Verdict};
use glassbox_engine::states::StatesError;
use glassbox_report::terminal::{CheckOutcome, CheckReport, Failure, Frame};
use glassbox_vm::backtrace::{SourceLocation, Symbols};
use glassbox_vm::module::Module;

use super::Job;
use super::team::Done;
use crate::checks::is_size;
use crate::error::Error;
use crate::explain;

/// How functions begin that the macro writes around a check.
const ENTRY: &str = "__glassbox";

pub(super) fn report(job: &Job, bytes: &[u8], asked: &BTreeMap<String, u32>, done: Done) -> CheckReport {
    let Done { result, took } = done;
    match result {
        Ok(deepened) => decided(job, bytes, asked, deepened, took),
        Err(source) => not_decided(job, source, took),
    }
}

fn decided(job: &Job, bytes: &[u8], asked: &BTreeMap<String, u32>, deepened: Deepened, took: Duration) -> CheckReport {
    let last = deepened.steps.last();
    let outcome = match deepened.verdict {
        Verdict::Holds => CheckOutcome::Holds,
        Verdict::Fails(finding) => CheckOutcome::Fails(Box::new(failure(job, bytes, *finding))),
        Verdict::Unknown(reason) => CheckOutcome::Unknown { reason },
    };
    CheckReport {
        check: job.check.path.clone(),
        seconds: took.as_secs_f64(),
        bounds: last.map(|step| within(&step.bounds, asked)).unwrap_or_default(),
        transitions: last.map(|step| step.checked.transitions.to_string()).unwrap_or_default(),
        runs: last.map_or(0, |step| step.checked.runs),
        audited: last.map_or(0, |step| step.checked.audited),
        outcome,
    }
}

/// What a verdict is about: the sizes, and the settings that somebody asked for. Nobody must take a verdict for more.
fn within(bounds: &BTreeMap<String, u32>, asked: &BTreeMap<String, u32>) -> Vec<String> {
    let sizes = bounds.iter().filter(|(name, _)| is_size(name));
    let settings = asked.iter().filter(|(name, _)| !is_size(name));
    let sizes = sizes.map(|(name, value)| format!("{name} <= {value}"));
    sizes.chain(settings.map(|(name, value)| format!("{name} = {value}"))).collect()
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
        depended_on: finding.depended_on,
        topic: explain::topic_of(&finding.kind).to_owned(),
        natively: finding.kind.natively(),
        replay: format!("{}@{}", job.check.path, finding.transition),
        state: finding.transition,
    }
}

/// The user's calls, the innermost first.
pub(crate) fn frames(check: &Check, module: &Module, bytes: &[u8], kind: &FindingKind) -> Vec<Frame> {
    let (FindingKind::Stopped(stopped) | FindingKind::Unreadable { stopped, .. }) = kind else { return Vec::new() };
    user_frames(check, &Symbols::new(module, bytes), &stopped.trace)
}

/// The user's calls among those of a trace, the innermost first.
pub(crate) fn user_frames(check: &Check, symbols: &Symbols<'_>, trace: &[u32]) -> Vec<Frame> {
    let frames = symbols.trace(trace);
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_verdict_names_sizes_and_what_was_asked_for() {
        let map = |pairs: &[(&str, u32)]| pairs.iter().map(|(name, value)| ((*name).to_owned(), *value)).collect();
        let bounds = map(&[("capacity", 1), ("height", 2), ("len", 3)]);
        assert_eq!(within(&bounds, &map(&[])), ["height <= 2", "len <= 3"]);
        assert_eq!(within(&bounds, &map(&[("capacity", 1), ("len", 5)])), ["height <= 2", "len <= 3", "capacity = 1"]);
    }
}
