//! From a verdict to what is told about it.

use std::collections::BTreeMap;

use glassbox_engine::catalog::Check;
use glassbox_engine::explore::{self, Explored};
use glassbox_engine::finding::{Finding, FindingKind};
use glassbox_engine::search::Verdict;
use glassbox_engine::states::StatesError;
use glassbox_report::terminal::{CheckOutcome, CheckReport, Failure, Frame, HistoryFailure};
use glassbox_space::BigUint;
use glassbox_vm::backtrace::{SourceLocation, Symbols};
use glassbox_vm::module::Module;

use super::Job;
use super::team::{Decided, Done, NotDecided};
use super::until::Ended;
use crate::args::resolved::CheckOptions;
use crate::checks::is_size;
use crate::error::Error;
use crate::explain;

/// How functions begin that the macro writes around a check: in the source, and as the module names them.
const ENTRIES: [&str; 2] = ["__glassbox", "glassbox:"];
/// Where the guest's half of glassbox is.
const GUEST: &str = "guest/glassbox/src/";

pub(super) fn report(job: &Job, bytes: &[u8], options: &CheckOptions, done: Done) -> CheckReport {
    let Done { result, took, ended } = done;
    let mut report = CheckReport {
        check: job.check.path.clone(),
        seconds: took.as_secs_f64(),
        bounds: Vec::new(),
        transitions: String::new(),
        runs: 0,
        audited: 0,
        states: None,
        outcome: CheckOutcome::Holds,
        remarks: Vec::new(),
    };
    report.outcome = match result {
        Ok(Decided::Explored(explored)) => explored_outcome(job, bytes, options, explored, &mut report, ended),
        Ok(Decided::Deepened { deepened, .. }) => {
            if let Some(last) = deepened.steps.last() {
                let of =
                    if matches!(deepened.verdict, Verdict::Unknown(_)) { Some(&last.checked.covered) } else { None };
                report.bounds = within(&last.bounds, options);
                report.transitions = transitions(&last.checked.transitions, of);
                report.runs = last.checked.runs;
                report.audited = last.checked.audited;
            }
            decided(job, bytes, options, deepened.verdict, ended)
        }
        Err(NotDecided::Harness(source)) => CheckOutcome::Error {
            message: format!("`{}` cannot be explored: {source}", job.check.path),
            picture: None,
            help: Vec::new(),
        },
        Err(NotDecided::States(source)) => not_decided(job, source),
        Err(NotDecided::NotBegun(ended)) => CheckOutcome::NotRun { reason: ended.to_string() },
    };
    report
}

fn decided(job: &Job, bytes: &[u8], options: &CheckOptions, verdict: Verdict, ended: Option<Ended>) -> CheckOutcome {
    match (verdict, ended) {
        (Verdict::Holds, _) => CheckOutcome::Holds,
        (Verdict::Fails(finding), _) => CheckOutcome::Fails(Box::new(failure(job, bytes, options, *finding))),
        (Verdict::Unknown(reason), None) => CheckOutcome::Unknown { reason },
        (Verdict::Unknown(reason), Some(ended)) => CheckOutcome::Unknown { reason: format!("{reason}; {ended}") },
    }
}

fn explored_outcome(
    job: &Job,
    bytes: &[u8],
    options: &CheckOptions,
    explored: Explored,
    report: &mut CheckReport,
    ended: Option<Ended>,
) -> CheckOutcome {
    let opt_level = options.build.opt_level.asked().map(|level| format!("opt-level = {level}"));
    let operations = if explored.is_complete {
        "any number of operations".to_owned()
    } else {
        format!("operations <= {}", explored.operations)
    };
    let values = job.values.name().map(|name| format!("values: {name}"));
    let elements = explored.elements.map(|most| format!("elements <= {most}"));
    let seed = explored.has_one_seed.then(|| "one seed of RandomState".to_owned());
    report.bounds = std::iter::once(operations).chain(elements).chain(seed).chain(values).chain(opt_level).collect();
    report.transitions = explored.transitions.to_string();
    report.states = Some(explored.states);
    report.remarks.extend(never_possible(&explored.never));
    if explored.elements.is_some() && !explored.has_elements {
        report.remarks.push("`elements` bounds nothing here: no state has a `Val` or a `Key` in it".to_owned());
    }
    match explored.verdict {
        explore::Verdict::Holds => CheckOutcome::Holds,
        explore::Verdict::Unknown(reason) => {
            CheckOutcome::Unknown { reason: ended.map_or_else(|| reason.clone(), |ended| format!("{reason}; {ended}")) }
        }
        explore::Verdict::Fails(fault) => {
            let symbols = Symbols::new(&job.module, bytes);
            CheckOutcome::FailsAfter(Box::new(HistoryFailure {
                what: fault.kind.to_string(),
                natively: fault.kind.natively(),
                memory: fault.memory,
                history: fault.history,
                frames: user_frames(&job.check, &symbols, fault.kind.trace()),
                location: format!("{}:{}", job.check.location.file, job.check.location.line),
            }))
        }
    }
}

/// What a harness has, and what was never run.
fn never_possible(functions: &[String]) -> Option<String> {
    let names: Vec<String> = functions.iter().map(|name| format!("`{name}`")).collect();
    let (is, it) = if names.len() == 1 { ("is", "it") } else { ("are", "them") };
    let text = || format!("{} {is} never possible here: nothing is known of {it}", names.join(", "));
    (!names.is_empty()).then(text)
}

/// All transitions; if only some of them were looked at, how many.
fn transitions(all: &BigUint, covered: Option<&BigUint>) -> String {
    match covered.filter(|covered| *covered != all) {
        Some(covered) => format!("{covered} of {all}"),
        None => all.to_string(),
    }
}

/// What a verdict is about: the sizes, and the settings that somebody asked for. Nobody must take a verdict for more.
fn within(bounds: &BTreeMap<String, u32>, options: &CheckOptions) -> Vec<String> {
    let opt_level = options.build.opt_level.asked().map(|level| format!("opt-level = {level}"));
    named(bounds, &options.bounds).into_iter().chain(opt_level).collect()
}

fn named(bounds: &BTreeMap<String, u32>, asked: &BTreeMap<String, u32>) -> Vec<String> {
    let sizes = bounds.iter().filter(|(name, _)| is_size(name));
    let settings = asked.iter().filter(|(name, _)| !is_size(name));
    let sizes = sizes.map(|(name, value)| format!("{name} <= {value}"));
    sizes.chain(settings.map(|(name, value)| format!("{name} = {value}"))).collect()
}

fn not_decided(job: &Job, source: StatesError) -> CheckOutcome {
    let error = Error::States { check: job.check.path.clone(), source: Box::new(source) };
    CheckOutcome::Error {
        message: error.to_string(),
        picture: error.picture().cloned().map(Box::new),
        help: error.help(),
    }
}

fn failure(job: &Job, bytes: &[u8], options: &CheckOptions, finding: Finding) -> Failure {
    let flags: String = options.build.flags().into_iter().map(|flag| flag + " ").collect();
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
        replay: format!("{flags}'{}@{}'", job.check.path, finding.transition),
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
    let is_entry = |function: &str| ENTRIES.iter().any(|entry| function.starts_with(entry));
    let own = frames.into_iter().filter(|frame| !frame.is_library() && !is_entry(&frame.function));
    // Where glassbox itself is a path dependency, it looks like the user's code.
    let own = own.filter(|frame| frame.location.as_ref().is_none_or(|location| !location.file.contains(GUEST)));
    let located: Vec<(String, SourceLocation)> =
        own.filter_map(|frame| Some((frame.function, frame.location?))).collect();
    // The compiler names the check's file from the package on, and those of the calls in full. The check itself is the
    // outermost call; files of other packages may have the same name.
    let root = located.iter().rev().find_map(|(_, location)| location.file.strip_suffix(&check.location.file));
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
        assert_eq!(named(&bounds, &map(&[])), ["height <= 2", "len <= 3"]);
        assert_eq!(named(&bounds, &map(&[("capacity", 1), ("len", 5)])), ["height <= 2", "len <= 3", "capacity = 1"]);
    }
}
