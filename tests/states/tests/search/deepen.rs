//! Bounds grow, and small states come first.

use glassbox_engine::search::{Deepened, Options, Progress, Strategy, Task, Verdict, deepen};
use glassbox_space::Bdd;

use crate::common::{Bounds, bounds, diagram, module};

fn deepened(package: &str, path: &str, of: Bounds<'_>, keep_going: &(dyn Fn(Progress<'_>) -> bool + Sync)) -> Deepened {
    let task = Task { module: &module(package), path, bounds: &bounds(of), diagram: &diagram };
    deepen::<Bdd>(&task, &Options::new(Strategy::Paths), keep_going).expect("there are states")
}

fn steps(deepened: &Deepened, bound: &str) -> Vec<u32> {
    deepened.steps.iter().map(|step| step.bounds[bound]).collect()
}

#[test]
fn only_the_full_bounds_say_that_a_check_holds() {
    let found = deepened("red-black-tree", "red_black_tree::checks::insert", &[("height", 3)], &|_| true);
    assert_eq!(steps(&found, "height"), [1, 2, 3]);
    assert_eq!(found.verdict, Verdict::Holds);
    let transitions: Vec<String> = found.steps.iter().map(|step| step.checked.transitions.to_string()).collect();
    assert_eq!(transitions, ["6", "42", "465"], "each step is a search of its own");
}

/// Bounds that are no sizes do not grow, and each size stops at its own maximum.
#[test]
fn sizes_grow_and_nothing_else() {
    let of = [("height", 3), ("len", 2), ("capacity", 1)];
    let found = deepened("nary-tree", "nary_tree::checks::insert", &of, &|_| true);
    assert_eq!((steps(&found, "height"), steps(&found, "len")), (vec![1, 2, 3], vec![1, 2, 2]));
    assert_eq!(steps(&found, "capacity"), [1, 1, 1]);
    // Nothing that can grow.
    let found = deepened("union-find", "union_find::checks::find", &[], &|_| true);
    assert_eq!(found.steps.len(), 1);
    assert_eq!(found.verdict, Verdict::Holds);
}

#[test]
fn the_smallest_counterexample_comes_first() {
    let found = deepened("scribbled-tree", "scribbled_tree::scribble", &[("height", 3)], &|_| true);
    assert_eq!(steps(&found, "height"), [1]);
    assert!(matches!(found.verdict, Verdict::Fails(_)), "{:?}", found.verdict);
}

#[test]
fn a_stopped_search_says_what_it_proved() {
    let path = "red_black_tree::checks::insert";
    let until_height_three = |progress: Progress<'_>| progress.bounds["height"] < 3 || progress.runs < 4;
    let found = deepened("red-black-tree", path, &[("height", 5)], &until_height_three);
    assert_eq!(steps(&found, "height"), [1, 2, 3]);
    let Verdict::Unknown(reason) = &found.verdict else { panic!("{:?}", found.verdict) };
    let checked = &found.steps[2].checked;
    let left = &checked.transitions - &checked.covered;
    let expected =
        format!("at height 3: the search was stopped with {left} of 465 transitions left; it holds up to height 2");
    assert_eq!(*reason, expected);
}

/// A diagram without room is an answer, too.
#[test]
fn a_full_diagram_is_unknown() {
    let path = "red_black_tree::checks::insert";
    let task = Task {
        module: &module("red-black-tree"),
        path,
        bounds: &bounds(&[("height", 5)]),
        diagram: &|| Bdd::with_capacity(1 << 12, 1 << 10),
    };
    let found = deepen::<Bdd>(&task, &Options::new(Strategy::Paths), &|_| true).expect("there are states");
    let Verdict::Unknown(reason) = &found.verdict else { panic!("{:?}", found.verdict) };
    assert!(reason.contains("diagram is full") && reason.contains("it holds up to height"), "{reason}");
}
