//! A replayed state or history, for `cargo glassbox replay`.

use std::io::{self, Write};

use glassbox_engine::explore::ReplayedHistory;
use glassbox_engine::picture::Picture;
use glassbox_engine::result::Finding;

use super::failure::{write_finding, write_places, write_run, write_subject};
use super::style::{CHECK, ERROR, FAINT, GOOD};
use crate::frames::Places;
use crate::words;

/// A replayed state on the screen.
#[derive(Debug)]
pub struct StateReplay<'a> {
    /// The check's path.
    pub check: &'a str,
    /// The bug that it shows, if any.
    pub finding: Option<&'a Finding>,
    /// The state and the arguments.
    pub before: &'a Picture,
    /// The structures after the run, if they can be shown and something has changed.
    pub after: Option<&'a Picture>,
    /// The user's calls that the bug is about.
    pub places: Places,
    /// Changes of the structures in order, if requested.
    pub steps: Vec<ReplayStep>,
}

/// A change of the structures.
#[derive(Debug)]
pub struct ReplayStep {
    /// File and line, if known.
    pub place: Option<String>,
    /// Descriptions of the changes.
    pub changes: Vec<String>,
}

/// Writes a replayed state.
pub fn write_state_replay(replay: &StateReplay<'_>, out: &mut dyn Write) -> io::Result<()> {
    write_head(replay.check, "in this one state", replay.finding, out)?;
    write_run(replay.before, replay.after, &replay.places, out)?;
    if !replay.steps.is_empty() {
        writeln!(out, "  step by step:")?;
    }
    for (number, ReplayStep { place, changes }) in (1..).zip(&replay.steps) {
        let place = place.as_deref().unwrap_or("in a library");
        writeln!(out, "  {number:>4}  {FAINT}{place}{FAINT:#}")?;
        changes.iter().try_for_each(|change| writeln!(out, "        {change}"))?;
    }
    Ok(())
}

/// Writes a replayed history.
pub fn write_history_replay(
    exploration: &str,
    replayed: &ReplayedHistory,
    places: &Places,
    out: &mut dyn Write,
) -> io::Result<()> {
    write_head(exploration, "after this one history", replayed.finding.as_ref(), out)?;
    writeln!(out, "  after these calls:")?;
    replayed.calls.iter().try_for_each(|call| writeln!(out, "    {}", call.statement()))?;
    write_subject(&replayed.before, out)?;
    write_places(places, out)
}

fn write_head(path: &str, scope: &str, finding: Option<&Finding>, out: &mut dyn Write) -> io::Result<()> {
    let (style, word) = if finding.is_some() { (ERROR, "FAIL") } else { (GOOD, "PASS") };
    writeln!(out, "{style}{word:>7}{style:#} {CHECK}{path}{CHECK:#} {FAINT}{scope}{FAINT:#}\n")?;
    if let Some(finding) = finding {
        write_finding(&words::finding(finding), out)?;
        writeln!(out)?;
    }
    Ok(())
}
