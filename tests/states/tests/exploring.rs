//! Explorations: known numbers of states, all that can go wrong with shortest histories, std's collections, and code that
//! tries to be taken for something else.

use std::sync::Arc;

use glassbox_engine::catalog::{self, Check, CheckKind};
use glassbox_engine::explore::{Bounds, Explored, Matching, Verdict, explore};
use glassbox_states::module;
use glassbox_vm::module::Module;

/// The module of the subject, and its explorations.
fn explorations() -> (Arc<Module>, Vec<Check>) {
    let bytes = module("explorations", None).expect("the subject builds");
    let checks = catalog::read(&bytes).expect("it can be read");
    assert!(checks.iter().all(|check| check.kind == CheckKind::Exploration));
    (Arc::new(Module::load(&bytes).expect("the module loads")), checks)
}

fn run((module, checks): &(Arc<Module>, Vec<Check>), path: &str, operations: Option<u32>) -> Explored {
    let path = format!("explorations::{path}");
    let check = checks.iter().find(|check| check.path == path).expect("there is one");
    let stated = |name: &str| {
        let bound = check.bounds.iter().find(|bound| bound.name == name);
        bound.map(|bound| u32::try_from(bound.value).expect("a small number"))
    };
    let operations = operations.or(stated("operations")).unwrap_or(u32::MAX);
    let bounds = Bounds { elements: stated("elements"), ..Bounds::operations(operations) };
    explore(module, check, bounds, &|_| true).expect("it can be explored")
}

/// The numbers that others have published for explorations without any reduction: of heaps with values from 1 to n, and of
/// search trees with keys from 1 to n.
#[test]
fn there_are_as_many_states_as_others_have_counted() {
    let all = explorations();
    for (name, states) in [
        ("heap_3", 24),
        ("heap_4", 110),
        ("heap_5", 664),
        ("heap_6", 4515),
        ("tree_5", 188),
        ("tree_6", 731),
        ("tree_7", 2950),
    ] {
        let explored = run(&all, &format!("black_box::{name}"), None);
        assert!(matches!(explored.verdict, Verdict::Holds), "{:?}", explored.verdict);
        assert_eq!((explored.states, explored.is_complete), (states, true), "{name}");
    }
}

/// What is wrong, and the statements of a shortest history.
fn failure(explored: &Explored) -> (String, Vec<String>) {
    let Verdict::Fails(fault) = &explored.verdict else { panic!("{:?}", explored.verdict) };
    (fault.kind.to_string(), fault.history.iter().map(glassbox_engine::explore::Call::statement).collect())
}

#[test]
fn what_goes_wrong_is_found_with_a_shortest_history() {
    let all = explorations();
    let careless: [(&str, &str, &[&str]); 11] = [
        (
            "forgets_a_value",
            "value 3 is lost",
            &[
                "push(&mut subject, Val(1));",
                "push(&mut subject, Val(2));",
                "push(&mut subject, Val(3));",
                "pop(&mut subject);",
                "drop(subject);",
            ],
        ),
        (
            "drops_twice",
            "value 1 is dropped",
            &["push(&mut subject, Val(1));", "peek(&mut subject);", "drop(subject);"],
        ),
        (
            "frees_too_early",
            "after free",
            &["push(&mut subject, 7);", "push(&mut subject, 7);", "remove_second(&mut subject);", "sum(&subject);"],
        ),
        (
            "leaks",
            "a block of 1 bytes is leaked",
            &[
                "push(&mut subject, 0);",
                "push(&mut subject, 0);",
                "push(&mut subject, 0);",
                "clear(&mut subject);",
                "drop(subject);",
            ],
        ),
        (
            "breaks_a_law",
            "the law `evens_are_counted` does not hold",
            &["push(&mut subject, 2);", "push(&mut subject, 2);", "evens_are_counted(&subject);"],
        ),
        (
            "panics",
            "three in a row",
            &["push(&mut subject, true);", "push(&mut subject, true);", "push(&mut subject, true);"],
        ),
        (
            "breaks_a_law_somewhere",
            "nothing_is_counted_twice_at_the_end",
            &["count(&mut subject, 2);", "count(&mut subject, 2);", "nothing_is_counted_twice_at_the_end(&subject);"],
        ),
        (
            "has_a_hidden_static",
            "the third call",
            &["call(&mut subject);", "call(&mut subject);", "call(&mut subject);"],
        ),
        (
            "appends_too_little",
            "assertion `left == right` failed",
            &[
                "append(&mut subject, { let mut other = new(); push(&mut other, false); push(&mut other, false); other });",
            ],
        ),
        (
            "trusts_hashes",
            "the law `none_is_forgotten` does not hold",
            &[
                "insert(&mut subject, Key#2 (hash 0));",
                "insert(&mut subject, Key#1 (hash 0));",
                "none_is_forgotten(&subject);",
            ],
        ),
        ("forgets_at_the_end", "value 1 is lost", &["push(&mut subject, Val(1));", "into_iter(subject);"]),
    ];
    for (name, what, calls) in careless {
        let (found, history) = failure(&run(&all, &format!("careless::{name}"), None));
        assert!(found.contains(what), "{name}: {found}");
        assert_eq!(history[0], "let mut subject = new();", "{name}");
        assert_eq!(history[1..], *calls, "{name}");
    }
}

/// States that differ in data, in disguised addresses or in which value is which are not taken for one; and if the order of
/// addresses matters, nothing is claimed.
#[test]
fn states_that_differ_stay_apart() {
    let all = explorations();
    for (name, what) in [
        ("different_data", "three"),
        ("disguised_address", "the second one"),
        ("same_value_twice", "the law `is_swapped_once` does not hold"),
    ] {
        let (found, _) = failure(&run(&all, &format!("renaming::{name}"), None));
        assert!(found.contains(what), "{name}: {found}");
    }
    let (found, history) = failure(&run(&all, "renaming::order_of_keys", None));
    assert!(found.contains("the fourth is the second least"), "{found}");
    assert_eq!(history.len(), 5, "three keys, and one between the first two: {history:?}");
    let last = &history[4];
    assert!(last.contains("Key#2"), "{history:?}");
    for (name, what) in [
        ("order_of_addresses", "depends on where blocks lie"),
        ("order_that_is_a_short_cut", "depends on where blocks lie"),
        ("hashed_address", "as a number"),
        ("address_that_was_freed", "as a number"),
        ("nothing_at_all", "no constructor makes a subject, so nothing was tried"),
        ("nothing_to_do", "no operation is possible in any state, so nothing was tried"),
    ] {
        let explored = run(&all, &format!("renaming::{name}"), None);
        let Verdict::Unknown(why) = explored.verdict else { panic!("{name}: {:?}", explored.verdict) };
        assert!(why.contains(what), "{name}: {why}");
    }
    let explored = run(&all, "renaming::something_to_do", None);
    assert!(matches!(explored.verdict, Verdict::Holds), "{:?}", explored.verdict);
    assert_eq!(explored.never, ["fail", "is_large"], "nothing is known of these");
}

/// Where locals and statics lie is decided when the code is built, and taken for granted.
#[test]
fn addresses_of_statics_are_numbers() {
    let explored = run(&explorations(), "renaming::address_of_a_static", None);
    assert!(matches!(explored.verdict, Verdict::Holds), "{:?}", explored.verdict);
}

/// How many states there are depends on how the toolchain's std grows its buffers, so only roughly how many.
#[test]
fn the_collections_of_std_are_clean() {
    let all = explorations();
    for (name, operations, least) in [
        ("vec_deque", 3, 300),
        ("linked_list", 5, 100),
        ("binary_heap", 5, 200),
        ("btree_map", 1, 200),
        ("vec", 4, 100),
        ("string", 4, 200),
        ("hash_map", 3, 100),
        ("hash_map_of_keys", 3, 100),
        ("hash_set_with_a_seed", 4, 20),
    ] {
        let explored = run(&all, &format!("std_collections::{name}"), Some(operations));
        assert!(matches!(explored.verdict, Verdict::Holds), "{name}: {:?}", explored.verdict);
        assert!(explored.states >= least, "{name}: {} states", explored.states);
        assert_eq!(explored.has_one_seed, name.ends_with("seed"), "{name}");
    }
    let any_number = run(&all, "std_collections::vec_deque_of_values", None);
    assert!(matches!(any_number.verdict, Verdict::Holds), "{:?}", any_number.verdict);
    assert!(any_number.is_complete && any_number.states > 200, "{} states", any_number.states);
}

/// With keys of which only the order is known there are far fewer states than with numbers, and they say more: no number of
/// keys is left out.
#[test]
fn the_order_of_keys_is_enough() {
    let all = explorations();
    let [keys, numbers] = ["btree_map_of_keys", "btree_map_of_numbers"].map(|name| {
        let explored = run(&all, &format!("std_collections::{name}"), Some(5));
        assert!(matches!(explored.verdict, Verdict::Holds), "{name}: {:?}", explored.verdict);
        explored.states
    });
    assert!(keys * 5 < numbers, "{keys} states with keys, {numbers} with numbers");
}

/// Whoever asks for less gets less, and is told.
#[test]
fn bounds_and_interruptions_are_told() {
    let all = explorations();
    let explored = run(&all, "black_box::tree_5", Some(2));
    assert_eq!((explored.operations, explored.is_complete), (2, false));
    assert_eq!(explored.levels, [1, 5, 20]);
    let check = all.1.iter().find(|check| check.path.ends_with("tree_5")).expect("there is one");
    let stopped = explore(&all.0, check, Bounds::operations(9), &|seen| seen.states < 30);
    let stopped = stopped.expect("it can be explored");
    let Verdict::Unknown(why) = stopped.verdict else { panic!("{:?}", stopped.verdict) };
    assert!(why.contains("histories of 2 operations are done"), "{why}");
    let few = explore(&all.0, check, Bounds { states: 30, ..Bounds::operations(9) }, &|_| true);
    let few = few.expect("it can be explored");
    assert!(matches!(few.verdict, Verdict::Unknown(why) if why.contains("more than 30 states")));
}

/// With few elements there is an end, and what is too large is not gone on from.
#[test]
fn elements_bound_any_number_of_operations() {
    let all = explorations();
    let path = "explorations::std_collections::btree_map_of_keys";
    let check = all.1.iter().find(|check| check.path == path).expect("there is one");
    let with = |elements: u32, bounds: Bounds| {
        let bounds = Bounds { elements: Some(elements), ..bounds };
        explore(&all.0, check, bounds, &|_| true).expect("it can be explored")
    };
    let mut before = 0;
    for elements in 1..4 {
        let explored = with(elements, Bounds::operations(u32::MAX));
        assert!(matches!(explored.verdict, Verdict::Holds) && explored.is_complete, "{:?}", explored.verdict);
        assert!(explored.states > before && explored.has_elements, "{} states", explored.states);
        before = explored.states;
        // Without taking states for one, there is no end; so far, they are the same.
        let [merged, single] = [Matching::Exactly, Matching::Never].map(|matching| {
            let explored = with(elements, Bounds { matching, ..Bounds::operations(4) });
            assert!(matches!(explored.verdict, Verdict::Holds), "{:?}", explored.verdict);
            explored.states
        });
        assert_eq!(merged, single, "{elements} elements");
    }
    let numbers = all.1.iter().find(|check| check.path.ends_with("heap_3")).expect("there is one");
    let bounds = Bounds { elements: Some(1), ..Bounds::operations(9) };
    let numbers = explore(&all.0, numbers, bounds, &|_| true).expect("it can be explored");
    assert_eq!((numbers.states, numbers.has_elements), (24, false), "there are no elements to count");
}

/// By shape there are fewer states, failures are found, and nothing ever passes.
#[test]
fn shapes_are_few_and_prove_nothing() {
    let all = explorations();
    let by_shape = |name: &str, operations: u32| {
        let path = format!("explorations::{name}");
        let check = all.1.iter().find(|check| check.path == path).expect("there is one");
        let bounds = Bounds { matching: Matching::Shape, ..Bounds::operations(operations) };
        explore(&all.0, check, bounds, &|_| true).expect("it can be explored")
    };
    let shapes = by_shape("black_box::tree_6", 12);
    assert!(matches!(&shapes.verdict, Verdict::Unknown(why) if why.contains("of one shape")), "{:?}", shapes.verdict);
    assert!(shapes.states * 2 < 731, "{} states", shapes.states);
    assert!(matches!(by_shape("careless::frees_too_early", 4).verdict, Verdict::Fails(_)));
}

/// What states that count as one lead to counts as one, too: following every history by itself reaches no other states, and
/// fails in the same way.
#[test]
fn states_that_are_one_lead_to_the_same() {
    let all = explorations();
    for check in &all.1 {
        let name = check.path.trim_start_matches("explorations::");
        // Some have so many states after no operation at all, or so many operations, that two must do.
        let operations = if name.contains("btree_map") && !name.contains("of_") { 1 } else { 3 };
        let [merged, single] = [Matching::Exactly, Matching::Never].map(|matching| {
            let bounds = Bounds { states: 60_000, matching, ..Bounds::operations(operations) };
            explore(&all.0, check, bounds, &|_| true).expect("it can be explored")
        });
        match (&merged.verdict, &single.verdict) {
            (Verdict::Holds, Verdict::Holds) => assert_eq!(merged.states, single.states, "{name}"),
            (Verdict::Fails(one), Verdict::Fails(other)) => assert_eq!(one.history, other.history, "{name}"),
            // Whoever never takes two states for one has more of them.
            (_, Verdict::Unknown(why)) if why.contains("more than") => {
                assert!(single.states <= merged.states, "{name}: {} {}", single.states, merged.states);
            }
            (Verdict::Unknown(one), Verdict::Unknown(other)) => assert_eq!(one, other, "{name}"),
            // If every history is followed, all states are reached after as many operations in either layout.
            (Verdict::Unknown(why), Verdict::Holds) => {
                assert!(why.contains("not reached in the same way"), "{name}: {why}");
            }
            (one, other) => panic!("{name}: {one:?}, but {other:?}"),
        }
    }
}
