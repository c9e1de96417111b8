//! `cargo glassbox replay`: runs one state of a check or one history of an exploration again.

use std::sync::Arc;

use glassbox_engine::explore::{ReplayedHistory, replay_history};
use glassbox_engine::search::{Detail, Options, Replayed, RunStep, Strategy, replay};
use glassbox_report::frames::{Places, user_frames};
use glassbox_report::terminal::{ReplayStep, StateReplay, write_history_replay, write_state_replay};
use glassbox_space::Bdd;
use glassbox_vm::backtrace::Symbols;
use glassbox_vm::module::Module;

use crate::args::build_options::BuildOptions;
use crate::args::resolved::ReplayOptions;
use crate::checks::{self, FoundCheck};
use crate::console;
use crate::error::Error;
use crate::exit_code::ExitCode;
use crate::project::Project;
use crate::source::source;

/// Builds the chosen packages, finds the check or exploration and runs it on the state or after the history.
pub(crate) fn run(options: &ReplayOptions) -> Result<ExitCode, Error> {
    let (found, text) = find(&options.build, &options.what)?;
    let module = found.file.load()?;
    if found.subject.is_exploration() { history(&found, &module, text) } else { state(&found, &module, text, options) }
}

/// The check or exploration that a replay text is about, and its state or history.
pub(crate) fn find<'a>(build: &BuildOptions, what: &'a str) -> Result<(FoundCheck, &'a str), Error> {
    let (path, text) = what.split_once('@').ok_or_else(|| Error::NoReplay { text: what.to_owned() })?;
    let filters = [path.to_owned()];
    let project = Project::open(build)?;
    let checks = checks::find(&project, build)?;
    let n_checks = checks.packages.iter().map(|package| package.checks.len()).sum();
    let left_out = checks.notes(&filters);
    let found = checks.filter(&filters)?.into_iter().find(|found| found.subject.path == path);
    let asked = checks::as_asked(&project, build, found.into_iter().collect())?.pop();
    let (found, _) = asked.ok_or_else(|| Error::NothingMeant { filters: filters.to_vec(), n_checks, left_out })?;
    Ok((found, text))
}

/// Runs a check in a state.
pub(crate) fn replayed(
    found: &FoundCheck,
    module: &Arc<Module>,
    text: &str,
    detail: Detail,
) -> Result<Replayed, Error> {
    let options = Options::new(Strategy::Paths);
    let replayed = replay(module, &found.subject.path, text, &options, detail, Bdd::default());
    replayed.map_err(|source| Error::Replay { source: Box::new(source) })
}

/// Runs a history of an exploration.
pub(crate) fn replayed_history(found: &FoundCheck, module: &Arc<Module>, text: &str) -> Result<ReplayedHistory, Error> {
    let path = &found.subject.path;
    let replayed = replay_history(module, &found.subject, text);
    let replayed = replayed.map_err(|source| Error::Harness { exploration: path.clone(), source: Box::new(source) })?;
    replayed.ok_or_else(|| Error::NoHistory { exploration: path.clone(), text: text.to_owned() })
}

fn state(found: &FoundCheck, module: &Arc<Module>, text: &str, options: &ReplayOptions) -> Result<ExitCode, Error> {
    let path = &found.subject.path;
    let replayed = replayed(found, module, text, options.detail)?;
    let symbols = Symbols::new(module, &found.file.bytes);
    let step = |step: RunStep| ReplayStep {
        place: user_frames(&found.subject, &symbols, &step.trace).into_iter().next().map(|frame| frame.place),
        changes: step.changes,
    };
    let places = |finding| Places::of(&found.subject, &symbols, finding, &source);
    let report = StateReplay {
        check: path,
        finding: replayed.finding.as_ref(),
        before: &replayed.picture,
        after: replayed.after.as_ref(),
        places: replayed.finding.as_ref().map(places).unwrap_or_default(),
        steps: replayed.steps.into_iter().map(step).collect(),
    };
    console::written(write_state_replay(&report, &mut anstream::stdout()))?;
    Ok(exit_code(report.finding.is_some()))
}

fn history(found: &FoundCheck, module: &Arc<Module>, text: &str) -> Result<ExitCode, Error> {
    let path = &found.subject.path;
    let replayed = replayed_history(found, module, text)?;
    let symbols = Symbols::new(module, &found.file.bytes);
    let places = |finding| Places::of(&found.subject, &symbols, finding, &source);
    let places = replayed.finding.as_ref().map(places).unwrap_or_default();
    console::written(write_history_replay(path, &replayed, &places, &mut anstream::stdout()))?;
    Ok(exit_code(replayed.finding.is_some()))
}

fn exit_code(fails: bool) -> ExitCode {
    if fails { ExitCode::Fails } else { ExitCode::Success }
}
