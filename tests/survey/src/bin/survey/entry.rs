//! The result of a crate.

use glassbox_states::Named;
use glassbox_survey::{Explored, Harness, Init, LeftOut, Verdict};
use serde::{Deserialize, Serialize};

use crate::rows::Row;

/// The result of a crate: one line of a results file.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct Entry {
    /// Name of the row.
    pub(crate) name: String,
    /// Version of the crate; empty for std, and if it was not fetched.
    pub(crate) version: String,
    /// The explored type, or the crate if there is no harness.
    pub(crate) explored: String,
    pub(crate) class: Class,
    /// Number of public methods with `&mut self` that the harness calls.
    pub(crate) called: usize,
    /// Number of public methods with `&mut self`, without those that are `unsafe`, deprecated or hidden.
    pub(crate) methods: usize,
    /// Methods that the harness does not call.
    pub(crate) left_out: Vec<LeftOut>,
    /// The bounds and counts behind a verdict.
    pub(crate) coverage: String,
    /// Why there is no verdict, or the failure, in one line.
    pub(crate) message: String,
    /// The whole text of a failure, with its history.
    pub(crate) failure: Option<String>,
    /// Whether the emitted test of a failure fails without glassbox.
    pub(crate) confirmation: Option<Confirmation>,
    /// The only part that differs between two runs on one machine.
    pub(crate) seconds: Seconds,
}

/// How far a crate gets.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Class {
    /// All histories up to the bound hold.
    Pass,
    /// They hold, and there is only one state: no operation changes the subject.
    Vacuous,
    /// A history fails.
    Fail,
    /// There is no verdict, and the message says why.
    Unknown,
    /// `init` or the exploration did not end in its time.
    TooSlow,
    /// `init` writes no harness.
    NoHarness,
    /// The crate does not compile for WebAssembly.
    NoBuild,
    /// It cannot be downloaded.
    NotFetched,
    /// The command stopped with an error.
    #[default]
    Error,
}

impl Class {
    /// All classes, in the order of the table.
    pub(crate) const ALL: [Self; 9] = [
        Self::Pass,
        Self::Vacuous,
        Self::Fail,
        Self::Unknown,
        Self::TooSlow,
        Self::NoHarness,
        Self::NoBuild,
        Self::NotFetched,
        Self::Error,
    ];

    pub(crate) fn words(self) -> &'static str {
        match self {
            Self::Pass => "PASS",
            Self::Vacuous => "vacuous",
            Self::Fail => "FAIL",
            Self::Unknown => "UNKNOWN",
            Self::TooSlow => "too slow",
            Self::NoHarness => "no harness",
            Self::NoBuild => "no wasm build",
            Self::NotFetched => "not fetched",
            Self::Error => "error",
        }
    }

    /// Whether it says something about the crate's code.
    pub(crate) fn is_verdict(self) -> bool {
        matches!(self, Self::Pass | Self::Fail)
    }
}

/// What an emitted test does without glassbox.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Confirmation {
    /// It fails natively, with this message.
    Natively(String),
    /// It passes natively and fails in Miri, with this message.
    InMiri(String),
    /// It passes natively and in Miri.
    Passes,
    /// It passes natively and does not run in Miri, for this reason.
    PassesNatively(String),
    /// There is no test, or it does not compile.
    NoTest(String),
}

impl Confirmation {
    pub(crate) fn is_confirmed(&self) -> bool {
        matches!(self, Self::Natively(_) | Self::InMiri(_))
    }

    pub(crate) fn words(&self) -> String {
        match self {
            Self::Natively(message) => format!("fails natively: {message}"),
            Self::InMiri(message) => format!("fails in Miri: {message}"),
            Self::Passes => "passes natively and in Miri".to_owned(),
            Self::PassesNatively(reason) => format!("passes natively; Miri: {reason}"),
            Self::NoTest(reason) => format!("no test: {reason}"),
        }
    }
}

/// Times of all steps.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct Seconds {
    /// `init --explore`, with all builds.
    pub(crate) init: f64,
    /// `cargo glassbox`, with its build.
    pub(crate) run: f64,
    /// Its search alone.
    pub(crate) search: f64,
    /// The emitted test.
    pub(crate) confirm: f64,
}

impl Named for Entry {
    fn name(&self) -> &str {
        &self.name
    }
}

impl Entry {
    pub(crate) fn new(row: &Row) -> Self {
        Self { name: row.name.clone(), explored: row.explored.clone(), ..Self::default() }
    }

    pub(crate) fn not_fetched(&mut self, message: String) {
        (self.class, self.message) = (Class::NotFetched, message);
    }

    pub(crate) fn add_harness(&mut self, init: Init) {
        match init {
            Init::Written(Harness { chosen, n_called, n_methods, left_out }) => {
                self.explored = chosen.unwrap_or_else(|| self.explored.clone());
                (self.called, self.methods, self.left_out) = (n_called, n_methods, left_out);
                self.class = Class::Unknown;
            }
            Init::NoBuild(message) => (self.class, self.message) = (Class::NoBuild, message),
            Init::NoHarness(message) => (self.class, self.message) = (Class::NoHarness, message),
            Init::TooSlow => (self.class, self.message) = (Class::TooSlow, "`init` does not end".to_owned()),
        }
    }

    pub(crate) fn has_harness(&self) -> bool {
        matches!(self.class, Class::Pass | Class::Vacuous | Class::Fail | Class::Unknown | Class::Error)
    }

    pub(crate) fn add_verdict(&mut self, explored: Explored) {
        let Explored { verdict, coverage, message, failure, .. } = explored;
        let message = message.unwrap_or_default();
        self.class = match verdict {
            Verdict::Pass if coverage.split(", ").any(|it| it == "1 state") => Class::Vacuous,
            Verdict::Pass => Class::Pass,
            Verdict::Fail => Class::Fail,
            Verdict::Unknown if message.starts_with("stopped after ") => Class::TooSlow,
            Verdict::Unknown => Class::Unknown,
            Verdict::Error => Class::Error,
        };
        (self.coverage, self.message, self.failure) = (coverage, message, failure);
    }
}

/// The last lines of a long message, in one.
pub(crate) fn short(message: &str) -> String {
    let lines: Vec<&str> = message.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    let errors = lines.iter().position(|line| line.starts_with("error"));
    let lines = &lines[errors.unwrap_or(lines.len().saturating_sub(2))..];
    lines.iter().take(2).copied().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pass_with_one_state_is_vacuous() {
        let class = |verdict, coverage: &str, message: &str| {
            let mut entry = Entry::default();
            let (coverage, message) = (coverage.to_owned(), Some(message.to_owned()));
            entry.add_verdict(Explored { verdict, coverage, message, ..Explored::default() });
            entry.class
        };
        assert_eq!(class(Verdict::Pass, "operations <= 3, 1 state, 4 transitions", ""), Class::Vacuous);
        assert_eq!(class(Verdict::Pass, "operations <= 3, 11 states", ""), Class::Pass);
        assert_eq!(class(Verdict::Unknown, "", "stopped after 60 s"), Class::TooSlow);
        assert_eq!(class(Verdict::Error, "", ""), Class::Error);
    }

    #[test]
    fn long_messages_are_cut() {
        assert_eq!(short("a\nerror: b\n\n  c\nd\n"), "error: b c");
        assert_eq!(short("a\nb\nc\n"), "b c");
        assert_eq!(short(""), "");
    }
}
