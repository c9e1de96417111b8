//! Strategies differ in the number of runs, never in the result.

use glassbox_engine::result::{Reason, SearchEnd, StoppedAt};
use glassbox_engine::search::{FirstFinding, Options, Strategy, check};
use glassbox_engine::states::States;
use glassbox_space::{Bdd, BigUint};

use super::common::{CASES, Failing, checks, found, reason};

/// Runs, and the states that fail: as choices, so that spaces can be compared.
fn search(states: &mut States<Bdd>, path: &str, strategy: Strategy) -> (u64, Vec<Vec<u32>>) {
    let mut failing = Failing::new(states);
    let searched = check(states, path, &Options::new(strategy), &mut failing).expect("there is room");
    assert!(!matches!(searched.end, SearchEnd::Undecided(_)), "{path} {strategy:?}: {:?}", searched.end);
    assert_eq!(searched.end == SearchEnd::Covered, failing.runs.is_empty());
    assert_eq!(searched.covered, searched.transitions, "{path} {strategy:?}");
    let failing = states.space.iter(&failing.failing).map(|state| state.choices().to_vec());
    (searched.runs, failing.collect())
}

/// Tree finds the same classes as Paths or smaller ones, so does Values, and all of them find the same failing states.
#[test]
fn every_strategy_says_the_same() {
    for (package, bounds) in CASES {
        for path in checks(package) {
            let mut states = found(package, &path, bounds);
            let (runs, failing) = search(&mut states, &path, Strategy::Paths);
            let tree = search(&mut states, &path, Strategy::Tree);
            assert_eq!(tree.1, failing, "{path}");
            // Only `Paths` learns from the rest of runs.
            assert!(tree.0 >= runs, "{path}: {} runs by the tree, {runs} by paths", tree.0);
            let values = search(&mut states, &path, Strategy::Values);
            assert!(values.0 >= runs, "{path}: {} runs by values, {runs} by paths", values.0);
            assert_eq!(values.1, failing, "{path}");
        }
    }
}

#[test]
fn without_pruning_every_state_is_run() {
    for (package, path, height) in
        [("scribbled-tree", "scribbled_tree::scribble", 1), ("red-black-tree", "red_black_tree::checks::remove", 2)]
    {
        let mut states = found(package, path, &[("height", height)]);
        let all = states.transitions().expect("there is room");
        let n_states = states.space.count(&all);
        let (runs, failing) = search(&mut states, path, Strategy::Off);
        assert_eq!(BigUint::from(runs), n_states);
        assert_eq!(search(&mut states, path, Strategy::Paths).1, failing);
    }
}

/// Neither way to keep the states left needs more than twice the nodes of all states at once.
#[test]
fn what_is_left_of_a_heap_stays_small() {
    for path in ["binary_heap::checks::insert_if_room", "binary_heap::checks::extract_min"] {
        let mut states = found("binary-heap", path, &[("len", 8), ("capacity", 1)]);
        let all = states.transitions().expect("there is room");
        let n_nodes = states.space.n_nodes(&all);
        let [paths, tree] = [Strategy::Paths, Strategy::Tree].map(|strategy| {
            let searched = check(&mut states, path, &Options::new(strategy), &mut FirstFinding).expect("there is room");
            assert_eq!(searched.end, SearchEnd::Covered);
            searched
        });
        assert_eq!(paths.runs, tree.runs);
        for peak in [paths.peak_nodes, tree.peak_nodes] {
            assert!(peak <= 2 * n_nodes, "{path}: {peak} nodes, all states take {n_nodes}");
        }
    }
}

/// A search that is stopped knows exactly how many transitions are left.
#[test]
fn what_is_left_is_counted() {
    let path = "red_black_tree::checks::insert";
    for strategy in [Strategy::Paths, Strategy::Tree] {
        let mut states = found("red-black-tree", path, &[("height", 3)]);
        let all = states.transitions().expect("there is room");
        let mut covered = BigUint::ZERO;
        let mut runs = 0;
        let mut stop_after_five = super::common::Until(|states: &States<Bdd>, alike: &_| {
            covered += states.space.count(&states.space.and(alike, &all).expect("there is room"));
            runs += 1;
            runs < 5
        });
        let searched = check(&mut states, path, &Options::new(strategy), &mut stop_after_five).expect("there is room");
        let left = &searched.transitions - &covered;
        let at = StoppedAt::Searching { left, transitions: searched.transitions.clone() };
        assert_eq!(*reason(&searched.end), Reason::Stopped { at, cause: None });
        assert_eq!((searched.runs, searched.covered), (5, covered));
    }
}
