//! Progress of a search; counting it does not change the search.

use glassbox_engine::observer::{Event, Observer, Share, Unobserved};
use glassbox_engine::result::{InvariantError, Reason, SearchEnd, StatesError, StopCause, StoppedAt};
use glassbox_engine::search::{Options, Strategy, Task, deepen, search_at};
use glassbox_space::{Bdd, BigUint};

use super::common::{Position, StopWhen, bounds, diagram, module, reason};

const PATH: &str = "red_black_tree::checks::remove";

/// Counts the covered share after every run.
#[derive(Default)]
struct Asks(Vec<Option<Share>>);

impl Observer for Asks {
    fn on_event(&mut self, event: &Event<'_>) {
        if let Event::ClassCovered { progress, .. } = event {
            self.0.push(progress.count());
        }
    }
}

/// Searches, and counts the covered share after every run.
fn watched(strategy: Strategy, jobs: usize) -> Vec<Option<Share>> {
    let task =
        Task { module: &module("red-black-tree"), path: PATH, bounds: &bounds(&[("height", 3)]), diagram: &diagram };
    let options = Options { jobs, ..Options::new(strategy) };
    let mut asks = Asks::default();
    let watched = search_at::<Bdd>(&task, &options, &mut asks).expect("there are states");
    let unwatched = search_at::<Bdd>(&task, &options, &mut Unobserved).expect("there are states");
    assert_eq!((&watched.end, watched.runs), (&unwatched.end, unwatched.runs));
    assert_eq!((watched.repeated, watched.peak_nodes), (unwatched.repeated, unwatched.peak_nodes));
    let Asks(seen) = asks;
    assert!(seen.iter().flatten().all(|share| share.transitions == watched.transitions));
    seen
}

#[test]
fn what_is_covered_grows_to_everything() {
    for strategy in [Strategy::Paths, Strategy::Values, Strategy::Tree] {
        let left: Vec<BigUint> =
            watched(strategy, 1).into_iter().map(|share| share.expect("one worker knows all").left).collect();
        assert!(left.is_sorted_by(|before, after| before > after), "{strategy}: {left:?}");
        assert_eq!(left.last(), Some(&BigUint::ZERO), "{strategy}");
    }
}

/// There is no share until all workers have counted; after that, the number of transitions left is never too small.
#[test]
fn workers_add_up_what_they_have_left() {
    for jobs in [2, 3] {
        let seen = watched(Strategy::Paths, jobs);
        let known: Vec<&Share> = seen.iter().flatten().collect();
        assert!(!known.is_empty(), "{jobs}");
        assert!(known.iter().all(|share| share.left <= share.transitions), "{jobs}");
        assert!(known.iter().map(|share| &share.left).min() < Some(&known[0].transitions), "{jobs}");
    }
}

#[test]
fn finding_the_states_can_be_stopped() {
    let while_states_are_found =
        || StopWhen::new(|position: &Position| position.bounds.get("height") >= Some(3) && !position.has_states);
    for jobs in [1, 2] {
        let bounds = bounds(&[("height", 3)]);
        let task = Task { module: &module("red-black-tree"), path: PATH, bounds: &bounds, diagram: &diagram };
        let options = Options { jobs, ..Options::new(Strategy::Paths) };
        let error = search_at::<Bdd>(&task, &options, &mut while_states_are_found()).expect_err("it was stopped");
        assert!(matches!(error, StatesError::Invariant(InvariantError::Interrupted)), "{error}");
        let found = deepen::<Bdd>(&task, &options, &mut while_states_are_found()).expect("that is an answer");
        let expected = Reason::Stopped { at: StoppedAt::FindingStates, cause: Some(StopCause::Interrupted) };
        assert_eq!(*reason(&found.end), expected);
        assert_eq!(found.steps.last().and_then(|step| step.bounds.get("height")), Some(3));
        assert_eq!(found.holds_up_to().and_then(|bounds| bounds.get("height")), Some(2));
    }
}

/// A stop after the last run has no effect.
#[test]
fn a_complete_search_was_not_stopped() {
    let task =
        Task { module: &module("red-black-tree"), path: PATH, bounds: &bounds(&[("height", 2)]), diagram: &diagram };
    let options = Options::new(Strategy::Paths);
    let n_runs = search_at::<Bdd>(&task, &options, &mut Unobserved).expect("there are states").runs;
    let stopped_at = |runs: u64| {
        let searched =
            search_at::<Bdd>(&task, &options, &mut StopWhen::new(|position: &Position| position.runs >= runs));
        searched.expect("there are states").end
    };
    assert_eq!(stopped_at(n_runs), SearchEnd::Covered);
    assert!(matches!(stopped_at(n_runs - 1), SearchEnd::Undecided(_)));
}
