//! The comparison with native runs: what the search passes must not fail outside the machine.

use std::fmt::Write as _;

use glassbox_engine::catalog;
use glassbox_states::{Builder, Driver, Judged, NativeEnd, Size};

use crate::rows::questions;
use crate::units::Unit;

/// Native runs of each check, at most.
const MOST: u64 = 400;

/// Pairs of state and arguments that were run natively, by what the search and the native run say.
#[derive(Clone, Debug, Default)]
pub(crate) struct Natively {
    /// Both say that nothing is wrong.
    fine: u64,
    /// Both say that something is wrong.
    failing: u64,
    /// The search says that something is wrong, and the native run does not show it.
    lucky: u64,
    /// The search knows nothing about them.
    unknown: u64,
    /// There is no such state natively, or too many runs before it did not end.
    not_run: u64,
    /// The native run fails, and dropping some state fails in the machine.
    dropping: u64,
    /// The native run fails, and the search says that nothing is wrong: the check, the state and the failure.
    wrong_passes: Vec<String>,
}

impl Natively {
    fn add(&mut self, other: Self) {
        self.fine += other.fine;
        self.failing += other.failing;
        self.lucky += other.lucky;
        self.unknown += other.unknown;
        self.not_run += other.not_run;
        self.dropping += other.dropping;
        self.wrong_passes.extend(other.wrong_passes);
    }
}

/// Results of all builds.
pub(crate) struct Report {
    pub(crate) units: Vec<Unit>,
    pub(crate) outcomes: Vec<Result<Natively, String>>,
}

impl Report {
    fn totals(&self) -> Natively {
        let mut totals = Natively::default();
        self.outcomes.iter().flatten().for_each(|outcome| totals.add(outcome.clone()));
        totals
    }

    /// Whether everything was run, no pass is wrong, and native runs show bugs where there are some.
    pub(crate) fn is_well(&self) -> bool {
        let totals = self.totals();
        let has_bugs = self.units.iter().any(|unit| unit.bug.is_some());
        self.outcomes.iter().all(Result::is_ok)
            && totals.wrong_passes.is_empty()
            && totals.fine > 0
            && (totals.failing > 0 || !has_bugs)
    }

    pub(crate) fn text(&self) -> String {
        let mut text = String::new();
        for (unit, outcome) in self.units.iter().zip(&self.outcomes) {
            if let Err(error) = outcome {
                let _ = writeln!(text, "{unit}: {error}");
            }
        }
        let totals = self.totals();
        for pass in &totals.wrong_passes {
            let _ = writeln!(text, "wrong PASS: {pass}");
        }
        let Natively { fine, failing, lucky, unknown, not_run, dropping, wrong_passes } = totals;
        let pairs = fine + failing + lucky + unknown + not_run + dropping + wrong_passes.len() as u64;
        let _ = write!(
            text,
            "{pairs} pairs run natively: {fine} fine and {failing} failing in both, {lucky} fail in the machine only, \
             {unknown} unknown there, {dropping} fail when dropped, {not_run} not run, {} wrong PASSes",
            wrong_passes.len()
        );
        text
    }
}

/// Runs some states of all checks of a build natively.
pub(crate) fn of_unit(unit: &Unit, builder: &Builder) -> Result<Natively, String> {
    let bytes = builder.module(unit.case.package, unit.bug.as_deref())?;
    let checks = catalog::read(&bytes).map_err(|error| error.to_string())?;
    let paths: Vec<String> =
        checks.iter().filter(|check| !check.is_exploration()).map(|check| check.path.clone()).collect();
    let driver = Driver::build(builder, unit.case.package, unit.bug.as_deref(), &paths)?;
    let mut natively = Natively::default();
    for question in questions(unit, &bytes, Size::Quick)? {
        let number = paths.iter().position(|path| *path == question.path).ok_or("a check without a path")?;
        let claims = question.claims(MOST)?;
        let can_be_dropped = question.can_be_dropped()?;
        let states: Vec<&str> = claims.iter().map(|(state, _)| state.as_str()).collect();
        for ((state, claim), end) in claims.iter().zip(driver.run(number, &states)?) {
            match (claim, end) {
                (_, NativeEnd::NotRun) => natively.not_run += 1,
                (Judged::Fine, NativeEnd::Fine) => natively.fine += 1,
                (Judged::Fine, NativeEnd::Failed(_)) if !can_be_dropped => natively.dropping += 1,
                (Judged::Fine, NativeEnd::Failed(why)) => {
                    natively.wrong_passes.push(format!("{unit}: {}@{state}: {why}", question.path));
                }
                (Judged::Broken, NativeEnd::Fine) => natively.lucky += 1,
                (Judged::Broken, NativeEnd::Failed(_)) => natively.failing += 1,
                (Judged::Unknown | Judged::Unread, _) => natively.unknown += 1,
            }
        }
    }
    Ok(natively)
}
