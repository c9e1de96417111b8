//! Failures: the finding, the state or the history, and the commands to run next.

use std::io::{self, Write};

use glassbox_engine::picture::{BlockPicture, Picture};
use glassbox_engine::result::{Evidence, FailingHistory, FailingState, Failure, Way};

use super::lines::{write_explain_line, write_picture};
use super::style::{ERROR, FAINT, HELP, UNSURE};
use crate::draw;
use crate::frames::{Calls, Excerpt, Frame, Places};
use crate::subject_report::{Detail, SubjectReport};
use crate::words;

/// Number of fields that are listed; more are only counted.
const MOST_FIELDS: usize = 8;

/// Number of calls that are shown; more are only counted.
const MOST_FRAMES: usize = 8;

/// Writes a failure below the line of its check.
pub(super) fn write_failure(report: &SubjectReport<'_>, failure: &Failure, out: &mut dyn Write) -> io::Result<()> {
    let location = format!("{}:{}", report.subject.location.file, report.subject.location.line);
    writeln!(out)?;
    write_finding(&words::finding(&failure.finding), out)?;
    writeln!(out)?;
    match &failure.evidence {
        Evidence::State(state) => {
            write_not_seen(&state.way, out)?;
            write_run(&state.before, state.after.as_ref(), &report.places, out)?;
            write_way(&state.way, out)?;
            write_lookalikes(state, &location, report.detail, out)?;
        }
        Evidence::History(history) => {
            write_history(history, &report.places, out)?;
            let what = if report.subject.is_exploration() { "exploration" } else { "check" };
            writeln!(out, "  {FAINT}there is no shorter history; the {what} is at {location}{FAINT:#}")?;
        }
    }
    write_explain_line(failure.finding.code().as_str(), out)?;
    // The calls are the way to repeat it.
    if failure.replay.is_empty() {
        return writeln!(out);
    }
    let (flags, path, replay) = (&report.replay_flags, &report.subject.path, &failure.replay);
    writeln!(out, "  {HELP}replay{HELP:#}: cargo glassbox replay {flags}'{path}@{replay}'\n")
}

/// Writes that operations do not lead to a failing state, if that is so: it may be the invariant that is wrong.
fn write_not_seen(way: &Way, out: &mut dyn Write) -> io::Result<()> {
    let Way::NotSeen { states } = way else { return Ok(()) };
    let seen = match states {
        1 => "operations lead to 1 state of this size, in which it passes".to_owned(),
        n => format!("operations lead to {n} states of this size, and it passes in all of them"),
    };
    writeln!(out, "  {UNSURE}perhaps the invariant is too weak{UNSURE:#}: {seen}\n")
}

/// Writes the calls that lead to a failure of the check.
fn write_way(way: &Way, out: &mut dyn Write) -> io::Result<()> {
    let Way::Calls(calls) = way else { return Ok(()) };
    writeln!(out, "  operations lead to such a failure:")?;
    calls.iter().try_for_each(|call| writeln!(out, "    {}", call.statement()))
}

fn write_lookalikes(state: &FailingState, location: &str, detail: Detail, out: &mut dyn Write) -> io::Result<()> {
    if detail == Detail::Verbose && !state.depended_on.is_empty() {
        let shown = state.depended_on.iter().take(MOST_FIELDS).cloned().collect::<Vec<_>>().join(", ");
        let more = state.depended_on.len().saturating_sub(MOST_FIELDS);
        let more = if more > 0 { format!(" and {more} more") } else { String::new() };
        writeln!(out, "  {FAINT}depends on: {shown}{more}{FAINT:#}")?;
    }
    let ways = match words::number(&state.lookalikes).as_str() {
        "1" => "1 case fails in this way".to_owned(),
        n => format!("{n} cases fail in this way; this is the smallest"),
    };
    writeln!(out, "  {FAINT}{ways}; the check is at {location}{FAINT:#}")
}

/// Writes a history as code.
pub(super) fn write_history(history: &FailingHistory, places: &Places, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "  after these calls, the last of which fails:")?;
    history.calls.iter().try_for_each(|call| writeln!(out, "    {}", call.statement()))?;
    write_subject(&history.before, out)?;
    write_places(places, out)
}

/// Writes the subject before the last call.
pub(super) fn write_subject(before: &Picture, out: &mut dyn Write) -> io::Result<()> {
    if !before.blocks.is_empty() {
        return write_blocks(&before.blocks, out);
    }
    if before.is_empty() {
        return Ok(());
    }
    writeln!(out, "  before the last call:")?;
    write_picture(before, out)
}

/// Writes the first blocks and their words.
fn write_blocks(blocks: &[BlockPicture], out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "  in memory before the last call, the subject first:")?;
    draw::blocks(blocks).iter().try_for_each(|line| writeln!(out, "    {line}"))
}

/// Writes a finding. A message of the user's code may have several lines.
pub(super) fn write_finding(text: &str, out: &mut dyn Write) -> io::Result<()> {
    text.lines().try_for_each(|line| writeln!(out, "  {ERROR}{line}{ERROR:#}"))
}

/// Writes a state with its arguments, the structures after the run, and the calls in progress when it stopped.
pub(super) fn write_run(
    before: &Picture,
    after: Option<&Picture>,
    places: &Places,
    out: &mut dyn Write,
) -> io::Result<()> {
    writeln!(out, "  in this state:")?;
    let state = Picture { roots: before.roots.clone(), ..Picture::default() };
    write_picture(&state, out)?;
    if !before.values.is_empty() {
        writeln!(out, "  with")?;
        let arguments = Picture { values: before.values.clone(), ..Picture::default() };
        write_picture(&arguments, out)?;
    }
    if let Some(after) = after {
        writeln!(out, "  afterwards:")?;
        write_picture(after, out)?;
    }
    write_places(places, out)
}

/// Writes where a run stopped, and where the block that it is about was freed and allocated.
pub(super) fn write_places(places: &Places, out: &mut dyn Write) -> io::Result<()> {
    let Places { run, freed, allocated } = places;
    write_calls("at", run, out)?;
    write_calls("freed at", freed, out)?;
    write_calls("allocated at", allocated, out)
}

fn write_calls(head: &str, calls: &Calls, out: &mut dyn Write) -> io::Result<()> {
    let Calls { frames, excerpt } = calls;
    let Some((first, others)) = frames.split_first() else { return Ok(()) };
    writeln!(out, "  {head}")?;
    write_frame(first, out)?;
    if let Some(Excerpt { line, text, mark }) = excerpt {
        let gap = " ".repeat(line.to_string().len());
        writeln!(out, "      {FAINT}{gap} |{FAINT:#}")?;
        writeln!(out, "      {FAINT}{line} |{FAINT:#} {text}")?;
        writeln!(out, "      {FAINT}{gap} |{FAINT:#} {}{ERROR}^{ERROR:#}", " ".repeat(*mark))?;
    }
    others.iter().take(MOST_FRAMES - 1).try_for_each(|frame| write_frame(frame, out))?;
    match frames.len().saturating_sub(MOST_FRAMES) {
        0 => Ok(()),
        more => writeln!(out, "    {FAINT}and {more} more{FAINT:#}"),
    }
}

fn write_frame(frame: &Frame, out: &mut dyn Write) -> io::Result<()> {
    let Frame { function, place, .. } = frame;
    writeln!(out, "    {place} {FAINT}in {function}{FAINT:#}")
}
