//! Checks: an outcome agrees with its search, and a search alone does not make a check hold.

use std::collections::BTreeSet;

use glassbox_engine::audit::Audit;
use glassbox_engine::catalog::Subject;
use glassbox_engine::decide::{Decider, Request, decide};
use glassbox_engine::observer::{Event, Observer, Unobserved};
use glassbox_engine::reachable::{Effort, Found, Reachable, ReachedStates, inquire};
use glassbox_engine::result::{
    Assumption, Bounds, CheckCoverage, Coverage, Outcome, Reached, Reason, SearchEnd, Verdict, Way,
};
use glassbox_engine::search::Options;
use glassbox_report::words;

use super::common::{Package, usual};

/// Result of the comparison with reachable states, by itself.
fn reachable(package: &Package, subject: &Subject, bounds: &Bounds) -> Reachable {
    let inquiry = inquire(&package.module, &subject.path, bounds).expect("its states can be laid out");
    let inquiry = inquiry.expect("it is about one structure");
    inquiry.answer(Effort::Little, &|| true).expect("it can be answered")
}

#[test]
fn a_check_that_holds_has_the_numbers_of_its_search() {
    for (package, path, bounds) in [
        ("red-black-tree", "red_black_tree::checks::insert", Bounds::from([("height", 3)])),
        ("binary-heap", "binary_heap::checks::extract_min", Bounds::from([("len", 4)])),
        ("ring-buffer", "ring_buffer::checks::push_back", Bounds::none()),
    ] {
        let package = Package::new(package);
        let subject = package.subject(path);
        for options in [usual(), Options { audit: Some(Audit::percent(30)), jobs: 2, ..usual() }] {
            let outcome =
                decide(&package.request(subject, &bounds, &options), &mut Unobserved).expect("it can be decided");
            assert_eq!(*outcome.verdict(), Verdict::Holds, "{path}");
            let deepened = package.search(subject, &bounds, &options);
            assert_eq!(deepened.end, SearchEnd::Covered, "{path}");
            let last = deepened.steps.last().expect("there is a step");
            let Reachable::Reached(reached) = reachable(&package, subject, &bounds) else {
                panic!("{path}: no states are reached")
            };
            let ReachedStates { states, all_up_to, is_complete, unjudged, found } = reached;
            assert!(found.is_empty(), "{path}: {found:?}");
            let expected = CheckCoverage {
                transitions: last.searched.transitions.clone(),
                covered: last.searched.covered.clone(),
                runs: last.searched.runs,
                audited: last.searched.audited,
                holds_up_to: Some(last.bounds.clone()),
                reached: Reached::Contained { states, all_up_to, is_complete, unjudged, left_by: Vec::new() },
            };
            assert_eq!(*outcome.coverage(), Coverage::Check(expected), "{path}");
            assert_eq!((outcome.path(), outcome.bounds()), (path, &last.bounds));
            assert_eq!(outcome.statistics().peak_nodes, last.searched.peak_nodes, "{path}");
            assert_eq!(outcome.statistics().repeated_runs, last.searched.repeated, "{path}");
        }
    }
}

#[test]
fn verdicts_carry_what_they_take_for_granted() {
    const ALWAYS: [Assumption; 9] = [
        Assumption::Wasm32,
        Assumption::SingleThread,
        Assumption::PanicAborts,
        Assumption::AllocationsSucceed,
        Assumption::AliasingUnchecked,
        Assumption::InnerBoundsUnchecked,
        Assumption::FixedPlaces,
        Assumption::LayoutsOfMemory,
        Assumption::NotMoved,
    ];
    let package = Package::new("singly-linked-list");
    let subject = package.subject("singly_linked_list::checks::push_front");
    let outcome = package.decide(subject, &Bounds::none(), &mut Unobserved);
    let assumptions = outcome.assumptions();
    assert!(ALWAYS.iter().all(|assumption| assumptions.contains(assumption)), "{assumptions:?}");
    assert!(!assumptions.contains(&Assumption::OptLevel("3".to_owned())));
    let build = [Assumption::OptLevel("3".to_owned())];
    let (bounds, options) = (Bounds::none(), usual());
    let request = Request { build: &build, ..package.request(subject, &bounds, &options) };
    let outcome = decide(&request, &mut Unobserved).expect("it can be decided");
    assert!(outcome.assumptions().contains(&build[0]), "{:?}", outcome.assumptions());
}

/// Every check that a search covers and whose operation, or the constructor of whose structure, leads to other states; with a
/// fixed capacity, for vectors without a buffer.
const SHUT: [&str; 2] = ["outsiders::no_buffer::push", "outsiders::too_strong::push"];

/// Every check that a search covers, and that holds because operations of other checks lead to other states: it names them.
const LEFT_BY_OTHERS: [&str; 4] = [
    "outsiders::begins_elsewhere::look",
    "outsiders::missing_value::look",
    "outsiders::missing_value::set",
    "outsiders::wrong_rank::contains",
];

/// Checks that leave a value which no checked state has.
const LEAVING: [&str; 1] = ["outsiders::missing_value::turn"];

/// Every pair of state and arguments is covered and nothing fails, but the verdict is unknown: there are other states.
#[test]
fn a_covered_check_does_not_hold_if_its_operation_reaches_other_states() {
    let package = Package::new("outsiders");
    let (mut shut, mut left_by_others, mut leaving) = (BTreeSet::new(), BTreeSet::new(), BTreeSet::new());
    let is_other = |subject: &&Subject| !["fewer_values", "too_weak"].iter().any(|other| subject.path.contains(other));
    for subject in package.subjects.iter().filter(is_other) {
        let is_of_vectors = subject.path.contains("no_buffer");
        let bounds = if is_of_vectors { Bounds::from([("capacity", 1)]) } else { Bounds::none() };
        let outcome = package.decide(subject, &bounds, &mut Unobserved);
        match package.search(subject, &bounds, &usual()).end {
            SearchEnd::Covered => {
                let Reachable::Reached(reached) = reachable(&package, subject, &bounds) else {
                    panic!("{}: no states are reached", subject.path)
                };
                let is_own = |by: &Option<String>| by.as_ref().is_none_or(|by| *by == subject.path);
                let own = reached.found.iter().find(|(by, _)| is_own(by));
                let Some((_, Found::Outside(outsider))) = own else {
                    let others = reached.found.iter().filter_map(|(by, _)| by.clone()).collect::<Vec<_>>();
                    assert!(own.is_none() && !others.is_empty(), "{}: {own:?}", subject.path);
                    assert_eq!(*outcome.verdict(), Verdict::Holds, "{}", subject.path);
                    assert!(outcome.assumptions().contains(&Assumption::LeftByOthers(others)), "{}", subject.path);
                    left_by_others.insert(subject.path.as_str());
                    continue;
                };
                let reason = Reason::Outside(outsider.clone());
                let text = words::reason(&outcome, &reason);
                assert!(text.starts_with("operations reach a state that is not among the valid ones: "), "{text}");
                assert_eq!(*outcome.verdict(), Verdict::Unknown(vec![reason]), "{}", subject.path);
                shut.insert(subject.path.as_str());
            }
            SearchEnd::Failed(failure) => {
                let Verdict::Fails(decided) = outcome.verdict() else { panic!("{}: it does not fail", subject.path) };
                assert_eq!(
                    (&decided.finding, &decided.replay),
                    (&failure.finding, &failure.replay),
                    "{}",
                    subject.path
                );
                let way = decided.state().map(|state| &state.way);
                assert!(matches!(way, Some(Way::Calls(_))), "{}: operations lead there: {way:?}", subject.path);
            }
            SearchEnd::Undecided(reasons) => {
                assert!(matches!(reasons.as_slice(), [Reason::Leaves(_)]), "{}: {reasons:?}", subject.path);
                assert_eq!(*outcome.verdict(), Verdict::Unknown(reasons), "{}", subject.path);
                leaving.insert(subject.path.as_str());
            }
        }
    }
    assert_eq!(leaving.into_iter().collect::<Vec<_>>(), LEAVING);
    assert_eq!(shut.into_iter().collect::<Vec<_>>(), SHUT);
    assert_eq!(left_by_others.into_iter().collect::<Vec<_>>(), LEFT_BY_OTHERS);
}

/// The gate lets other checks pass.
#[test]
fn a_covered_check_holds_if_operations_reach_no_other_states() {
    let package = Package::new("outsiders");
    for path in ["outsiders::fewer_values::push", "outsiders::fewer_values::pop", "outsiders::no_buffer::push"] {
        let outcome = package.decide(package.subject(path), &Bounds::none(), &mut Unobserved);
        assert_eq!(*outcome.verdict(), Verdict::Holds, "{path}");
        let Coverage::Check(coverage) = outcome.coverage() else { panic!("{path} is a check") };
        assert!(matches!(coverage.reached, Reached::Contained { is_complete: true, .. }), "{path}: {coverage:?}");
    }
}

/// A check that fails in valid states to which no operation leads says so, and how many states there are to which one does.
#[test]
fn a_failure_that_no_operation_leads_to_is_told_from_others() {
    let package = Package::new("outsiders");
    let outcome = package.decide(package.subject("outsiders::too_weak::set"), &Bounds::none(), &mut Unobserved);
    let Verdict::Fails(failure) = outcome.verdict() else { panic!("it fails: {:?}", outcome.verdict()) };
    assert_eq!(failure.state().map(|state| &state.way), Some(&Way::NotSeen { states: 3 }));
}

/// Counts comparisons with reachable states.
#[derive(Default)]
struct Reaches(usize);

impl Observer for Reaches {
    fn on_event(&mut self, event: &Event<'_>) {
        self.0 += usize::from(matches!(event, Event::Reached { .. }));
    }
}

/// Many checks have the same structure: its states are reached once, and the outcomes are the same.
#[test]
fn a_decider_reaches_the_states_of_a_structure_once() {
    let package = Package::new("red-black-tree");
    let (bounds, options) = (Bounds::from([("height", 2)]), usual());
    let (decider, mut reaches) = (Decider::default(), Reaches::default());
    let mut keys = BTreeSet::new();
    for subject in &package.subjects {
        let request = package.request(subject, &bounds, &options);
        let together: Outcome = decider.decide(&request, &mut reaches).expect("it can be decided");
        let mut alone = Reaches::default();
        assert_eq!(together, decide(&request, &mut alone).expect("it can be decided"), "{}", subject.path);
        let inquiry = inquire(&package.module, &subject.path, &bounds).expect("its states can be laid out");
        assert_eq!(alone.0, usize::from(inquiry.is_some()), "{}", subject.path);
        keys.extend(inquiry.map(|inquiry| inquiry.key().clone()));
    }
    assert_eq!(reaches.0, keys.len());
    assert!(keys.len() < package.subjects.len());
}
