//! Builds to compare: each subject without bugs, and with each of its bugs.

use std::fmt;

use glassbox_states::{CASES, Case, EXPLORED, UNDECIDED, mutants};

/// `--quick` takes one bug of so many.
const SAMPLE: usize = 8;

/// A subject, with or without a planted bug.
#[derive(Clone, Debug)]
pub(crate) struct Unit {
    /// The subject with its bounds.
    pub(crate) case: &'static Case,
    /// The feature that plants a bug.
    pub(crate) bug: Option<String>,
}

impl fmt::Display for Unit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.case.package)?;
        self.bug.iter().try_for_each(|bug| write!(f, " {bug}"))
    }
}

/// Subjects whose names contain `subject`: first all without bugs, then all with bugs. With `feature`, only those with
/// bugs whose names contain it.
pub(crate) fn select(subject: &str, feature: Option<&str>, quick: bool) -> Result<Vec<Unit>, String> {
    let mut mutants = mutants()?;
    mutants.retain(|package, _| !UNDECIDED.contains(&package.as_str()) && !EXPLORED.contains(&package.as_str()));
    // A subject without bounds would be skipped silently.
    if let Some(package) = mutants.keys().find(|package| CASES.iter().all(|case| case.package != package.as_str())) {
        return Err(format!("`{package}` has no bounds: add it to `CASES` in tests/states/src/cases.rs"));
    }
    let cases = || CASES.iter().filter(|case| case.package.contains(subject));
    let mut units = Vec::new();
    if feature.is_none() {
        units.extend(cases().map(|case| Unit { case, bug: None }));
    }
    for case in cases() {
        let bugs = mutants.remove(case.package).ok_or_else(|| format!("there is no subject `{}`", case.package))?;
        let bugs = bugs.into_iter().filter(|bug| feature.is_none_or(|part| bug.contains(part)));
        let step = if quick { SAMPLE } else { 1 };
        units.extend(bugs.step_by(step).map(|bug| Unit { case, bug: Some(bug) }));
    }
    Ok(units)
}
