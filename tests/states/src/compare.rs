//! Compares the search with running every state and judging it by reading the whole structure: for each state, whether it is
//! fine, broken, or none of the checked ones.
//!
//! The oracle is slow and does not depend on the strategy, so it runs once, and its answers are kept in the order of
//! the states.

use std::sync::Arc;

use glassbox_engine::audit::run_and_judge;
use glassbox_engine::oracle::Rejection;
use glassbox_engine::result::{Bounds, Finding, Reason, SearchEnd};
use glassbox_engine::search::{ClassObserver, FirstFinding, Options, Strategy, check};
use glassbox_engine::states::{States, states};
use glassbox_report::{draw, words};
use glassbox_space::{Bdd, BigUint, Diagram, OutOfMemory, State};
use glassbox_vm::module::Module;

/// A check with bounds.
#[derive(Clone, Debug)]
pub struct Question {
    /// Its module.
    pub module: Arc<Module>,
    /// Its path.
    pub path: String,
    /// The bounds.
    pub bounds: Bounds,
    /// The most pairs of state and arguments: if there are more, every n-th valid state is taken.
    pub most: u32,
}

impl Question {
    /// Its states, in a machine that has run nothing yet; and n, if these are every n-th of all.
    pub fn states(&self) -> Result<(States<Bdd>, BigUint), String> {
        let diagram = Bdd::with_capacity(1 << 20, 1 << 18);
        let states = states(&self.module, &self.path, &self.bounds, diagram);
        let mut states = states.map_err(|error| error.to_string())?;
        let one_of = keep_some(&mut states, self.most).map_err(|error| error.to_string())?;
        Ok((states, one_of))
    }

    /// Asks the oracle about every state.
    pub fn oracle(&self) -> Result<Oracle, String> {
        let (mut states, one_of) = self.states()?;
        Ok(Oracle { one_of, ..Oracle::ask(&mut states)? })
    }

    /// Searches, and returns what the search says about some of the states, as texts that can be replayed: at most so many.
    pub fn claims(&self, most: u64) -> Result<Vec<(String, Judged)>, String> {
        let (mut states, _) = self.states()?;
        let mut observer = Claims { broken: states.space.empty(), unknown: states.space.empty() };
        let options = Options::new(Strategy::Paths);
        check(&mut states, &self.path, &options, &mut observer).map_err(|error| error.to_string())?;
        let all = states.transitions().map_err(|error| error.to_string())?;
        let n_states = u64::try_from(states.space.count(&all)).unwrap_or(u64::MAX);
        let step = n_states.div_ceil(most.max(1)).max(1);
        let (mut claims, mut number) = (Vec::new(), 0);
        for_each_transition(&mut states, |states, at| {
            if number % step == 0 {
                claims.push((states.skeleton.transition(&states.space, at), observer.claim(states, at)));
            }
            number += 1;
        })?;
        Ok(claims)
    }

    /// Whether every state can be dropped. A native run drops the structure, and a check does not.
    pub fn can_be_dropped(&self) -> Result<bool, String> {
        let (mut states, _) = self.states()?;
        let options = Options { drops: true, ..Options::new(Strategy::Paths) };
        let searched =
            check(&mut states, &self.path, &options, &mut FirstFinding).map_err(|error| error.to_string())?;
        Ok(searched.end == SearchEnd::Covered)
    }

    /// Searches and compares with the oracle.
    pub fn compare(&self, options: &Options, oracle: &Oracle) -> Result<Compared, String> {
        compare_with(&mut self.states()?.0, &self.path, options, oracle)
    }
}

/// Keeps every n-th valid state, so that there are no more transitions than this. Returns n. The search sees only
/// these.
fn keep_some<D: Diagram>(states: &mut States<D>, most: u32) -> Result<BigUint, OutOfMemory> {
    let transitions = states.transitions()?;
    let n_transitions = states.space.count(&transitions);
    if n_transitions <= most.into() {
        return Ok(BigUint::from(1u32));
    }
    // The number of states to keep, each with its arguments.
    let all = states.of_structures()?;
    let n_states = states.space.count(&all);
    let kept = (&n_states * most / &n_transitions).max(BigUint::from(1u32));
    let step = &n_states / &kept;
    let ranks: Vec<BigUint> = (0..u32::try_from(&kept).map_err(|_| OutOfMemory)?).map(|rank| &step * rank).collect();
    let kept = states.space.diagram().select(&all, &ranks).into_iter().flatten();
    let kept = kept.map(|state| whatever_the_arguments(states, &state));
    let kept = states.space.union(kept.collect::<Result<_, _>>()?)?;
    states.initial.valid = states.space.and(&states.initial.valid, &kept)?;
    Ok(step)
}

/// A state of the structures with all arguments.
fn whatever_the_arguments<D: Diagram>(states: &States<D>, state: &State) -> Result<D::Set, OutOfMemory> {
    let mut set = states.space.full();
    for (index, variable) in (0..).zip(&states.skeleton.record().variables) {
        if variable.node.is_some() {
            let variable = states.skeleton.variable(index);
            let choice = states.space.choice(variable, state).expect("variables of the record have a choice");
            set = states.space.and(&set, &states.space.guard(variable, choice))?;
        }
    }
    Ok(set)
}

/// Judgement on the memory that a run leaves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Judged {
    /// It is a state like those that are checked.
    Fine,
    /// It is none of these, as far as the search knows, or the run reached a limit.
    Unknown,
    /// It shows a bug.
    Broken,
    /// It is none of the checked states, or much larger than these, so the full judge cannot read it. It may be broken as well:
    /// invariants can be run on it.
    Unread,
}

impl Judged {
    /// The judgement of the full judge.
    fn by_oracle(result: Result<(), Rejection>) -> Self {
        match result {
            Ok(()) => Self::Fine,
            Err(Rejection::Stopped(stopped)) if Finding::Stopped(stopped.clone()).undecided().is_some() => {
                Self::Unknown
            }
            Err(rejection) if rejection.is_failure() => Self::Broken,
            Err(Rejection::Outside { .. } | Rejection::Beyond) => Self::Unread,
            Err(_) => Self::Unknown,
        }
    }
}

/// Results of running every state by itself.
#[derive(Clone, Debug)]
pub struct Oracle {
    /// The judgement on each, in the order of the states.
    judged: Vec<Judged>,
    /// The states are every n-th valid one; this is n.
    pub one_of: BigUint,
}

impl Oracle {
    /// Runs every state.
    pub fn ask<D: Diagram>(states: &mut States<D>) -> Result<Self, String> {
        let mut judged = Vec::new();
        for_each_transition(states, |states, at| judged.push(Judged::by_oracle(run_and_judge(states, at))))?;
        Ok(Self { judged, one_of: BigUint::from(1u32) })
    }
}

/// Result of a comparison.
#[derive(Clone, Debug, Default)]
pub struct Compared {
    /// Pairs of state and arguments.
    pub transitions: u64,
    /// Pairs that fail according to the search.
    pub failing: u64,
    /// Pairs of which the search says that nothing is known.
    pub unknown: u64,
    /// Runs of the search.
    pub runs: u64,
    /// Pairs on which search and oracle disagree, without those that the search is too careful about.
    pub disagreements: u64,
    /// Those of them that fail, and of which the search says that nothing is known.
    pub unfound: u64,
    /// Pairs that are fine, and of which the search says that nothing is known.
    pub too_careful: u64,
    /// Pairs that fail, and leave a memory that the oracle cannot read: it cannot confirm the failure.
    pub unread: u64,
    /// The first disagreement, drawn, with both results.
    pub first: Option<String>,
    /// The first pair that the search is too careful about.
    pub first_too_careful: Option<String>,
}

/// Searches and compares, state by state. The error names a state on which the two disagree.
pub fn compare<D: Diagram>(states: &mut States<D>, path: &str, strategy: Strategy) -> Result<Compared, String> {
    let oracle = Oracle::ask(states)?;
    let mut compared = compare_with(states, path, &Options::new(strategy), &oracle)?;
    compared.first.take().map_or(Ok(compared), Err)
}

/// Searches and compares with the oracle, state by state. A search without a result is an error.
fn compare_with<D: Diagram>(
    states: &mut States<D>,
    path: &str,
    options: &Options,
    oracle: &Oracle,
) -> Result<Compared, String> {
    let mut observer = Claims { broken: states.space.empty(), unknown: states.space.empty() };
    let searched = check(states, path, options, &mut observer).map_err(|error| error.to_string())?;
    if let SearchEnd::Undecided(reasons) = &searched.end
        && !reasons.iter().all(is_about_states)
    {
        return Err(words::reasons(reasons));
    }
    let mut compared = Compared { runs: searched.runs, ..Compared::default() };
    let mut judged = oracle.judged.iter();
    for_each_transition(states, |states, at| {
        let claimed = observer.claim(states, at);
        compared.transitions += 1;
        compared.failing += u64::from(claimed == Judged::Broken);
        compared.unknown += u64::from(claimed == Judged::Unknown);
        match (claimed, judged.next().copied()) {
            (Judged::Unknown, Some(Judged::Fine)) => {
                compared.too_careful += 1;
                compared.first_too_careful.get_or_insert_with(|| disagreement(states, at, claimed));
            }
            // To pass such a state would be wrong.
            (Judged::Unknown, Some(Judged::Unread)) => {}
            (Judged::Broken, Some(Judged::Unread)) => compared.unread += 1,
            (claimed, judged) if judged == Some(claimed) => {}
            _ => {
                compared.disagreements += 1;
                compared.unfound += u64::from(claimed == Judged::Unknown);
                compared.first.get_or_insert_with(|| disagreement(states, at, claimed));
            }
        }
    })?;
    Ok(compared)
}

/// Whether the search is over and a reason is about some of the states.
fn is_about_states(reason: &Reason) -> bool {
    matches!(reason, Reason::Leaves(_) | Reason::DependsOnAny(_) | Reason::Limit(_) | Reason::NotOffered(_))
}

fn disagreement<D: Diagram>(states: &mut States<D>, at: &State, claimed: Judged) -> String {
    let oracle = run_and_judge(states, at);
    let picture = draw::text(&states.picture(at));
    let says = match claimed {
        Judged::Fine => "it does not fail",
        Judged::Unknown | Judged::Unread => "nothing is known about it",
        Judged::Broken => "it fails",
    };
    format!("the search says that {says}, the oracle {oracle:?}, for\n{picture}")
}

fn for_each_transition<D: Diagram>(
    states: &mut States<D>,
    mut work: impl FnMut(&mut States<D>, &State),
) -> Result<(), String> {
    let all = states.transitions().map_err(|error| error.to_string())?;
    let mut state = states.space.least(&all);
    while let Some(at) = state {
        work(states, &at);
        state = states.space.diagram().after(&all, &at);
    }
    Ok(())
}

/// Collects the states that the search says fail, and those of which nothing is known.
struct Claims<S> {
    broken: S,
    unknown: S,
}

impl<S> Claims<S> {
    fn claim<D: Diagram<Set = S>>(&self, states: &States<D>, at: &State) -> Judged {
        if states.space.contains(&self.broken, at) {
            Judged::Broken
        } else if states.space.contains(&self.unknown, at) {
            Judged::Unknown
        } else {
            Judged::Fine
        }
    }
}

impl<D: Diagram> ClassObserver<D> for Claims<D::Set> {
    fn is_unknown(&mut self, states: &States<D>, alike: &D::Set) {
        self.unknown = states.space.or(&self.unknown, alike).expect("there is room");
    }

    fn after_run(&mut self, states: &States<D>, _: &State, finding: Option<&Finding>, alike: &D::Set) -> bool {
        if let Some(finding) = finding {
            let set = if finding.undecided().is_some() { &mut self.unknown } else { &mut self.broken };
            *set = states.space.or(set, alike).expect("there is room");
        }
        true
    }
}
