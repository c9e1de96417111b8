//! The entry of a check, from its report.

use std::collections::BTreeMap;

use glassbox_engine::picture::{self, Note};
use glassbox_engine::result::{self, Bounds, Coverage, Evidence, Outcome, Reason, StopCause, StoppedAt, Verdict, Way};

use super::model::{
    Calls, CheckKind, Coded, Counts, Entry, Failure, Frame, Growth, Mark, Node, Picture, Problem, VerdictWord,
};
use crate::draw;
use crate::frames;
use crate::subject_report::{Ending, SubjectReport};
use crate::words;

/// The entry of a check or an exploration.
pub fn entry(report: &SubjectReport<'_>) -> Entry {
    let subject = report.subject;
    let kind = if subject.is_exploration() { CheckKind::Exploration } else { CheckKind::Check };
    let empty = Entry {
        path: subject.path.clone(),
        package: subject.package.clone(),
        kind,
        file: subject.location.file.clone(),
        line: subject.location.line,
        seconds: report.seconds,
        verdict: VerdictWord::Unknown,
        kept: matches!(&report.ending, Ending::Decided(outcome) if outcome.statistics().is_kept),
        bounds: BTreeMap::new(),
        scope: String::new(),
        counts: None,
        growth: report.growth.iter().map(|(bounds, runs)| Growth { bounds: numbers(bounds), runs: *runs }).collect(),
        assumptions: Vec::new(),
        reasons: Vec::new(),
        failure: None,
        error: None,
    };
    match &report.ending {
        Ending::Decided(outcome) => decided(empty, report, outcome),
        Ending::NotRun(cause) => {
            let reasons = vec![stopped(*cause, words::stop_cause(*cause))];
            Entry { verdict: VerdictWord::NotRun, reasons, ..empty }
        }
        Ending::Abandoned(abandoned) => {
            Entry { reasons: vec![stopped(abandoned.cause, words::abandoned(abandoned))], ..empty }
        }
        Ending::Error { message, help, .. } => {
            let error = Some(Problem { message: message.clone(), help: help.clone() });
            Entry { verdict: VerdictWord::Error, error, ..empty }
        }
    }
}

fn decided(entry: Entry, report: &SubjectReport<'_>, outcome: &Outcome) -> Entry {
    let coded = |assumption| Coded {
        code: result::Assumption::code(assumption).to_string(),
        text: words::assumption(assumption),
    };
    let entry = Entry {
        bounds: numbers(outcome.bounds()),
        scope: words::scope(outcome, report.asked),
        counts: Some(counts(outcome.coverage())),
        assumptions: outcome.assumptions().iter().map(coded).collect(),
        ..entry
    };
    match outcome.verdict() {
        Verdict::Holds => Entry { verdict: VerdictWord::Holds, ..entry },
        Verdict::Fails(failure) => {
            Entry { verdict: VerdictWord::Fails, failure: Some(self::failure(report, failure)), ..entry }
        }
        Verdict::Unknown(reasons) => {
            let coded =
                |reason: &Reason| Coded { code: reason.code().to_string(), text: words::reason(outcome, reason) };
            Entry { verdict: VerdictWord::Unknown, reasons: reasons.iter().map(coded).collect(), ..entry }
        }
    }
}

/// The reason of a check that was stopped for this cause.
fn stopped(cause: StopCause, text: String) -> Coded {
    let reason = Reason::Stopped { at: StoppedAt::FindingStates, cause: Some(cause) };
    Coded { code: reason.code().to_string(), text }
}

fn numbers(bounds: &Bounds) -> BTreeMap<String, u32> {
    bounds.iter().map(|(name, value)| (name.to_owned(), value)).collect()
}

fn counts(coverage: &Coverage) -> Counts {
    match coverage {
        Coverage::Check(coverage) => Counts::Check {
            cases: coverage.transitions.to_string(),
            covered: coverage.covered.to_string(),
            runs: coverage.runs,
            audited: coverage.audited,
            holds_up_to: coverage.holds_up_to.as_ref().map(numbers),
        },
        Coverage::Exploration(coverage) => Counts::Exploration {
            states: coverage.states.to_string(),
            transitions: coverage.transitions.to_string(),
            operations: coverage.operations,
            is_complete: coverage.is_complete,
            levels: coverage.levels.clone(),
        },
    }
}

fn failure(report: &SubjectReport<'_>, failure: &result::Failure) -> Failure {
    let replay = format!("cargo glassbox replay {}'{}@{}'", report.replay_flags, report.subject.path, failure.replay);
    let places = &report.places;
    let plain = Failure {
        code: failure.finding.code().to_string(),
        text: words::finding(&failure.finding),
        replay: (!failure.replay.is_empty()).then_some(replay),
        calls: Vec::new(),
        before: None,
        after: None,
        steps: Vec::new(),
        alike: None,
        depends_on: Vec::new(),
        is_out_of_reach: false,
        at: calls(&places.run),
        freed: calls(&places.freed),
        allocated: calls(&places.allocated),
    };
    let statements = |calls: &[result::Call]| calls.iter().map(result::Call::statement).collect();
    match &failure.evidence {
        Evidence::State(state) => Failure {
            calls: if let Way::Calls(calls) = &state.way { statements(calls) } else { Vec::new() },
            before: Some(picture(&state.before)),
            after: state.after.as_ref().map(picture),
            alike: Some(state.lookalikes.to_string()),
            depends_on: state.depended_on.clone(),
            is_out_of_reach: matches!(state.way, Way::NotSeen { .. }),
            ..plain
        },
        Evidence::History(history) => Failure {
            calls: statements(&history.calls),
            before: (!history.before.is_empty()).then(|| picture(&history.before)),
            ..plain
        },
    }
}

fn calls(calls: &frames::Calls) -> Calls {
    let frame = |frame: &frames::Frame| {
        let (line, column) = frame.position();
        let file = frame.place.rsplit_once(':').map_or(&*frame.place, |(file, _)| file).to_owned();
        Frame { function: frame.function.clone(), file, line, column }
    };
    Calls {
        frames: calls.frames.iter().map(frame).collect(),
        line: calls.excerpt.as_ref().map(|excerpt| excerpt.text.clone()),
    }
}

/// A picture as plain data.
pub fn picture(picture: &picture::Picture) -> Picture {
    Picture {
        roots: picture.roots.iter().map(node).collect(),
        values: picture.values.clone(),
        text: draw::text(picture)
            + &draw::blocks(&picture.blocks).into_iter().map(|line| line + "\n").collect::<String>(),
    }
}

fn node(node: &picture::PictureNode) -> Node {
    Node {
        link: node.link.clone(),
        type_name: node.type_name.clone(),
        fields: node.fields.clone(),
        notes: node.notes.iter().map(words::note).collect(),
        marks: node.notes.iter().map(mark).collect(),
        changed: node.notes.iter().filter_map(changed).collect(),
        children: node.children.iter().map(self::node).collect(),
        most_children: node.most_children,
    }
}

fn mark(note: &Note) -> Mark {
    match note {
        Note::New => Mark::New,
        Note::MovedFrom { .. } => Mark::Moved,
        Note::FieldChanged { .. } | Note::LinkCleared { .. } => Mark::Changed,
        Note::Freed => Mark::Freed,
        Note::Unlinked => Mark::Unlinked,
        Note::DrawnBefore => Mark::Again,
        Note::NoSuchNode | Note::Unreadable => Mark::Broken,
    }
}

fn changed(note: &Note) -> Option<String> {
    match note {
        Note::FieldChanged { field } | Note::LinkCleared { link: field } => Some(field.clone()),
        _ => None,
    }
}
