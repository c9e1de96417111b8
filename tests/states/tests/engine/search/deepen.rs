//! Bounds grow, and small states come first.

use glassbox_engine::observer::{Observer, Unobserved};
use glassbox_engine::result::{Reason, SearchEnd, StopCause, StoppedAt};
use glassbox_engine::search::{Deepened, Options, Strategy, Task, deepen};
use glassbox_space::Bdd;

use super::common::{Position, Sizes, StopWhen, bounds, diagram, module, reason};

fn deepened(package: &str, path: &str, of: Sizes<'_>, observer: &mut dyn Observer) -> Deepened {
    let task = Task { module: &module(package), path, bounds: &bounds(of), diagram: &diagram };
    deepen::<Bdd>(&task, &Options::new(Strategy::Paths), observer).expect("there are states")
}

fn steps(deepened: &Deepened, bound: &str) -> Vec<u32> {
    deepened.steps.iter().map(|step| step.bounds.get(bound).expect("it is set")).collect()
}

#[test]
fn only_the_full_bounds_say_that_a_check_holds() {
    let found = deepened("red-black-tree", "red_black_tree::checks::insert", &[("height", 3)], &mut Unobserved);
    assert_eq!(steps(&found, "height"), [1, 2, 3]);
    assert_eq!(found.end, SearchEnd::Covered);
    let transitions: Vec<String> = found.steps.iter().map(|step| step.searched.transitions.to_string()).collect();
    assert_eq!(transitions, ["6", "42", "465"], "each step is a search of its own");
}

/// Bounds that are not sizes do not grow, and each size stops at its own maximum.
#[test]
fn sizes_grow_and_nothing_else() {
    let of = [("height", 3), ("len", 2), ("capacity", 1)];
    let found = deepened("nary-tree", "nary_tree::checks::insert", &of, &mut Unobserved);
    assert_eq!((steps(&found, "height"), steps(&found, "len")), (vec![1, 2, 3], vec![1, 2, 2]));
    assert_eq!(steps(&found, "capacity"), [1, 1, 1]);
    // Nothing that can grow.
    let found = deepened("union-find", "union_find::checks::find", &[], &mut Unobserved);
    assert_eq!(found.steps.len(), 1);
    assert_eq!(found.end, SearchEnd::Covered);
}

#[test]
fn the_smallest_counterexample_comes_first() {
    let found = deepened("scribbled-tree", "scribbled_tree::scribble", &[("height", 3)], &mut Unobserved);
    assert_eq!(steps(&found, "height"), [1]);
    assert!(matches!(found.end, SearchEnd::Failed(_)), "{:?}", found.end);
    assert_eq!(found.holds_up_to(), None);
}

#[test]
fn a_stopped_search_says_what_it_proved() {
    let path = "red_black_tree::checks::insert";
    let is_enough = |position: &Position| position.bounds.get("height") >= Some(3) && position.runs >= 4;
    let found = deepened("red-black-tree", path, &[("height", 5)], &mut StopWhen::new(is_enough));
    assert_eq!(steps(&found, "height"), [1, 2, 3]);
    let searched = &found.steps[2].searched;
    let left = &searched.transitions - &searched.covered;
    let at = StoppedAt::Searching { left, transitions: 465_u32.into() };
    assert_eq!(*reason(&found.end), Reason::Stopped { at, cause: Some(StopCause::Interrupted) });
    assert_eq!(found.holds_up_to().and_then(|bounds| bounds.get("height")), Some(2));
}

/// A full diagram gives an unknown verdict.
#[test]
fn a_full_diagram_is_unknown() {
    let path = "red_black_tree::checks::insert";
    let task = Task {
        module: &module("red-black-tree"),
        path,
        bounds: &bounds(&[("height", 5)]),
        diagram: &|| Bdd::with_capacity(1 << 12, 1 << 10),
    };
    let found = deepen::<Bdd>(&task, &Options::new(Strategy::Paths), &mut Unobserved).expect("there are states");
    assert_eq!(*reason(&found.end), Reason::OutOfMemory);
    let last = found.steps.last().and_then(|step| step.bounds.get("height"));
    let holds_up_to = found.holds_up_to().and_then(|bounds| bounds.get("height"));
    assert!(holds_up_to.is_some() && holds_up_to < last, "{holds_up_to:?}, {last:?}");
}
