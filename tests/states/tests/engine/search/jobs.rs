//! Several workers have the same results as one.

use glassbox_engine::result::{Reason, SearchEnd, StopCause, StoppedAt};
use glassbox_engine::search::{FirstFinding, Options, Searched, Strategy, Task, check, search_at};
use glassbox_space::{Bdd, BigUint};

use super::common::{Position, Sizes, StopWhen, bounds, diagram, found, module, reason, searched};

fn with_jobs(package: &str, path: &str, of: Sizes<'_>, strategy: Strategy, jobs: usize) -> Searched {
    searched(package, path, of, &Options { jobs, ..Options::new(strategy) })
}

/// All results that must not depend on the number of jobs.
fn result(searched: Searched) -> (SearchEnd, BigUint, BigUint, u64) {
    (searched.end, searched.transitions, searched.covered, searched.runs)
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
            assert!(!matches!(alone.end, SearchEnd::Undecided(_)), "{path}: {:?}", alone.end);
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
        let searched = check(&mut found(package, path, &of), path, &options, &mut FirstFinding).expect("there is room");
        assert_eq!(result(with_jobs(package, path, &of, Strategy::Paths, 1)), result(searched));
    }
}

/// The number of transitions left after a stop is exact.
#[test]
fn a_stopped_search_says_what_is_left() {
    let path = "red_black_tree::checks::remove";
    for jobs in [1, 2, 3] {
        let task =
            Task { module: &module("red-black-tree"), path, bounds: &bounds(&[("height", 3)]), diagram: &diagram };
        let options = Options { jobs, ..Options::new(Strategy::Paths) };
        let mut ten_times = StopWhen::new(|position: &Position| position.runs >= 10);
        let searched = search_at::<Bdd>(&task, &options, &mut ten_times).expect("there are states");
        let left = &searched.transitions - &searched.covered;
        assert!(left > BigUint::ZERO && searched.covered > BigUint::ZERO);
        let at = StoppedAt::Searching { left, transitions: searched.transitions.clone() };
        assert_eq!(*reason(&searched.end), Reason::Stopped { at, cause: Some(StopCause::Interrupted) });
        assert!(searched.runs + searched.repeated >= 10 && searched.runs + searched.repeated < 10 + jobs as u64);
    }
}
