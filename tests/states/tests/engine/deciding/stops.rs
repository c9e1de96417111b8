//! Stops: whenever an observer stops a decision, the outcome claims no more than is known.

use glassbox_engine::decide::decide;
use glassbox_engine::observer::Observer;
use glassbox_engine::result::{Bounds, Coverage, Outcome, Reason, ReasonCode, StopCause, StoppedAt, Verdict};
use glassbox_engine::search::Options;
use glassbox_report::words;
use glassbox_space::BigUint;

use super::common::{Package, usual};

/// Stops after a number of calls; counts the calls.
struct StopsAfter {
    most: usize,
    asked: usize,
}

impl Observer for StopsAfter {
    fn stop(&mut self) -> Option<StopCause> {
        self.asked += 1;
        (self.asked > self.most).then_some(StopCause::Interrupted)
    }
}

/// The outcome of a decision that is stopped after so many calls of `stop`, and the number of calls.
fn stopped(package: &Package, path: &str, bounds: &Bounds, jobs: usize, most: usize) -> (Outcome, usize) {
    let mut observer = StopsAfter { most, asked: 0 };
    let options = Options { jobs, ..usual() };
    let request = package.request(package.subject(path), bounds, &options);
    let outcome = decide(&request, &mut observer).expect("it can be decided");
    (outcome, observer.asked)
}

/// Progress of a decision when the user stopped it.
#[track_caller]
fn stopped_at(outcome: &Outcome) -> &StoppedAt {
    let Verdict::Unknown(reasons) = outcome.verdict() else { panic!("{:?}", outcome.verdict()) };
    let [reason @ Reason::Stopped { at, cause: Some(StopCause::Interrupted) }] = reasons.as_slice() else {
        panic!("{reasons:?}")
    };
    assert_eq!(reason.code(), ReasonCode::Budget);
    assert!(words::reason(outcome, reason).ends_with("; interrupted by Ctrl-C"));
    at
}

/// Stops at every call that there is.
#[test]
fn a_check_can_be_stopped_at_any_time() {
    let package = Package::new("singly-linked-list");
    let (path, bounds) = ("singly_linked_list::checks::push_back", Bounds::from([("height", 2)]));
    let (whole, asked) = stopped(&package, path, &bounds, 1, usize::MAX);
    assert_eq!(*whole.verdict(), Verdict::Holds);
    let [mut finding_states, mut searching, mut reaching] = [0; 3];
    for most in 0..asked {
        let (outcome, asked) = stopped(&package, path, &bounds, 1, most);
        assert_eq!(asked, most + 1, "nobody asks again");
        let Coverage::Check(coverage) = outcome.coverage() else { panic!("{path} is a check") };
        match stopped_at(&outcome) {
            StoppedAt::FindingStates => {
                assert_eq!(coverage.runs, 0);
                finding_states += 1;
            }
            StoppedAt::Searching { left, transitions } => {
                assert!(*left > BigUint::ZERO && *left == transitions - &coverage.covered, "{coverage:?}");
                searching += 1;
            }
            StoppedAt::Reaching => {
                assert_eq!(coverage.holds_up_to.as_ref(), Some(outcome.bounds()));
                assert_eq!(coverage.covered, coverage.transitions);
                reaching += 1;
            }
            at @ (StoppedAt::Statics
            | StoppedAt::Disturbing(_)
            | StoppedAt::Exploring { .. }
            | StoppedAt::Repeating { .. }) => panic!("{at:?}"),
        }
    }
    let counts = [finding_states, searching, reaching];
    assert!(counts.iter().all(|count| *count > 0), "each can be stopped: {counts:?}");
}

#[test]
fn a_stopped_check_says_up_to_which_bounds_it_holds() {
    let package = Package::new("red-black-tree");
    let (path, bounds) = ("red_black_tree::checks::insert", Bounds::from([("height", 4)]));
    for jobs in [1, 2] {
        // Later and later, until it is stopped while it searches the largest bounds.
        let texts = (1..).map(|step| {
            let (outcome, _) = stopped(&package, path, &bounds, jobs, 40 * step);
            stopped_at(&outcome);
            let Verdict::Unknown(reasons) = outcome.verdict() else { unreachable!("it was stopped") };
            words::reason(&outcome, &reasons[0])
        });
        let text = texts.into_iter().find(|text| text.starts_with("at height 4: the search was stopped "));
        let text = text.expect("it gets there");
        assert!(text.ends_with("; it holds up to height 3; interrupted by Ctrl-C"), "{text}");
    }
}

#[test]
fn an_exploration_can_be_stopped_at_any_time() {
    let package = Package::new("explorations");
    let (path, bounds) = ("explorations::black_box::tree_5", Bounds::from([("operations", 3)]));
    let (whole, asked) = stopped(&package, path, &bounds, 1, usize::MAX);
    assert_eq!(*whole.verdict(), Verdict::Holds);
    let Coverage::Exploration(all) = whole.coverage() else { panic!("{path} is an exploration") };
    assert!(BigUint::from(asked) >= all.transitions, "before every call");
    for most in 0..asked {
        let (outcome, asked) = stopped(&package, path, &bounds, 1, most);
        assert_eq!(asked, most + 1, "nobody asks again");
        let Coverage::Exploration(coverage) = outcome.coverage() else { panic!("{path} is an exploration") };
        let StoppedAt::Exploring { states, operations } = stopped_at(&outcome) else {
            panic!("{:?}", outcome.verdict())
        };
        assert_eq!((BigUint::from(*states), *operations), (coverage.states.clone(), coverage.operations));
        assert!(!coverage.is_complete && *operations < 3, "{coverage:?}");
        // At the very beginning there is not even an initial state.
        assert!(all.levels.starts_with(&coverage.levels), "{coverage:?}");
        assert!(coverage.levels.len() == *operations as usize + 1 || coverage.levels.is_empty(), "{coverage:?}");
    }
}

#[test]
fn an_exploration_that_is_repeated_can_be_stopped_at_any_time() {
    let package = Package::new("explorations");
    let (path, bounds) = ("explorations::renaming::order_that_is_a_short_cut", Bounds::default());
    let (whole, asked) = stopped(&package, path, &bounds, 1, usize::MAX);
    assert!(
        matches!(whole.verdict(), Verdict::Unknown(reasons) if matches!(reasons[0], Reason::DependsOnAddresses(_)))
    );
    let Coverage::Exploration(all) = whole.coverage() else { panic!("{path} is an exploration") };
    let mut n_repeated = 0;
    for most in 0..asked {
        let (outcome, _) = stopped(&package, path, &bounds, 1, most);
        let Coverage::Exploration(coverage) = outcome.coverage() else { panic!("{path} is an exploration") };
        match stopped_at(&outcome) {
            StoppedAt::Exploring { .. } => assert_eq!(n_repeated, 0, "all histories first"),
            StoppedAt::Repeating { states, operations } => {
                n_repeated += 1;
                assert_eq!((&coverage.levels, &coverage.states), (&all.levels, &all.states), "they were tried");
                assert!(BigUint::from(*states) <= all.states && *operations <= all.operations);
            }
            at => panic!("{at:?}"),
        }
    }
    assert!(n_repeated > 0);
}
