//! Explorations: known numbers of states, every kind of failure with a shortest history, collections of std, and code
//! that tries to make different states look equal.

use std::sync::Arc;

use glassbox_engine::catalog::{self, Subject};
use glassbox_engine::explore::{ExploreOptions, Explored, Matching, explore};
use glassbox_engine::observer::{Event, Observer, Unobserved};
use glassbox_engine::result::{
    AddressDependence, Bounds, Call, Finding, FindingCode, LeakTime, Reason, SearchEnd, StopCause, StoppedAt,
    ValueProblem,
};
use glassbox_states::{Fixpoint, FixpointLimits, fixpoints, module};
use glassbox_vm::exec::{Refusal, Stop, Stopped};
use glassbox_vm::module::Module;

/// The module of the subject, and its explorations.
struct Explorations {
    module: Arc<Module>,
    subjects: Vec<Subject>,
}

fn explorations() -> Explorations {
    let bytes = module("explorations", None).expect("the subject builds");
    let subjects = catalog::read(&bytes).expect("it can be read");
    assert!(subjects.iter().all(Subject::is_exploration));
    Explorations { module: Arc::new(Module::load(&bytes).expect("the module loads")), subjects }
}

impl Explorations {
    fn subject(&self, path: &str) -> &Subject {
        let path = format!("explorations::{path}");
        self.subjects.iter().find(|subject| subject.path == path).expect("there is one")
    }

    /// Explores with the bounds in the attribute, or another number of operations.
    fn run(&self, path: &str, operations: Option<u32>) -> Explored {
        let bounds: Bounds = operations.map(|operations| ("operations", operations)).into_iter().collect();
        let explored = explore(&self.module, self.subject(path), &bounds, &Matching::Exactly.into(), &mut Unobserved);
        explored.expect("it can be explored")
    }

    /// Explores with these bounds and no others.
    fn run_within(&self, path: &str, bounds: &Bounds, matching: Matching, observer: &mut dyn Observer) -> Explored {
        let subject = Subject { bounds: Bounds::none(), ..self.subject(path).clone() };
        explore(&self.module, &subject, bounds, &matching.into(), observer).expect("it can be explored")
    }
}

/// Published numbers for explorations without any reduction: of heaps with values from 1 to n, and of search trees with
/// keys from 1 to n.
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
        let explored = all.run(&format!("black_box::{name}"), None);
        assert_eq!(explored.end, SearchEnd::Covered);
        assert_eq!((explored.states, explored.is_complete), (states, true), "{name}");
    }
}

/// The finding, and the statements of a shortest history.
fn failure(explored: &Explored) -> (&Finding, Vec<String>) {
    let SearchEnd::Failed(failure) = &explored.end else { panic!("{:?}", explored.end) };
    let history = failure.history().expect("explorations fail after a history");
    (&failure.finding, history.calls.iter().map(Call::statement).collect())
}

/// The only reason why the verdict is unknown.
fn reason(explored: &Explored) -> &Reason {
    match &explored.end {
        SearchEnd::Undecided(reasons) if reasons.len() == 1 => &reasons[0],
        other => panic!("{other:?}"),
    }
}

/// Whether the code panicked with a message that contains this.
fn panics_with(finding: &Finding, text: &str) -> bool {
    matches!(finding, Finding::Stopped(Stopped { stop: Stop::Panic(panic), .. }) if panic.message.contains(text))
}

fn is_double_drop(finding: &Finding, of: u32) -> bool {
    let Finding::Stopped(Stopped { stop: Stop::Refused(refusal), .. }) = finding else { return false };
    *refusal == Refusal::DoubleDrop { token: Some(of) }
}

fn is_lost(finding: &Finding, value: u64) -> bool {
    *finding == Finding::Value { token: value, problem: ValueProblem::LostAtDrop }
}

fn is_broken_law(finding: &Finding, name: &str) -> bool {
    matches!(finding, Finding::LawBroken { law } if law == name)
}

/// Whether it is a leak of one block of this size.
fn is_leak(finding: &Finding, size: u64) -> bool {
    matches!(finding, Finding::Leak { blocks: 1, bytes, when: LeakTime::AfterDrop, .. } if *bytes == size)
}

/// Whether a finding is the right one.
type IsRight = fn(&Finding) -> bool;

/// An exploration that fails: its name, its finding, and a shortest history behind the constructor.
type Careless = (&'static str, IsRight, &'static [&'static str]);

#[test]
fn what_goes_wrong_is_found_with_a_shortest_history() {
    let all = explorations();
    let careless: [Careless; 11] = [
        (
            "forgets_a_value",
            |finding| is_lost(finding, 3),
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
            |finding| is_double_drop(finding, 1),
            &["push(&mut subject, Val(1));", "peek(&mut subject);", "drop(subject);"],
        ),
        (
            "frees_too_early",
            |finding| finding.code() == FindingCode::UseAfterFree,
            &["push(&mut subject, 7);", "push(&mut subject, 7);", "remove_second(&mut subject);", "sum(&subject);"],
        ),
        (
            "leaks",
            |finding| is_leak(finding, 1),
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
            |finding| is_broken_law(finding, "evens_are_counted"),
            &["push(&mut subject, 2);", "push(&mut subject, 2);", "evens_are_counted(&subject);"],
        ),
        (
            "panics",
            |finding| panics_with(finding, "three in a row"),
            &["push(&mut subject, true);", "push(&mut subject, true);", "push(&mut subject, true);"],
        ),
        (
            "breaks_a_law_somewhere",
            |finding| is_broken_law(finding, "nothing_is_counted_twice_at_the_end"),
            &["count(&mut subject, 2);", "count(&mut subject, 2);", "nothing_is_counted_twice_at_the_end(&subject);"],
        ),
        (
            "has_a_hidden_static",
            |finding| panics_with(finding, "the third call"),
            &["call(&mut subject);", "call(&mut subject);", "call(&mut subject);"],
        ),
        (
            "appends_too_little",
            |finding| panics_with(finding, "assertion `left == right` failed"),
            &[
                "append(&mut subject, { let mut other = new(); push(&mut other, false); push(&mut other, false); other });",
            ],
        ),
        (
            "trusts_hashes",
            |finding| is_broken_law(finding, "none_is_forgotten"),
            &[
                "insert(&mut subject, Key#2 (hash 0));",
                "insert(&mut subject, Key#1 (hash 0));",
                "none_is_forgotten(&subject);",
            ],
        ),
        ("forgets_at_the_end", |finding| is_lost(finding, 1), &["push(&mut subject, Val(1));", "into_iter(subject);"]),
    ];
    assert_all_fail(&all, "careless", &careless);
}

/// Asserts that these explorations of a module fail.
fn assert_all_fail(all: &Explorations, module: &str, careless: &[Careless]) {
    for (name, is_right, calls) in careless {
        let explored = all.run(&format!("{module}::{name}"), None);
        let (finding, history) = failure(&explored);
        assert!(is_right(finding), "{name}: {finding:?}");
        assert_eq!(history[0], "let mut subject = new();", "{name}");
        assert_eq!(history[1..], **calls, "{name}");
    }
}

/// Subjects in results become the subject, results are looked at, and iterators and futures are run.
#[test]
fn what_goes_wrong_in_results_is_found_with_a_shortest_history() {
    let careless: [Careless; 12] = [
        (
            "gives_back_unsorted",
            |finding| is_broken_law(finding, "is_sorted"),
            &["subject = insert(subject, Key#2);", "subject = insert(subject, Key#1);", "is_sorted(&subject);"],
        ),
        (
            "forgets_where_it_ends",
            |finding| is_lost(finding, 2),
            &[
                "subject = push(subject, Val(1)).ok().unwrap();",
                "subject = push(subject, Val(2)).ok().unwrap();",
                "push(subject, Val(3));",
            ],
        ),
        (
            "splits_off_too_much",
            |finding| is_broken_law(finding, "length_is_right"),
            &[
                "push(&mut subject);",
                "push(&mut subject);",
                "subject = split_off(&mut subject, 1).unwrap();",
                "length_is_right(&subject);",
            ],
        ),
        (
            "marks_a_part",
            |finding| is_broken_law(finding, "parts_are_not_marked"),
            &["subject = into_parts(subject).1.into_iter().nth(2).unwrap();", "parts_are_not_marked(&subject);"],
        ),
        (
            "returns_unwritten_memory",
            |finding| finding.code() == FindingCode::UninitialisedMemory,
            &["push(&mut subject);", "push(&mut subject);", "println!(\"{:?}\", behind_the_last(&mut subject));"],
        ),
        (
            "returns_a_dangling_reference",
            |finding| finding.code() == FindingCode::UseAfterFree,
            &["replace(&mut subject);", "println!(\"{:?}\", replace(&mut subject));"],
        ),
        (
            "returns_a_dangling_reference_to_anything",
            |finding| finding.code() == FindingCode::UseAfterFree,
            &["replace(&mut subject);", "replace(&mut subject);"],
        ),
        (
            "panics_while_it_iterates",
            |finding| panics_with(finding, "the second item"),
            &["first_only(&mut subject).take(2).for_each(drop);"],
        ),
        (
            "forgets_what_is_left",
            |finding| is_lost(finding, 2),
            &[
                "push(&mut subject, Val(1));",
                "push(&mut subject, Val(2));",
                "drain(&mut subject).next();",
                "drop(subject);",
            ],
        ),
        (
            "leaves_a_lock",
            |finding| is_broken_law(finding, "is_unlocked"),
            &["glassbox::poll(with_lock(&mut subject), 1);", "is_unlocked(&subject);"],
        ),
        (
            "returns_a_wrong_one_later",
            |finding| is_broken_law(finding, "is_small"),
            &[
                "subject = glassbox::poll(next(subject), 1).unwrap().0;",
                "subject = glassbox::poll(next(subject), 1).unwrap().0;",
                "is_small(&subject);",
            ],
        ),
        (
            "law_returns_unwritten_memory",
            |finding| finding.code() == FindingCode::UninitialisedMemory,
            &["is_set(&subject);"],
        ),
    ];
    assert_all_fail(&explorations(), "careless_results", &careless);
}

/// Results that cannot be run to their ends are no results.
#[test]
fn endless_results_are_named() {
    let all = explorations();
    for (name, function, what) in [
        ("iterator_without_end", "repeat", "an iterator with more than 1000 items"),
        ("future_without_end", "wait", "a future that is not ready after 16 polls"),
    ] {
        let explored = all.run(&format!("unfinished::{name}"), None);
        let Reason::Limit(unfinished) = reason(&explored) else { panic!("{:?}", explored.end) };
        assert!(unfinished.stop.to_string().contains(what), "{}", unfinished.stop);
        assert_eq!(unfinished.function, Some(format!("explorations::unfinished::{name}::{function}")));
    }
    assert_eq!(all.run("unfinished::long_enough", None).end, SearchEnd::Covered);
}

/// States that differ in data, in disguised addresses or in the identity of values are not merged; and if the order of
/// addresses matters, the verdict is unknown.
#[test]
fn states_that_differ_stay_apart() {
    let all = explorations();
    let fails: [(&str, IsRight); 3] = [
        ("different_data", |finding| panics_with(finding, "three")),
        ("disguised_address", |finding| panics_with(finding, "the second one")),
        ("same_value_twice", |finding| is_broken_law(finding, "is_swapped_once")),
    ];
    for (name, is_right) in fails {
        let explored = all.run(&format!("renaming::{name}"), None);
        let (finding, _) = failure(&explored);
        assert!(is_right(finding), "{name}: {finding:?}");
    }
    let explored = all.run("renaming::order_of_keys", None);
    let (finding, history) = failure(&explored);
    assert!(panics_with(finding, "the fourth is the second least"), "{finding:?}");
    assert_eq!(history.len(), 5, "three keys, and one between the first two: {history:?}");
    let last = &history[4];
    assert!(last.contains("Key#2"), "{history:?}");
    for name in ["order_of_addresses", "order_that_is_a_short_cut"] {
        let explored = all.run(&format!("renaming::{name}"), None);
        assert!(depends_on_addresses(reason(&explored)), "{name}: {:?}", explored.end);
    }
    for name in ["hashed_address", "address_that_was_freed"] {
        let explored = all.run(&format!("renaming::{name}"), None);
        let Reason::DecidesByNumber(Some(at)) = reason(&explored) else { panic!("{name}: {:?}", explored.end) };
        assert!(at.function.as_ref().is_some_and(|function| function.contains(name)), "{at:?}");
    }
    for (name, why) in [("nothing_at_all", Reason::NoConstructor), ("nothing_to_do", Reason::NoOperation)] {
        assert_eq!(*reason(&all.run(&format!("renaming::{name}"), None)), why, "{name}");
    }
    let explored = all.run("renaming::something_to_do", None);
    assert_eq!(explored.end, SearchEnd::Covered);
    assert_eq!(explored.never, ["fail", "is_large"], "nothing is known of these");
}

fn depends_on_addresses(reason: &Reason) -> bool {
    matches!(reason, Reason::DependsOnAddresses(AddressDependence::Explorations { .. }))
}

/// Addresses of locals and statics are fixed when the code is built, and assumed not to matter.
#[test]
fn addresses_of_statics_are_numbers() {
    let explored = explorations().run("renaming::address_of_a_static", None);
    assert_eq!(explored.end, SearchEnd::Covered);
}

/// The number of states depends on how std grows its buffers, so it is compared roughly.
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
        let explored = all.run(&format!("std_collections::{name}"), Some(operations));
        assert_eq!(explored.end, SearchEnd::Covered, "{name}");
        assert!(explored.states >= least, "{name}: {} states", explored.states);
        assert_eq!(explored.has_one_seed, name.ends_with("seed"), "{name}");
    }
    let any_number = all.run("std_collections::vec_deque_of_values", None);
    assert_eq!(any_number.end, SearchEnd::Covered);
    assert!(any_number.is_complete && any_number.states > 200, "{} states", any_number.states);
}

/// With keys of which only the order is known there are far fewer states than with numbers, and the verdict covers any
/// number of keys.
#[test]
fn the_order_of_keys_is_enough() {
    let all = explorations();
    let [keys, numbers] = ["btree_map_of_keys", "btree_map_of_numbers"].map(|name| {
        let explored = all.run(&format!("std_collections::{name}"), Some(5));
        assert_eq!(explored.end, SearchEnd::Covered, "{name}");
        explored.states
    });
    assert!(keys * 5 < numbers, "{keys} states with keys, {numbers} with numbers");
}

/// Stops at a number of states.
struct StopsAt {
    most: usize,
    states: usize,
}

impl Observer for StopsAt {
    fn on_event(&mut self, event: &Event<'_>) {
        if let Event::StateExplored { states, .. } = event {
            self.states = *states;
        }
    }

    fn stop(&mut self) -> Option<StopCause> {
        (self.states >= self.most).then_some(StopCause::Interrupted)
    }
}

fn operations(operations: u32) -> Bounds {
    Bounds::from([("operations", operations)])
}

/// Smaller bounds and stops are part of the result.
#[test]
fn bounds_and_interruptions_are_told() {
    let all = explorations();
    let explored = all.run("black_box::tree_5", Some(2));
    assert_eq!((explored.operations, explored.is_complete), (2, false));
    assert_eq!(explored.levels, [1, 5, 20]);
    let mut observer = StopsAt { most: 30, states: 0 };
    let stopped = all.run_within("black_box::tree_5", &operations(9), Matching::Exactly, &mut observer);
    let at = StoppedAt::Exploring { states: observer.states, operations: 2 };
    assert_eq!(*reason(&stopped), Reason::Stopped { at, cause: Some(StopCause::Interrupted) });
    let bounds = Bounds::from([("operations", 9), ("states", 30)]);
    let few = all.run_within("black_box::tree_5", &bounds, Matching::Exactly, &mut Unobserved);
    assert_eq!(*reason(&few), Reason::TooManyStates { most: 30, operations: 2 });
}

/// With few elements the exploration ends, and larger states are not explored further.
#[test]
fn elements_bound_any_number_of_operations() {
    let all = explorations();
    let with = |bounds: &Bounds, matching: Matching| {
        let explored = all.run_within("std_collections::btree_map_of_keys", bounds, matching, &mut Unobserved);
        assert_eq!(explored.end, SearchEnd::Covered);
        explored
    };
    let mut before = 0;
    for elements in 1..4 {
        let explored = with(&Bounds::from([("elements", elements)]), Matching::Exactly);
        assert!(explored.is_complete, "{elements} elements");
        assert!(explored.states > before && explored.has_elements, "{} states", explored.states);
        before = explored.states;
        // Without merging states, there is no end; up to here, the states are the same.
        let [merged, single] = [Matching::Exactly, Matching::EVERY_HISTORY]
            .map(|matching| with(&Bounds::from([("elements", elements), ("operations", 4)]), matching).states);
        assert_eq!(merged, single, "{elements} elements");
    }
    let bounds = Bounds::from([("elements", 1), ("operations", 9)]);
    let numbers = all.run_within("black_box::heap_3", &bounds, Matching::Exactly, &mut Unobserved);
    assert_eq!((numbers.states, numbers.has_elements), (24, false), "there are no elements to count");
}

/// By shape there are fewer states, failures are found, and nothing ever passes.
#[test]
fn shapes_are_few_and_prove_nothing() {
    let all = explorations();
    let by_shape = |path: &str, n_operations: u32| {
        all.run_within(path, &operations(n_operations), Matching::Shape, &mut Unobserved)
    };
    let shapes = by_shape("black_box::tree_6", 12);
    assert_eq!(*reason(&shapes), Reason::ShapesOnly);
    assert!(shapes.states * 2 < 731, "{} states", shapes.states);
    assert!(matches!(by_shape("careless::frees_too_early", 4).end, SearchEnd::Failed(_)));
}

/// States that are merged lead to states that are merged: following every history separately reaches no other states,
/// and fails in the same way.
#[test]
fn states_that_are_one_lead_to_the_same() {
    let all = explorations();
    for subject in &all.subjects {
        let name = subject.path.trim_start_matches("explorations::");
        // Some have so many states before the first operation, or so many operations, that two operations must do.
        let operations = if name.contains("btree_map") && !name.contains("of_") { 1 } else { 3 };
        let bounds = Bounds::from([("operations", operations), ("states", 5_000)]);
        let [merged, single] = [Matching::Exactly, Matching::EVERY_HISTORY]
            .map(|matching| all.run_within(name, &bounds, matching, &mut Unobserved));
        match (&merged.end, &single.end) {
            (SearchEnd::Covered, SearchEnd::Covered) => assert_eq!(merged.states, single.states, "{name}"),
            (SearchEnd::Failed(one), SearchEnd::Failed(other)) => assert_eq!(one.history(), other.history(), "{name}"),
            // Without merging there are more states.
            (_, SearchEnd::Undecided(why)) if matches!(why[..], [Reason::TooManyStates { .. }]) => {
                assert!(single.states <= merged.states, "{name}: {} {}", single.states, merged.states);
            }
            (SearchEnd::Undecided(one), SearchEnd::Undecided(other)) => assert_eq!(one, other, "{name}"),
            // If every history is followed, all states are reached after as many operations in either layout.
            (SearchEnd::Undecided(_), SearchEnd::Covered) => {
                assert!(depends_on_addresses(reason(&merged)), "{name}: {:?}", merged.end);
            }
            (one, other) => panic!("{name}: {one:?}, but {other:?}"),
        }
    }
}

/// 'Any number of operations' holds also if states are explored several times, and if no two of them are taken for one.
#[test]
fn fixpoints_hold_without_merging() {
    let limits = FixpointLimits { states: 120, histories: 1_000 };
    let all = fixpoints(&module("explorations", None).expect("it builds"), limits, |_| ());
    let all = all.expect("they can be explored");
    let different: Vec<&Fixpoint> = all.iter().filter(|fixpoint| fixpoint.disagreement.is_some()).collect();
    assert!(different.is_empty(), "{different:#?}");
    let n_every_history = all.iter().filter(|fixpoint| fixpoint.every_history.is_some()).count();
    assert!(all.len() >= 15 && n_every_history >= 10, "{} fixpoints, {n_every_history} by every history", all.len());
}

/// Stops after so many questions.
struct StopsAfter(u32);

impl Observer for StopsAfter {
    fn on_event(&mut self, _: &Event<'_>) {}

    fn stop(&mut self) -> Option<StopCause> {
        self.0 = self.0.saturating_sub(1);
        (self.0 == 0).then_some(StopCause::Interrupted)
    }
}

/// States whose memory is not kept are made again, and memory that is kept is packed. However many are kept, packed or not, everything found is
/// the same: states, levels, transitions, failures with their histories, and reasons.
#[test]
fn states_that_are_made_again_or_unpacked_are_the_same() {
    let all = explorations();
    let bounds: Bounds = [("states", 400)].into_iter().collect();
    for subject in &all.subjects {
        let found = |images, packs| {
            let options = ExploreOptions { images, packs, ..ExploreOptions::default() };
            let explored = explore(&all.module, subject, &bounds, &options, &mut Unobserved);
            format!("{:#?}", explored.expect("it can be explored"))
        };
        let kept = found(usize::MAX, false);
        for (images, packs) in [(0, false), (7, false), (0, true), (1, true), (7, true), (usize::MAX, true)] {
            let other = found(images, packs);
            assert_eq!(kept, other, "{} with {images} images, packed: {packs}", subject.path);
        }
    }
}

/// An exploration can be stopped between two calls, and then says so, also if it was the last state.
#[test]
fn choices_can_be_interrupted() {
    let all = explorations();
    for questions in [1, 2, 50] {
        let mut observer = StopsAfter(questions);
        let bounds = operations(1);
        let stopped = all.run_within("unfinished::many_choices", &bounds, Matching::Exactly, &mut observer);
        let at = StoppedAt::Exploring { states: usize::from(questions > 1), operations: 0 };
        assert_eq!(*reason(&stopped), Reason::Stopped { at, cause: Some(StopCause::Interrupted) }, "{questions}");
    }
    assert_eq!(all.run("unfinished::many_choices", None).states, 2);
}
