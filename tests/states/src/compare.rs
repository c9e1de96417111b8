//! Compares the search with running every state and judging it by reading the whole structure.
//!
//! The oracle is slow and does not depend on the strategy, so it runs once, and its answers are kept in the order of
//! the states.

use std::sync::Arc;

use glassbox_engine::audit::run_and_judge;
use glassbox_engine::result::{Bounds, Finding, SearchEnd};
use glassbox_engine::search::{ClassObserver, Options, Strategy, check};
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

/// Results of running every state by itself.
#[derive(Clone, Debug)]
pub struct Oracle {
    /// Whether each fails, in the order of the states.
    fails: Vec<bool>,
    /// The states are every n-th valid one; this is n.
    pub one_of: BigUint,
}

impl Oracle {
    /// Runs every state.
    pub fn ask<D: Diagram>(states: &mut States<D>) -> Result<Self, String> {
        let mut fails = Vec::new();
        for_each_transition(states, |states, at| {
            fails.push(run_and_judge(states, at).is_err_and(|rejection| rejection.is_failure()));
        })?;
        Ok(Self { fails, one_of: BigUint::from(1u32) })
    }
}

/// Result of a comparison.
#[derive(Clone, Debug, Default)]
pub struct Compared {
    /// Pairs of state and arguments.
    pub transitions: u64,
    /// Pairs that fail according to the search.
    pub failing: u64,
    /// Runs of the search.
    pub runs: u64,
    /// Pairs on which search and oracle disagree.
    pub disagreements: u64,
    /// The first of these, drawn, with both results.
    pub first: Option<String>,
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
    let mut observer = Failing { failing: states.space.empty() };
    let searched = check(states, path, options, &mut observer).map_err(|error| error.to_string())?;
    if let SearchEnd::Undecided(reasons) = &searched.end {
        return Err(words::reasons(reasons));
    }
    let mut compared = Compared { runs: searched.runs, ..Compared::default() };
    let mut fails = oracle.fails.iter();
    for_each_transition(states, |states, at| {
        let claimed = states.space.contains(&observer.failing, at);
        compared.transitions += 1;
        compared.failing += u64::from(claimed);
        if fails.next() != Some(&claimed) {
            compared.disagreements += 1;
            compared.first.get_or_insert_with(|| disagreement(states, at, claimed));
        }
    })?;
    Ok(compared)
}

fn disagreement<D: Diagram>(states: &mut States<D>, at: &State, claimed: bool) -> String {
    let oracle = run_and_judge(states, at);
    let picture = draw::text(&states.picture(at));
    let says = if claimed { "fails" } else { "does not fail" };
    format!("the search says that it {says}, the oracle {oracle:?}, for\n{picture}")
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

/// Collects the states that the search says fail.
struct Failing<S> {
    failing: S,
}

impl<D: Diagram> ClassObserver<D> for Failing<D::Set> {
    fn after_run(&mut self, states: &States<D>, _: &State, finding: Option<&Finding>, alike: &D::Set) -> bool {
        if finding.is_some() {
            self.failing = states.space.or(&self.failing, alike).expect("there is room");
        }
        true
    }
}
