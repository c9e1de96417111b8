//! Verdicts, for `cargo glassbox check`: a line for each check, more below it if something is wrong, and a summary.

use std::io::{self, Write};

use glassbox_engine::explore::{Call, Memory, MemoryBlock};
use glassbox_engine::finding::Natively;
use glassbox_engine::skeleton::Picture;

use super::style::{CHECK, ERROR, FAINT, GOOD, HELP, UNSURE};
use crate::draw;

/// What is told about one check.
#[derive(Debug)]
pub struct CheckReport {
    /// Its path.
    pub check: String,
    /// How long it took.
    pub seconds: f64,
    /// What the largest states that were searched are within: `height <= 3`.
    pub bounds: Vec<String>,
    /// Pairs of a valid state and arguments within these bounds; `5 of 7` if not all of them are covered.
    pub transitions: String,
    /// Runs that it took.
    pub runs: u64,
    /// States that were run by themselves, to be sure.
    pub audited: u64,
    /// Different states, if histories were explored.
    pub states: Option<usize>,
    /// What came of it.
    pub outcome: CheckOutcome,
    /// What it is not about, though one might think so.
    pub remarks: Vec<String>,
}

/// What came of a check.
#[derive(Debug)]
pub enum CheckOutcome {
    /// It holds in every state.
    Holds,
    /// It fails in some.
    Fails(Box<Failure>),
    /// It fails after some operations.
    FailsAfter(Box<HistoryFailure>),
    /// It is not known.
    Unknown {
        /// Why.
        reason: String,
    },
    /// Its turn did not come.
    NotRun {
        /// Why.
        reason: String,
    },
    /// It could not be run.
    Error {
        /// Why.
        message: String,
        /// What the message is about.
        picture: Option<Box<Picture>>,
        /// What to do about it.
        help: Vec<String>,
    },
}

/// A failing check, in the smallest state that shows it.
#[derive(Debug)]
pub struct Failure {
    /// What is wrong.
    pub what: String,
    /// Where the check is: file and line.
    pub location: String,
    /// The user's calls, the innermost first, if the check stopped half-way.
    pub frames: Vec<Frame>,
    /// How many pairs of state and arguments fail in this way.
    pub lookalikes: String,
    /// The state and the arguments.
    pub picture: Picture,
    /// What the structures look like afterwards, if that can be shown.
    pub after: Option<Picture>,
    /// The fields and arguments that decided what the operation did.
    pub depended_on: Vec<String>,
    /// What to explain, with `cargo glassbox explain`.
    pub topic: String,
    /// Who sees it when the check is run natively.
    pub natively: Natively,
    /// The state as text.
    pub state: String,
    /// The arguments of `cargo glassbox replay` that run it once more.
    pub replay: String,
}

/// A failing exploration, with a shortest history.
#[derive(Debug)]
pub struct HistoryFailure {
    /// What is wrong.
    pub what: String,
    /// The calls; the last one fails.
    pub history: Vec<Call>,
    /// What is in memory before the last call.
    pub memory: Memory,
    /// Who sees it when the calls are run natively.
    pub natively: Natively,
    /// The user's calls, the innermost first.
    pub frames: Vec<Frame>,
    /// Where the exploration is: file and line.
    pub location: String,
}

/// What is told about one state.
#[derive(Debug)]
pub struct ReplayReport {
    /// The check's path.
    pub check: String,
    /// What is wrong, if anything.
    pub what: Option<String>,
    /// The state and the arguments.
    pub picture: Picture,
    /// What the structures look like afterwards, if that can be shown and something has changed.
    pub after: Option<Picture>,
    /// The user's calls, the innermost first, if the check stopped half-way.
    pub frames: Vec<Frame>,
    /// What the operation did, if that was asked for.
    pub steps: Vec<ReplayStep>,
}

/// A change of the structures.
#[derive(Debug)]
pub struct ReplayStep {
    /// File and line, if they are known.
    pub place: Option<String>,
    /// What is not as it was.
    pub changes: Vec<String>,
}

/// A call in the user's code.
#[derive(Debug)]
pub struct Frame {
    /// The function.
    pub function: String,
    /// File and line.
    pub place: String,
}

/// How all checks ended.
#[derive(Clone, Copy, Debug, Default)]
pub struct Summary<'a> {
    /// How long all of it took.
    pub seconds: f64,
    /// Checks that hold.
    pub holding: usize,
    /// Checks that fail.
    pub failing: usize,
    /// Checks of which it is not known.
    pub unknown: usize,
    /// Checks whose turn did not come.
    pub not_run: usize,
    /// Checks that could not be run.
    pub errors: usize,
    /// How many of all of them were slow.
    pub slow: usize,
    /// How much the compiler optimised the code, if somebody asked for another level than the usual one.
    pub opt_level: Option<&'a str>,
}

/// A check that takes long.
#[derive(Debug)]
pub struct SlowReport {
    /// Its path.
    pub check: String,
    /// It takes longer than this.
    pub seconds: f64,
    /// How far it is.
    pub at: String,
}

/// Fields that are named; more are only counted.
const MOST_FIELDS: usize = 8;

/// Calls that are shown; more are only counted.
const MOST_FRAMES: usize = 8;

/// Writes what came of a check.
pub fn write_check(report: &CheckReport, out: &mut dyn Write) -> io::Result<()> {
    let (style, word) = match &report.outcome {
        CheckOutcome::Holds => (GOOD, "PASS"),
        CheckOutcome::Fails(_) | CheckOutcome::FailsAfter(_) => (ERROR, "FAIL"),
        CheckOutcome::Unknown { .. } | CheckOutcome::NotRun { .. } => (UNSURE, "UNKNOWN"),
        CheckOutcome::Error { .. } => (ERROR, "ERROR"),
    };
    write!(out, "{style}{word:>7}{style:#} [{:>8.3}s] {CHECK}{}{CHECK:#}", report.seconds, report.check)?;
    if report.runs > 0 {
        let mut what = report.bounds.clone();
        let runs = if report.runs == 1 { "run" } else { "runs" };
        what.push(format!("{} transitions in {} {runs}", report.transitions, report.runs));
        if report.audited > 0 {
            what.push(format!("{} audited", report.audited));
        }
        write!(out, " {FAINT}{}{FAINT:#}", what.join(", "))?;
    }
    if let Some(states) = report.states {
        let what = format!("{states} states, {} transitions", report.transitions);
        write!(out, " {FAINT}{}, {what}{FAINT:#}", report.bounds.join(", "))?;
    }
    if let CheckOutcome::NotRun { reason } = &report.outcome {
        write!(out, " {FAINT}was not run: {reason}{FAINT:#}")?;
    }
    writeln!(out)?;
    report.remarks.iter().try_for_each(|remark| write_note(remark, out))?;
    match &report.outcome {
        CheckOutcome::Holds | CheckOutcome::NotRun { .. } => Ok(()),
        CheckOutcome::Fails(failure) => write_failure(failure, out),
        CheckOutcome::FailsAfter(failure) => write_history(failure, out),
        CheckOutcome::Unknown { reason } => writeln!(out, "\n  {reason}\n"),
        CheckOutcome::Error { message, picture, help } => {
            writeln!(out, "\n  {message}")?;
            if let Some(picture) = picture {
                write_indented(&draw::text(picture), out)?;
            }
            help.iter().try_for_each(|line| writeln!(out, "  {HELP}help{HELP:#}: {line}"))?;
            writeln!(out)
        }
    }
}

/// Writes a remark, in a line of its own.
pub fn write_note(remark: &str, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "{UNSURE}{:>7}{UNSURE:#} {remark}", "note")
}

fn write_failure(failure: &Failure, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out)?;
    write_what(&failure.what, out)?;
    writeln!(out)?;
    write_run(&failure.picture, failure.after.as_ref(), &failure.frames, out)?;
    if !failure.depended_on.is_empty() {
        let shown = failure.depended_on.iter().take(MOST_FIELDS).cloned().collect::<Vec<_>>().join(", ");
        let more = failure.depended_on.len().saturating_sub(MOST_FIELDS);
        let more = if more > 0 { format!(" and {more} more") } else { String::new() };
        writeln!(out, "  {FAINT}what mattered: {shown}{more}{FAINT:#}")?;
    }
    let ways = match failure.lookalikes.as_str() {
        "1" => "1 state with arguments fails in this way".to_owned(),
        n => format!("{n} states with arguments fail in this way; this is the smallest"),
    };
    writeln!(out, "  {FAINT}{ways}; the check is at {}{FAINT:#}", failure.location)?;
    writeln!(out, "  {HELP}explain{HELP:#}: cargo glassbox explain {}", failure.topic)?;
    writeln!(out, "  {HELP}replay{HELP:#}: cargo glassbox replay {}\n", failure.replay)
}

/// A history as the code that makes it.
fn write_history(failure: &HistoryFailure, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out)?;
    write_what(&failure.what, out)?;
    writeln!(out, "\n  after these calls, the last of which fails:")?;
    failure.history.iter().try_for_each(|call| writeln!(out, "    {}", call.statement()))?;
    write_memory(&failure.memory, out)?;
    write_frames(&failure.frames, out)?;
    writeln!(out, "  {FAINT}there is no shorter history; the exploration is at {}{FAINT:#}\n", failure.location)
}

/// The subject before the last call.
fn write_memory(memory: &Memory, out: &mut dyn Write) -> io::Result<()> {
    match memory {
        Memory::Blocks(blocks) => write_blocks(blocks, out),
        Memory::Drawn(picture) => {
            writeln!(out, "  before the last call:")?;
            write_indented(&draw::text(picture), out)
        }
    }
}

/// Blocks and their words, as far as they fit.
fn write_blocks(memory: &[MemoryBlock], out: &mut dyn Write) -> io::Result<()> {
    const MOST_BLOCKS: usize = 8;
    const MOST_WORDS: usize = 12;
    if memory.is_empty() {
        return Ok(());
    }
    writeln!(out, "  in memory before the last call, the subject first:")?;
    for (number, block) in memory.iter().enumerate().take(MOST_BLOCKS) {
        let words = block.words.iter().take(MOST_WORDS).cloned();
        let more = (block.words.len() > MOST_WORDS).then(|| "..".to_owned());
        let block = MemoryBlock { size: block.size, words: words.chain(more).collect() };
        writeln!(out, "    #{number}: {block}")?;
    }
    match memory.len().saturating_sub(MOST_BLOCKS) {
        0 => Ok(()),
        more => writeln!(out, "    and {more} more"),
    }
}

/// A message of the user's may have several lines.
fn write_what(what: &str, out: &mut dyn Write) -> io::Result<()> {
    what.lines().try_for_each(|line| writeln!(out, "  {ERROR}{line}{ERROR:#}"))
}

/// A state with its arguments, what became of it, and where the run was when it stopped.
fn write_run(picture: &Picture, after: Option<&Picture>, frames: &[Frame], out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "  in this state:")?;
    let state = Picture { roots: picture.roots.clone(), values: Vec::new() };
    write_indented(&draw::text(&state), out)?;
    if !picture.values.is_empty() {
        writeln!(out, "  with")?;
        let arguments = Picture { roots: Vec::new(), values: picture.values.clone() };
        write_indented(&draw::text(&arguments), out)?;
    }
    if let Some(after) = after {
        writeln!(out, "  afterwards:")?;
        write_indented(&draw::text(after), out)?;
    }
    write_frames(frames, out)
}

fn write_frames(frames: &[Frame], out: &mut dyn Write) -> io::Result<()> {
    if !frames.is_empty() {
        writeln!(out, "  at")?;
        for Frame { function, place } in frames.iter().take(MOST_FRAMES) {
            writeln!(out, "    {place} {FAINT}in {function}{FAINT:#}")?;
        }
        let more = frames.len().saturating_sub(MOST_FRAMES);
        if more > 0 {
            writeln!(out, "    {FAINT}and {more} more{FAINT:#}")?;
        }
    }
    Ok(())
}

/// Writes what one state came to.
pub fn write_replay(report: &ReplayReport, out: &mut dyn Write) -> io::Result<()> {
    let (style, word) = if report.what.is_some() { (ERROR, "FAIL") } else { (GOOD, "PASS") };
    writeln!(out, "{style}{word:>7}{style:#} {CHECK}{}{CHECK:#} {FAINT}in this one state{FAINT:#}\n", report.check)?;
    if let Some(what) = &report.what {
        write_what(what, out)?;
        writeln!(out)?;
    }
    write_run(&report.picture, report.after.as_ref(), &report.frames, out)?;
    if !report.steps.is_empty() {
        writeln!(out, "  step by step:")?;
    }
    for (number, ReplayStep { place, changes }) in (1..).zip(&report.steps) {
        let place = place.as_deref().unwrap_or("in a library");
        writeln!(out, "  {number:>4}  {FAINT}{place}{FAINT:#}")?;
        changes.iter().try_for_each(|change| writeln!(out, "        {change}"))?;
    }
    Ok(())
}

fn write_indented(text: &str, out: &mut dyn Write) -> io::Result<()> {
    text.lines().try_for_each(|line| writeln!(out, "    {line}"))
}

/// Writes that a check takes long. It is no verdict.
pub fn write_slow(report: &SlowReport, out: &mut dyn Write) -> io::Result<()> {
    let SlowReport { check, seconds, at } = report;
    writeln!(out, "{UNSURE}{:>7}{UNSURE:#} [>{seconds:>7.3}s] {CHECK}{check}{CHECK:#} {FAINT}{at}{FAINT:#}", "SLOW")
}

/// Writes the closing line.
pub fn write_summary(summary: &Summary<'_>, out: &mut dyn Write) -> io::Result<()> {
    let Summary { seconds, holding, failing, unknown, not_run, errors, slow, opt_level } = *summary;
    let n_checks = holding + failing + unknown + not_run + errors;
    let style = match (failing + errors, unknown + not_run) {
        (0, 0) => GOOD,
        (0, _) => UNSURE,
        _ => ERROR,
    };
    let checks = if n_checks == 1 { "check" } else { "checks" };
    let verb = |n: usize, one: &str, several: &str| format!("{n} {}", if n == 1 { one } else { several });
    let parts = [
        (holding, verb(holding, "holds", "hold")),
        (failing, verb(failing, "fails", "fail")),
        (unknown, format!("{unknown} unknown")),
        (not_run, verb(not_run, "was not run", "were not run")),
        (errors, format!("{errors} could not be run")),
    ];
    let parts: Vec<String> = parts.into_iter().filter(|(n, _)| *n > 0).map(|(_, text)| text).collect();
    let slow = if slow > 0 { format!(" ({slow} slow)") } else { String::new() };
    write!(out, "{style}Summary{style:#} [{seconds:>8.3}s] {n_checks} {checks}{slow}: {}", parts.join(", "))?;
    if let Some(level) = opt_level {
        write!(out, "; built with --release-opt {level}")?;
    }
    writeln!(out)
}
