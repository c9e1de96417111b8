//! Comparison of the names in the settings with the checks that there are: a setting that means nothing is refused.

use glassbox_engine::result::Bounds;
use glassbox_files::settings::{CheckSettings, ConfigProblem, NAME, PlacedBound, Settings};
use glassbox_files::suggest::nearest;

use crate::checks::{Found, FoundCheck, UnknownBound, unknown_bound};
use crate::error::Error;

/// Refuses names of checks and bounds that nothing here has. Returns notes about those that may be in a part of the workspace
/// that was not built.
pub(crate) fn refuse_unknown(settings: &Settings, found: &Found) -> Result<Vec<String>, Error> {
    let mut notes = Vec::new();
    let all: Vec<&FoundCheck> = found.packages.iter().flat_map(|package| &package.checks).collect();
    if let Some((bound, known)) = unknown(&settings.bounds, &all)? {
        let (line, name) = (bound.line, bound.name.clone());
        if found.not_built.is_empty() {
            return Err(Error::Config { line, problem: ConfigProblem::UnknownBound { name, known } });
        }
        notes.push(format!("{NAME}:{line}: no check here has a bound `{name}`"));
    }
    for checks in &settings.checks {
        let meant: Vec<&FoundCheck> =
            all.iter().filter(|found| checks.pattern.matches(&found.subject.path)).copied().collect();
        if meant.is_empty() {
            refuse_unless_left_out(checks, found)?;
        } else if let Some((bound, known)) = unknown(&checks.bounds, &meant)? {
            let (text, name) = (checks.text.clone(), bound.name.clone());
            let problem = ConfigProblem::UnknownBoundOf { text, name, known };
            return Err(Error::Config { line: bound.line, problem });
        }
    }
    Ok(notes)
}

/// Refuses the settings of checks that are neither in the source nor in a part of the workspace that was not built.
fn refuse_unless_left_out(checks: &CheckSettings, found: &Found) -> Result<(), Error> {
    let left_out = found.packages.iter().flat_map(|package| &package.left_out).flat_map(|it| &it.checks);
    let mut left_out = left_out.map(|item| &*item.path);
    if left_out.any(|path| checks.pattern.matches(path))
        || found.not_built.iter().any(|target| checks.pattern.may_be_in(&target.crate_name))
    {
        return Ok(());
    }
    let all = found.packages.iter().flat_map(|package| &package.checks).map(|found| &*found.subject.path);
    let meant = nearest(&checks.text, all).map(str::to_owned);
    let problem = ConfigProblem::NoSuchCheck { text: checks.text.clone(), meant };
    Err(Error::Config { line: checks.line, problem })
}

/// A bound that none of the checks has, and those that they have.
fn unknown<'a>(
    bounds: &'a [PlacedBound],
    checks: &[&FoundCheck],
) -> Result<Option<(&'a PlacedBound, Vec<String>)>, Error> {
    let asked: Bounds = bounds.iter().map(|bound| (&*bound.name, bound.value)).collect();
    if asked.is_empty() {
        return Ok(None);
    }
    let modules = checks.iter().map(|found| found.file.load()).collect::<Result<Vec<_>, _>>()?;
    let unknown = unknown_bound(checks.iter().map(|found| &found.subject).zip(&modules), &asked);
    let place =
        |UnknownBound { name, known }| bounds.iter().find(|bound| bound.name == name).map(|bound| (bound, known));
    Ok(unknown.and_then(place))
}
