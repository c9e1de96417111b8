//! `cargo glassbox replay`: runs one state of a check or one history of an exploration again.

use std::sync::Arc;

use glassbox_engine::explore::replay_history;
use glassbox_engine::search::{Options, RunStep, Strategy, replay};
use glassbox_report::frames::{Places, user_frames};
use glassbox_report::terminal::{ReplayStep, StateReplay, write_history_replay, write_state_replay};
use glassbox_space::Bdd;
use glassbox_vm::backtrace::Symbols;
use glassbox_vm::module::Module;

use crate::args::resolved::ReplayOptions;
use crate::checks::{self, FoundCheck};
use crate::error::Error;
use crate::exit_code::ExitCode;
use crate::source::source;

/// Builds the chosen packages, finds the check or exploration and runs it on the state or after the history.
pub(crate) fn run(options: &ReplayOptions) -> Result<ExitCode, Error> {
    let (path, text) = options.what.split_once('@').ok_or_else(|| Error::NoReplay { text: options.what.clone() })?;
    let filters = [path.to_owned()];
    let checks = checks::find(&options.build)?;
    let n_checks = checks.packages.iter().map(|package| package.checks.len()).sum();
    let left_out = checks.notes(&filters);
    let found = checks.filter(&filters)?.into_iter().find(|found| found.subject.path == path);
    let found = found.ok_or_else(|| Error::NothingMeant { filters: filters.to_vec(), n_checks, left_out })?;
    let module = found.file.load()?;
    if found.subject.is_exploration() { history(&found, &module, text) } else { state(&found, &module, text, options) }
}

fn state(found: &FoundCheck, module: &Arc<Module>, text: &str, options: &ReplayOptions) -> Result<ExitCode, Error> {
    let path = &found.subject.path;
    let replayed = replay(module, path, text, &Options::new(Strategy::Paths), options.detail, Bdd::default());
    let replayed = replayed.map_err(|source| Error::Replay { source: Box::new(source) })?;
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
    write_state_replay(&report, &mut anstream::stdout()).map_err(Error::Write)?;
    Ok(exit_code(report.finding.is_some()))
}

fn history(found: &FoundCheck, module: &Arc<Module>, text: &str) -> Result<ExitCode, Error> {
    let path = &found.subject.path;
    let replayed = replay_history(module, &found.subject, text);
    let replayed = replayed.map_err(|source| Error::Harness { exploration: path.clone(), source: Box::new(source) })?;
    let replayed = replayed.ok_or_else(|| Error::NoHistory { exploration: path.clone(), text: text.to_owned() })?;
    let symbols = Symbols::new(module, &found.file.bytes);
    let places = |finding| Places::of(&found.subject, &symbols, finding, &source);
    let places = replayed.finding.as_ref().map(places).unwrap_or_default();
    write_history_replay(path, &replayed, &places, &mut anstream::stdout()).map_err(Error::Write)?;
    Ok(exit_code(replayed.finding.is_some()))
}

fn exit_code(fails: bool) -> ExitCode {
    if fails { ExitCode::Fails } else { ExitCode::Success }
}
