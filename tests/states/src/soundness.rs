//! Compares what the search says about every state with running every state and looking at everything.

use glassbox_engine::audit::run_and_judge;
use glassbox_engine::finding::FindingKind;
use glassbox_engine::search::{Observer, Options, Strategy, check};
use glassbox_engine::states::States;
use glassbox_space::{Diagram, State};

/// What was compared.
#[derive(Clone, Copy, Debug, Default)]
pub struct Compared {
    /// Pairs of state and arguments.
    pub transitions: u64,
    /// Those that fail.
    pub failing: u64,
    /// Runs of the search.
    pub runs: u64,
}

/// Collects the states that the search says fail.
struct Failing<S> {
    failing: S,
}

impl<D: Diagram> Observer<D> for Failing<D::Set> {
    fn after_run(&mut self, states: &States<D>, _: &State, finding: Option<&FindingKind>, alike: &D::Set) -> bool {
        if finding.is_some() {
            self.failing = states.space.or(&self.failing, alike).expect("there is room");
        }
        true
    }
}

/// The error names a state on which the two disagree.
pub fn compare<D: Diagram>(states: &mut States<D>, path: &str, strategy: Strategy) -> Result<Compared, String> {
    let mut observer = Failing { failing: states.space.empty() };
    let checked = check(states, path, &Options::new(strategy), &mut observer).map_err(|error| error.to_string())?;
    if let glassbox_engine::search::Verdict::Unknown(reason) = checked.verdict {
        return Err(reason);
    }
    let mut compared = Compared { runs: checked.runs, ..Compared::default() };
    let all = states.transitions().map_err(|error| error.to_string())?;
    let mut state = states.space.least(&all);
    while let Some(at) = state {
        let oracle = run_and_judge(states, path, &at);
        let claimed = states.space.contains(&observer.failing, &at);
        compared.transitions += 1;
        compared.failing += u64::from(claimed);
        if claimed != oracle.is_err() {
            let picture = glassbox_report::draw::text(&states.skeleton.picture(&states.space, &at));
            return Err(format!("the search says {claimed}, the oracle {oracle:?} for\n{picture}"));
        }
        state = states.space.diagram().after(&all, &at);
    }
    Ok(compared)
}

impl std::ops::AddAssign for Compared {
    fn add_assign(&mut self, other: Self) {
        self.transitions += other.transitions;
        self.failing += other.failing;
        self.runs += other.runs;
    }
}
