//! Results of the comparison of all subjects, as text and as JSON.

use std::fmt::Write as _;

use glassbox_engine::result::Bounds;
use glassbox_engine::search::Strategy;
use glassbox_space::BigUint;
use glassbox_states::{Compared, Json};

use crate::rows::Row;
use crate::units::Unit;

/// Compared checks and their results: an error if one did not build, for example.
pub(crate) struct Report {
    pub(crate) units: Vec<Unit>,
    pub(crate) outcomes: Vec<Result<Vec<Row>, String>>,
}

/// The sums over all rows.
#[derive(Default)]
struct Totals {
    /// Pairs of a state and arguments, each counted once, whatever the number of strategies.
    pairs: u64,
    transitions: u64,
    failing: u64,
    /// Transitions of which the search says that nothing is known.
    unknown: u64,
    /// Those of them that are fine.
    too_careful: u64,
    /// Failing transitions whose memory the oracle cannot read.
    unread: u64,
    runs: u64,
}

/// What checks say about a bug.
#[derive(Clone, Copy, PartialEq, Eq)]
enum BugSeen {
    /// A check fails.
    Fails,
    /// No check fails, and one is not decided: an endless loop that allocates, for example.
    Unknown,
    /// All checks pass.
    No,
}

impl Report {
    /// Whether the search agrees with the oracle everywhere (it may know nothing where the oracle knows something), something was compared, every bug is found, and nothing is
    /// found where there is no bug.
    pub(crate) fn is_well(&self) -> bool {
        self.disagreements().is_empty()
            && self.totals().pairs > 0
            && self.missed().is_empty()
            && self.false_alarms().is_empty()
    }

    fn each(&self) -> impl Iterator<Item = (&Unit, &Result<Vec<Row>, String>)> {
        self.units.iter().zip(&self.outcomes)
    }

    fn rows(&self) -> impl Iterator<Item = (&Unit, &Row)> {
        self.each().flat_map(|(unit, outcome)| outcome.iter().flatten().map(move |row| (unit, row)))
    }

    fn totals(&self) -> Totals {
        let mut totals = Totals::default();
        for (row, compared) in self.rows().filter_map(|(_, row)| Some((row, row.compared.as_ref().ok()?))) {
            totals.pairs += if row.strategy == Strategy::Paths { compared.transitions } else { 0 };
            totals.transitions += compared.transitions;
            totals.failing += compared.failing;
            totals.unknown += compared.unknown;
            totals.too_careful += compared.too_careful;
            totals.unread += compared.unread;
            totals.runs += compared.runs;
        }
        totals
    }

    /// Checks where search and oracle disagree, or the search had no result.
    fn disagreements(&self) -> Vec<String> {
        let broken = self.each().filter_map(|(unit, outcome)| Some(format!("{unit}: {}", outcome.as_ref().err()?)));
        let rows = self.rows().filter(|(_, row)| !row.agreed());
        broken.chain(rows.map(|(unit, row)| format!("{unit}: {}", describe(row)))).collect()
    }

    /// Builds with a bug, and the highest that a check says about each.
    fn mutants(&self) -> impl Iterator<Item = (&Unit, BugSeen)> {
        let mutants = self.each().filter(|(unit, _)| unit.bug.is_some());
        mutants.map(|(unit, outcome)| {
            let rows = || outcome.iter().flatten();
            let seen = match () {
                () if rows().any(|row| row.failing() > 0) => BugSeen::Fails,
                () if rows().any(|row| row.unknown() > 0) => BugSeen::Unknown,
                () => BugSeen::No,
            };
            (unit, seen)
        })
    }

    fn bugs(&self, wanted: BugSeen) -> Vec<String> {
        self.mutants().filter(|(_, seen)| *seen == wanted).map(|(unit, _)| unit.to_string()).collect()
    }

    /// Bugs that pass all checks.
    fn missed(&self) -> Vec<String> {
        self.bugs(BugSeen::No)
    }

    /// Checks that fail although no bug is planted: with them, bugs would seem to be found that are not.
    fn false_alarms(&self) -> Vec<String> {
        let right = self.rows().filter(|(unit, _)| unit.bug.is_none() && !unit.case.is_wrong);
        right.filter(|(_, row)| row.failing() > 0).map(|(unit, row)| format!("{unit}: {}", describe(row))).collect()
    }

    pub(crate) fn text(&self) -> String {
        let mut text = String::new();
        for (unit, row) in self.rows() {
            let _ = writeln!(text, "{:60} {}", unit.to_string(), describe(row));
        }
        for (title, lines) in [
            ("DISAGREEMENT", self.disagreements()),
            ("BUG NOT SEEN", self.missed()),
            ("FAILS WITHOUT A BUG", self.false_alarms()),
        ] {
            for line in lines {
                writeln!(text, "{title}: {line}").expect("a text takes everything");
            }
        }
        let Totals { pairs, failing, unknown, too_careful, unread, runs, .. } = self.totals();
        let (n_mutants, n_seen) = (self.mutants().count(), self.bugs(BugSeen::Fails).len());
        let _ = write!(
            text,
            "soundness: {pairs} pairs of state and arguments, {failing} failing transitions ({unread} of them unread by \
             the oracle), {unknown} unknown ones ({too_careful} of them are fine), {runs} runs; {n_seen} of {n_mutants} bugs seen, {} undecided; \
             {} disagreements",
            self.bugs(BugSeen::Unknown).len(),
            self.disagreements().len()
        );
        text
    }

    pub(crate) fn json(&self) -> Json {
        let Totals { pairs, transitions, failing, unknown, too_careful, unread, runs } = self.totals();
        let (n_mutants, missed, undecided) = (self.mutants().count(), self.missed(), self.bugs(BugSeen::Unknown));
        Json::Object(vec![
            ("results", Json::list(self.rows(), |(unit, row)| row_json(unit, row))),
            (
                "totals",
                Json::Object(vec![
                    ("pairs", Json::number(pairs)),
                    ("transitions", Json::number(transitions)),
                    ("failing", Json::number(failing)),
                    ("unknown", Json::number(unknown)),
                    ("too_careful", Json::number(too_careful)),
                    ("unread", Json::number(unread)),
                    ("runs", Json::number(runs)),
                ]),
            ),
            ("mutants", Json::number(n_mutants)),
            ("mutants_caught", Json::number(n_mutants - missed.len() - undecided.len())),
            ("mutants_undecided", Json::list(undecided, Json::Text)),
            ("mutants_not_caught", Json::list(missed, Json::Text)),
            ("failing_without_bug", Json::list(self.false_alarms(), Json::Text)),
            ("disagreements", Json::list(self.disagreements(), Json::Text)),
            ("ok", Json::Bool(self.is_well())),
        ])
    }
}

fn describe(row: &Row) -> String {
    let Row { question, one_of, strategy, compared } = row;
    let bounds = bounds_text(&question.bounds);
    let mut what = format!("{:48} {bounds:18} {:6}", question.path, strategy.to_string());
    if *one_of > BigUint::from(1u32) {
        let _ = write!(what, " 1 of {one_of} states:");
    }
    match compared {
        Ok(compared) => {
            let mut text = format!(
                "{what} {:>7} transitions {:>6} failing {:>6} runs",
                compared.transitions, compared.failing, compared.runs
            );
            if compared.unknown > 0 {
                let _ = write!(text, " {:>6} unknown", compared.unknown);
            }
            if let Some(first) = &compared.first_too_careful {
                let _ = write!(text, ", {} of them are fine; the first: {first}", compared.too_careful);
            }
            if let Some(first) = &compared.first {
                let _ = write!(text, ", {} disagreements; the first: {first}", compared.disagreements);
            }
            text
        }
        Err(error) => format!("{what} no answer: {error}"),
    }
}

pub(crate) fn bounds_text(bounds: &Bounds) -> String {
    let bounds: Vec<String> = bounds.iter().map(|(name, value)| format!("{name} {value}")).collect();
    bounds.join(", ")
}

pub(crate) fn bounds_json(bounds: &Bounds) -> Json {
    Json::Map(bounds.iter().map(|(name, value)| (name.to_owned(), Json::number(value))).collect())
}

fn row_json(unit: &Unit, row: &Row) -> Json {
    let number =
        |of: fn(&Compared) -> u64| Json::optional(row.compared.as_ref().ok(), |compared| Json::number(of(compared)));
    Json::Object(vec![
        ("subject", Json::text(unit.case.package)),
        ("feature", Json::optional(unit.bug.clone(), Json::Text)),
        ("check", Json::text(&row.question.path)),
        ("bounds", bounds_json(&row.question.bounds)),
        ("one_of_states", Json::number(&row.one_of)),
        ("strategy", Json::text(row.strategy.to_string())),
        ("transitions", number(|compared| compared.transitions)),
        ("failing", number(|compared| compared.failing)),
        ("unknown", number(|compared| compared.unknown)),
        ("too_careful", number(|compared| compared.too_careful)),
        ("unread", number(|compared| compared.unread)),
        ("runs", number(|compared| compared.runs)),
        ("agreed", Json::Bool(row.agreed())),
    ])
}
