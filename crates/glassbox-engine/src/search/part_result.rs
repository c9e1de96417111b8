//! Results of the searches of parts, and how the whole search ended.

use std::collections::BTreeSet;

use glassbox_space::{BigUint, State};

use super::keeping::Shard;
use super::part::SavedSet;
use super::precautions::Precautions;
use super::searched::Searched;
use crate::hidden::Traffic;
use crate::result::{Failure, HiddenState, Leaving, Mistake, Reason, SearchEnd, StopCause, StoppedAt};

/// How the search of a part ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum PartEnd {
    /// Nothing is left.
    Complete,
    /// It was stopped.
    Stopped,
    /// A run covers states that an earlier run covered, or takes a path that it should not take.
    DoesNotFit,
    /// A run needs precautions that were not in force: the search must restart.
    Careless,
    /// There was nothing to search, for this reason.
    Nothing(Reason),
}

/// The result of the search of a part.
#[derive(Clone, Debug)]
pub(super) struct PartResult {
    pub(super) end: PartEnd,
    /// All transitions, of all parts.
    pub(super) transitions: BigUint,
    /// Number of transitions covered by classes that belong to this part.
    pub(super) covered: BigUint,
    /// Transitions covered by all runs of this part; none if the part is the whole.
    pub(super) covered_here: Option<SavedSet>,
    /// Number of classes that belong to this part.
    pub(super) runs: u64,
    /// Runs of classes that belong to other parts.
    pub(super) repeated: u64,
    pub(super) peak_nodes: usize,
    /// Failure of the first failing class that belongs to this part, or a mistake of glassbox if it does not fail
    /// again.
    pub(super) failure: Option<Result<Box<Failure>, Mistake>>,
    /// The state of that class.
    pub(super) failing: Option<State>,
    /// The first class that a run does not decide, by its state, with the reason.
    pub(super) undecided: Option<(State, Reason)>,
    /// The first class that leaves the states that are checked, by its state, if the check may do so.
    pub(super) left: Option<(State, Leaving)>,
    /// Number of audited states.
    pub(super) audited: u64,
    /// A disagreement that an audit found.
    pub(super) disagreement: Option<Reason>,
    /// Precautions in force from the first run on.
    pub(super) precautions: Precautions,
    /// Whether some parts needed more precautions than others.
    pub(super) is_uneven: bool,
    /// Memory outside the structures that runs changed and read.
    pub(super) traffic: Traffic,
    /// Hidden state, if any.
    pub(super) hidden: Option<HiddenState>,
    /// Whether an earlier process began the search.
    pub(super) is_continued: bool,
}

impl PartResult {
    pub(super) fn new(transitions: BigUint) -> Self {
        Self {
            end: PartEnd::Complete,
            transitions,
            covered: BigUint::ZERO,
            covered_here: None,
            runs: 0,
            repeated: 0,
            peak_nodes: 0,
            failure: None,
            failing: None,
            undecided: None,
            left: None,
            audited: 0,
            disagreement: None,
            precautions: Precautions::default(),
            is_uneven: false,
            traffic: Traffic::default(),
            hidden: None,
            is_continued: false,
        }
    }

    /// The result if there is nothing to search.
    pub(super) fn nothing(reason: Reason) -> Self {
        Self { end: PartEnd::Nothing(reason), ..Self::new(BigUint::ZERO) }
    }

    /// Merges the results of all parts, in their order. If classes are run in order, results behind the first part with
    /// a finding are dropped, so it does not matter how far later parts got.
    pub(super) fn merge(parts: Vec<Self>, in_order: bool) -> Self {
        let mut parts = parts.into_iter();
        let nothing = || Self::nothing(Mistake::NothingSearched.into());
        let mut merged = parts.next().unwrap_or_else(nothing);
        for part in parts {
            merged.repeated += part.repeated;
            merged.is_continued |= part.is_continued;
            merged.peak_nodes = merged.peak_nodes.max(part.peak_nodes);
            if !(in_order && merged.failure.is_some()) && merged.disagreement.is_none() {
                merged.join(part);
            }
        }
        merged
    }

    fn join(&mut self, part: Self) {
        self.covered += part.covered;
        self.runs += part.runs;
        self.audited += part.audited;
        self.failure = self.failure.take().or(part.failure);
        self.failing = self.failing.take().or(part.failing);
        self.undecided = first(self.undecided.take(), part.undecided);
        self.left = first(self.left.take(), part.left);
        self.disagreement = part.disagreement;
        self.is_uneven |= self.precautions != part.precautions;
        self.precautions.join(&part.precautions);
        self.traffic.join(part.traffic);
        if self.end == PartEnd::Complete {
            self.end = part.end;
        }
    }

    /// States whose runs found or left something, each once.
    pub(super) fn states_to_run_again(&self, failing: Option<&State>) -> Vec<State> {
        let undecided = self.undecided.as_ref().map(|(state, _)| state);
        let left = self.left.as_ref().map(|(state, _)| state);
        let states: BTreeSet<&State> = failing.into_iter().chain(undecided).chain(left).collect();
        states.into_iter().cloned().collect()
    }

    /// Result of the whole search; `cause` is the reason for the stop, if it was stopped.
    pub(super) fn conclude(self, shard: Shard, cause: Option<StopCause>) -> Searched {
        Searched {
            end: self.search_end(shard, cause),
            left: self.left.map(|(_, leaving)| leaving),
            transitions: self.transitions,
            covered: self.covered,
            runs: self.runs,
            audited: self.audited,
            hidden: self.hidden,
            traffic: self.traffic,
            repeated: self.repeated,
            peak_nodes: self.peak_nodes,
            is_continued: self.is_continued,
        }
    }

    fn search_end(&self, shard: Shard, cause: Option<StopCause>) -> SearchEnd {
        let Self { transitions, covered, .. } = self;
        if let Some(disagreement) = &self.disagreement {
            return disagreement.clone().into();
        }
        match (&self.end, &self.failure) {
            (PartEnd::Nothing(reason), _) => reason.clone().into(),
            (PartEnd::DoesNotFit, _) => mistake(Mistake::OverlappingRuns),
            (PartEnd::Careless, _) => mistake(Mistake::NotRestarted),
            (_, Some(Err(error))) => mistake(error.clone()),
            (_, Some(Ok(failure))) => SearchEnd::Failed(failure.clone()),
            (PartEnd::Stopped, None) => {
                let at = StoppedAt::Searching { left: transitions - covered, transitions: transitions.clone() };
                Reason::Stopped { at, cause }.into()
            }
            (PartEnd::Complete, None) if !shard.is_whole() => match &self.undecided {
                Some((_, reason)) => reason.clone().into(),
                None => Reason::OnlyAShard { covered: covered.clone(), transitions: transitions.clone() }.into(),
            },
            (PartEnd::Complete, None) if covered != transitions => {
                mistake(Mistake::WrongSum { covered: covered.clone(), transitions: transitions.clone() })
            }
            (PartEnd::Complete, None) => match &self.undecided {
                Some((_, reason)) => reason.clone().into(),
                // The only way to `Covered`: nothing is left, nothing was covered twice, nothing fails, every run ended.
                None => SearchEnd::Covered,
            },
        }
    }
}

/// The one of the lesser state.
fn first<T>(one: Option<(State, T)>, other: Option<(State, T)>) -> Option<(State, T)> {
    match (one, other) {
        (Some(one), Some(other)) => Some(if other.0 < one.0 { other } else { one }),
        (one, other) => one.or(other),
    }
}

fn mistake(mistake: Mistake) -> SearchEnd {
    Reason::Mistake(mistake).into()
}
