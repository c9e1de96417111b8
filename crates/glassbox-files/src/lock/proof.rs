//! Results of a run as entries of a lock.

use std::collections::{BTreeMap, BTreeSet};

use glassbox_abi::names;
use glassbox_engine::catalog::{Subject, SubjectKind};
use glassbox_engine::result::{Coverage, Outcome, ReasonCode, Verdict};
use glassbox_report::document::{Entry, VerdictWord};

use super::assumption::LockedAssumption;
use super::model::{CheckName, Proof, Reach};

/// The result of a check or an exploration.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ran {
    /// The check or exploration.
    pub name: CheckName,
    /// How it ended.
    pub ended: Ended,
}

/// How a check ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ended {
    /// It holds.
    Holds(Proof),
    /// It does not hold, or nobody knows.
    Not {
        /// Its verdict.
        verdict: VerdictWord,
        /// Whether it might hold with more time or memory.
        is_unfinished: bool,
    },
}

impl Ran {
    /// The result of a check with this entry in reports.
    pub fn new(subject: &Subject, outcome: Option<&Outcome>, entry: &Entry) -> Self {
        let name = CheckName { package: subject.package.clone(), path: subject.path.clone() };
        let holding = outcome.filter(|outcome| *outcome.verdict() == Verdict::Holds);
        let is_scarce = |code: &str| [ReasonCode::Budget, ReasonCode::OutOfMemory].iter().any(|it| it.as_str() == code);
        let ended = match holding {
            Some(outcome) => Ended::Holds(Proof::of(subject, outcome)),
            None => Ended::Not {
                verdict: entry.verdict,
                is_unfinished: entry.reasons.iter().any(|reason| is_scarce(&reason.code)),
            },
        };
        Self { name, ended }
    }
}

impl Proof {
    /// What a holding outcome proves.
    fn of(subject: &Subject, outcome: &Outcome) -> Self {
        let bounds: BTreeMap<String, Reach> = match outcome.coverage() {
            Coverage::Check(_) => {
                outcome.bounds().iter().map(|(name, value)| (name.to_owned(), Reach::UpTo(value))).collect()
            }
            Coverage::Exploration(coverage) => {
                let operations = if coverage.is_complete { Reach::Any } else { Reach::UpTo(coverage.operations) };
                // Without a bound on elements, states with any number of them are explored.
                let elements = outcome.bounds().get(names::ELEMENTS).map_or(Reach::Any, Reach::UpTo);
                [(names::OPERATIONS.to_owned(), operations), (names::ELEMENTS.to_owned(), elements)].into()
            }
        };
        let functions = match &subject.kind {
            SubjectKind::Exploration { functions, .. } => functions.iter().map(|it| it.name.clone()).collect(),
            SubjectKind::Check { .. } => BTreeSet::new(),
        };
        Self { bounds, assumptions: outcome.assumptions().iter().flat_map(LockedAssumption::of).collect(), functions }
    }
}
