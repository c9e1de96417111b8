//! Several workers find what one finds.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use glassbox_engine::search::{Checked, FirstFinding, Options, Progress, Strategy, Task, Verdict, check, decide};
use glassbox_space::{Bdd, BigUint};

use crate::common::{Bounds, bounds, diagram, found, module};

const ALWAYS: &(dyn Fn(Progress<'_>) -> bool + Sync) = &|_| true;

fn with_jobs(package: &str, path: &str, of: Bounds<'_>, strategy: Strategy, jobs: usize) -> Checked {
    let task = Task { module: &module(package), path, bounds: &bounds(of), diagram: &diagram };
    let options = Options { jobs, ..Options::new(strategy) };
    decide::<Bdd>(&task, &options, ALWAYS).expect("there are states")
}

/// All that may not depend on the number of jobs.
fn result(checked: Checked) -> (Verdict, BigUint, BigUint, u64) {
    (checked.verdict, checked.transitions, checked.covered, checked.runs)
}

#[test]
fn any_number_of_jobs_finds_the_same() {
    for (package, path, of) in [
        ("red-black-tree", "red_black_tree::checks::remove", &[("height", 3)][..]),
        ("binary-heap", "binary_heap::checks::extract_min", &[("len", 4)]),
        ("ring-buffer", "ring_buffer::checks::push_back", &[]),
        ("scribbled-tree", "scribbled_tree::scribble", &[("height", 2)]),
        ("scribbled-tree", "scribbled_tree::mirror", &[("height", 3)]),
        // More jobs than states.
        ("singly-linked-list", "singly_linked_list::checks::push_front", &[("height", 1)]),
    ] {
        for strategy in [Strategy::Paths, Strategy::Values, Strategy::Tree] {
            let alone = with_jobs(package, path, of, strategy, 1);
            assert!(!matches!(alone.verdict, Verdict::Unknown(_)), "{path}: {:?}", alone.verdict);
            let alone = result(alone);
            for jobs in [2, 3, 4] {
                let together = with_jobs(package, path, of, strategy, jobs);
                assert_eq!(result(together), alone, "{path}, {strategy:?}, {jobs} jobs");
            }
        }
    }
}

/// One job is the plain search.
#[test]
fn a_single_job_is_the_search_itself() {
    for (package, path) in
        [("scribbled-tree", "scribbled_tree::scribble"), ("red-black-tree", "red_black_tree::checks::insert")]
    {
        let of = [("height", 2)];
        let options = Options::new(Strategy::Paths);
        let checked = check(&mut found(package, path, &of), path, &options, &mut FirstFinding).expect("there is room");
        assert_eq!(result(with_jobs(package, path, &of, Strategy::Paths, 1)), result(checked));
    }
}

/// What is left after a stop is exact, and never less than what is left.
#[test]
fn a_stopped_search_says_what_is_left() {
    let path = "red_black_tree::checks::remove";
    for jobs in [1, 2, 3] {
        let task =
            Task { module: &module("red-black-tree"), path, bounds: &bounds(&[("height", 3)]), diagram: &diagram };
        let options = Options { jobs, ..Options::new(Strategy::Paths) };
        let runs = AtomicU64::new(0);
        let ten_times = |progress: Progress<'_>| {
            runs.store(progress.runs, Relaxed);
            progress.runs < 10
        };
        let checked = decide::<Bdd>(&task, &options, &ten_times).expect("there are states");
        let Verdict::Unknown(reason) = &checked.verdict else { panic!("{:?}", checked.verdict) };
        let left = &checked.transitions - &checked.covered;
        assert!(reason.contains(&format!("{left} of {} transitions left", checked.transitions)), "{reason}");
        assert!(left > BigUint::ZERO && checked.covered > BigUint::ZERO);
        assert!(checked.runs + checked.repeated >= 10 && checked.runs + checked.repeated < 10 + jobs as u64);
    }
}
