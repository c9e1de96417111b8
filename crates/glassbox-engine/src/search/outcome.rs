//! What searches of parts bring back, and the verdict that follows from it.

use glassbox_space::BigUint;

use super::part::Saved;
use super::precautions::Precautions;
use super::{Checked, Verdict};
use crate::audit::Disagreement;
use crate::finding::Finding;
use crate::hidden::{HiddenState, Traffic};

/// How a search ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum End {
    /// Nothing is left.
    Complete,
    /// Somebody wanted to stop.
    Stopped,
    /// A run covers states that another one covered, or took a path that it should not have taken.
    DoesNotFit,
    /// A run did something that should have been known from the first one on: to be searched anew.
    Careless,
    /// There was nothing to search, for this reason.
    Nothing(String),
}

/// What a search found.
#[derive(Clone, Debug)]
pub(super) struct Outcome {
    pub(super) end: End,
    /// All transitions, here and elsewhere.
    pub(super) transitions: BigUint,
    /// How many are covered by classes that belong here.
    pub(super) covered: BigUint,
    /// What is covered by all runs; none if that is the same.
    pub(super) covered_here: Option<Saved>,
    /// Classes that belong here.
    pub(super) runs: u64,
    /// Runs of classes that belong to others.
    pub(super) repeated: u64,
    pub(super) peak_nodes: usize,
    /// That of the first failing class that belongs here; or why there is none.
    pub(super) finding: Option<Result<Box<Finding>, String>>,
    /// States that were audited.
    pub(super) audited: u64,
    /// What an audit found.
    pub(super) disagreement: Option<Disagreement>,
    /// What was known from the first run on.
    pub(super) precautions: Precautions,
    /// Some parts needed more of them than others.
    pub(super) is_uneven: bool,
    /// What runs did outside the structures.
    pub(super) traffic: Traffic,
    /// State that runs leave to each other.
    pub(super) hidden: Option<HiddenState>,
}

impl Outcome {
    pub(super) fn new(transitions: BigUint) -> Self {
        Self {
            end: End::Complete,
            transitions,
            covered: BigUint::ZERO,
            covered_here: None,
            runs: 0,
            repeated: 0,
            peak_nodes: 0,
            finding: None,
            audited: 0,
            disagreement: None,
            precautions: Precautions::default(),
            is_uneven: false,
            traffic: Traffic::default(),
            hidden: None,
        }
    }

    /// There is nothing to search.
    pub(super) fn nothing(reason: String) -> Self {
        Self { end: End::Nothing(reason), ..Self::new(BigUint::ZERO) }
    }

    /// What all parts together brought, in their order. If classes are run in order, nothing counts behind the first part in
    /// which something was found, so that it does not matter how far later ones got.
    pub(super) fn merge(parts: Vec<Self>, in_order: bool) -> Self {
        let mut parts = parts.into_iter();
        let nothing = || Self::nothing("nobody searched".to_owned());
        let mut merged = parts.next().unwrap_or_else(nothing);
        for part in parts {
            merged.repeated += part.repeated;
            merged.peak_nodes = merged.peak_nodes.max(part.peak_nodes);
            if !(in_order && merged.finding.is_some()) && merged.disagreement.is_none() {
                merged.join(part);
            }
        }
        merged
    }

    fn join(&mut self, part: Self) {
        self.covered += part.covered;
        self.runs += part.runs;
        self.audited += part.audited;
        self.finding = self.finding.take().or(part.finding);
        self.disagreement = part.disagreement;
        self.is_uneven |= self.precautions != part.precautions;
        self.precautions.join(&part.precautions);
        self.traffic.join(part.traffic);
        if self.end == End::Complete {
            self.end = part.end;
        }
    }

    /// The verdict, and what goes with it.
    pub(super) fn conclude(self) -> Checked {
        Checked {
            verdict: self.verdict(),
            transitions: self.transitions,
            covered: self.covered,
            runs: self.runs,
            audited: self.audited,
            hidden: self.hidden,
            repeated: self.repeated,
            peak_nodes: self.peak_nodes,
        }
    }

    fn verdict(&self) -> Verdict {
        let Self { transitions, covered, .. } = self;
        if let Some(disagreement) = &self.disagreement {
            return Verdict::Unknown(disagreement.to_string());
        }
        match (&self.end, &self.finding) {
            (End::Nothing(reason), _) => Verdict::Unknown(reason.clone()),
            (End::DoesNotFit, _) => mistake("a run does not fit the runs before it"),
            (End::Careless, _) => mistake("the search did not begin anew"),
            (_, Some(Err(reason))) => mistake(reason),
            (_, Some(Ok(finding))) => Verdict::Fails(finding.clone()),
            (End::Stopped, None) => {
                let left = transitions - covered;
                Verdict::Unknown(format!("the search was stopped with {left} of {transitions} transitions left"))
            }
            (End::Complete, None) if covered != transitions => {
                mistake(&format!("{covered} transitions are covered, but there are {transitions}"))
            }
            (End::Complete, None) => match &self.hidden {
                Some(hidden) => Verdict::Unknown(hidden.reason()),
                // The only way to `Holds`: nothing is left, nothing was covered twice, and nothing was found.
                None => Verdict::Holds,
            },
        }
    }
}

fn mistake(what: &str) -> Verdict {
    Verdict::Unknown(format!("{what}: this is a mistake in glassbox, please report it"))
}
