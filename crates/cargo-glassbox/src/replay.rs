//! `cargo glassbox replay`: one state, once more.

use glassbox_engine::catalog::CheckKind;
use glassbox_engine::search::{Options, RunStep, Strategy, replay};
use glassbox_report::terminal::{ReplayReport, ReplayStep, write_replay};
use glassbox_space::Bdd;
use glassbox_vm::backtrace::Symbols;

use crate::args::resolved::ReplayOptions;
use crate::check::{frames, user_frames};
use crate::checks;
use crate::error::Error;
use crate::exit_code::ExitCode;

/// Builds the chosen packages, finds the check and runs it on the state.
pub(crate) fn run(options: &ReplayOptions) -> Result<ExitCode, Error> {
    let (path, state) = options.what.split_once('@').ok_or_else(|| Error::NoReplay { text: options.what.clone() })?;
    let packages = checks::find(&options.build)?;
    let n_checks = packages.iter().map(|package| package.checks.len()).sum();
    let mut all = packages.into_iter().flat_map(|package| package.checks);
    let found = all.find(|found| found.check.path == path && found.check.kind == CheckKind::Function);
    let found = found.ok_or_else(|| Error::NothingMeant { filters: vec![path.to_owned()], n_checks })?;
    let module = found.file.load()?;
    let replayed = replay(&module, path, state, &Options::new(Strategy::Paths), options.detail, Bdd::default());
    let replayed = replayed.map_err(|source| Error::Replay { source: Box::new(source) })?;
    let symbols = Symbols::new(&module, &found.file.bytes);
    let step = |step: RunStep| ReplayStep {
        place: user_frames(&found.check, &symbols, &step.trace).into_iter().next().map(|frame| frame.place),
        changes: step.changes,
    };
    let steps = replayed.steps.into_iter().map(step).collect();
    let frames = replayed.finding.as_ref().map(|kind| frames(&found.check, &module, &found.file.bytes, kind));
    let report = ReplayReport {
        check: path.to_owned(),
        what: replayed.finding.map(|kind| kind.to_string()),
        picture: replayed.picture,
        after: replayed.after,
        frames: frames.unwrap_or_default(),
        steps,
    };
    write_replay(&report, &mut anstream::stdout()).map_err(Error::Write)?;
    Ok(if report.what.is_some() { ExitCode::Fails } else { ExitCode::Success })
}
