//! Exact numbers of runs that checks need. A number that grows is a class that was split; one that shrinks needs an
//! explanation.

use glassbox_engine::result::SearchEnd;
use glassbox_engine::search::{FirstFinding, Options, Strategy, check};

use super::common::found;

/// The runs of all these checks together.
fn runs(package: &str, checks: &[&str], bounds: &[(&str, u32)], strategy: Strategy) -> u64 {
    let runs_of = |name: &&str| {
        let path = format!("{}::checks::{name}", package.replace('-', "_"));
        let mut states = found(package, &path, bounds);
        let searched = check(&mut states, &path, &Options::new(strategy), &mut FirstFinding).expect("there is room");
        assert_eq!(searched.end, SearchEnd::Covered, "{path}");
        assert_eq!(searched.covered, searched.transitions, "{path}");
        searched.runs
    };
    checks.iter().map(runs_of).sum()
}

#[test]
fn red_black_trees() {
    let all = |strategy, gaps: &[(&'static str, u32)], heights: u32| -> Vec<u64> {
        let at = |height| [gaps, &[("height", height)]].concat();
        (1..=heights)
            .map(|height| runs("red-black-tree", &["get", "insert", "remove"], &at(height), strategy))
            .collect()
    };
    assert_eq!(all(Strategy::Paths, &[("gaps", 0)], 5), [6, 28, 103, 314, 897]);
    assert_eq!(all(Strategy::Tree, &[("gaps", 0)], 4), [6, 28, 103, 314]);
    assert_eq!(all(Strategy::Values, &[("gaps", 0)], 4), [6, 28, 119, 410]);
    assert_eq!(all(Strategy::Paths, &[], 4), [12, 48, 143, 426]);
}

#[test]
fn avl_trees() {
    let at = |height| runs("avl-tree", &["insert", "remove"], &[("height", height)], Strategy::Paths);
    assert_eq!((1..=4).map(at).collect::<Vec<_>>(), [8, 33, 117, 403]);
}

#[test]
fn heaps() {
    let at = |len| {
        let bounds = [("capacity", 1), ("len", len)];
        runs("binary-heap", &["insert_if_room", "extract_min"], &bounds, Strategy::Paths)
    };
    assert_eq!((1..=10).map(at).collect::<Vec<_>>(), [4, 7, 11, 17, 24, 34, 45, 57, 70, 86]);
}

#[test]
fn stacks_and_queues() {
    let stack = |height| runs("stack", &["push", "pop"], &[("height", height)], Strategy::Paths);
    assert_eq!([2, 16, 128].map(stack), [5; 3]);
    let queue = |height| runs("queue", &["linked_enqueue", "linked_dequeue"], &[("height", height)], Strategy::Paths);
    assert_eq!([2, 8, 32].map(queue), [11, 17, 41]);
}
