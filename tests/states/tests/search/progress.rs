//! How far a search is, and that nobody's asking changes it.

use std::sync::Mutex;

use glassbox_engine::invariant::InvariantError;
use glassbox_engine::search::{Coverage, Doing, Options, Progress, Strategy, Task, Verdict, decide, deepen};
use glassbox_engine::states::StatesError;
use glassbox_space::{Bdd, BigUint};

use crate::common::{bounds, diagram, module};

const PATH: &str = "red_black_tree::checks::remove";

/// Searches, and asks after every run how much is covered.
fn watched(strategy: Strategy, jobs: usize) -> Vec<Option<Coverage>> {
    let task =
        Task { module: &module("red-black-tree"), path: PATH, bounds: &bounds(&[("height", 3)]), diagram: &diagram };
    let options = Options { jobs, ..Options::new(strategy) };
    let seen = Mutex::new(Vec::new());
    let watch = |progress: Progress<'_>| {
        if progress.doing == Doing::Searching {
            seen.lock().expect("nobody panics").push(progress.coverage());
        }
        true
    };
    let watched = decide::<Bdd>(&task, &options, &watch).expect("there are states");
    let unwatched = decide::<Bdd>(&task, &options, &|_| true).expect("there are states");
    assert_eq!((&watched.verdict, watched.runs), (&unwatched.verdict, unwatched.runs));
    assert_eq!((watched.repeated, watched.peak_nodes), (unwatched.repeated, unwatched.peak_nodes));
    let seen = seen.into_inner().expect("nobody panics");
    assert!(seen.iter().flatten().all(|coverage| coverage.transitions == watched.transitions));
    seen
}

#[test]
fn what_is_covered_grows_to_everything() {
    for strategy in [Strategy::Paths, Strategy::Values, Strategy::Tree] {
        let left: Vec<BigUint> =
            watched(strategy, 1).into_iter().map(|coverage| coverage.expect("one worker knows all").left).collect();
        assert!(left.is_sorted_by(|before, after| before > after), "{strategy}: {left:?}");
        assert_eq!(left.last(), Some(&BigUint::ZERO), "{strategy}");
    }
}

/// Until all have counted nothing is said; after that, what is said is never less than what is left.
#[test]
fn workers_add_up_what_they_have_left() {
    for jobs in [2, 3] {
        let seen = watched(Strategy::Paths, jobs);
        let known: Vec<&Coverage> = seen.iter().flatten().collect();
        assert!(!known.is_empty(), "{jobs}");
        assert!(known.iter().all(|coverage| coverage.left <= coverage.transitions), "{jobs}");
        assert!(known.iter().map(|coverage| &coverage.left).min() < Some(&known[0].transitions), "{jobs}");
    }
}

#[test]
fn finding_the_states_can_be_stopped() {
    let only_searching = |progress: Progress<'_>| progress.bounds["height"] < 3 || progress.doing == Doing::Searching;
    for jobs in [1, 2] {
        let bounds = bounds(&[("height", 3)]);
        let task = Task { module: &module("red-black-tree"), path: PATH, bounds: &bounds, diagram: &diagram };
        let options = Options { jobs, ..Options::new(Strategy::Paths) };
        let error = decide::<Bdd>(&task, &options, &only_searching).expect_err("it was stopped");
        assert!(matches!(error, StatesError::Invariant(InvariantError::Interrupted)), "{error}");
        let found = deepen::<Bdd>(&task, &options, &only_searching).expect("that is an answer");
        let expected =
            "at height 3: the search was stopped before all valid states were found; it holds up to height 2"
                .to_owned();
        assert_eq!(found.verdict, Verdict::Unknown(expected));
    }
}

/// Whoever stops after the last run has stopped nothing.
#[test]
fn a_complete_search_was_not_stopped() {
    let task =
        Task { module: &module("red-black-tree"), path: PATH, bounds: &bounds(&[("height", 2)]), diagram: &diagram };
    let options = Options::new(Strategy::Paths);
    let n_runs = decide::<Bdd>(&task, &options, &|_| true).expect("there are states").runs;
    let stopped_at = |runs: u64| {
        let checked = decide::<Bdd>(&task, &options, &|progress| progress.runs < runs);
        checked.expect("there are states").verdict
    };
    assert_eq!(stopped_at(n_runs), Verdict::Holds);
    assert!(matches!(stopped_at(n_runs - 1), Verdict::Unknown(_)));
}
