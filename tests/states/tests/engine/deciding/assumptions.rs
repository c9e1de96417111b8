//! Verdicts name an assumption exactly if it is in force.

use glassbox_engine::observer::Unobserved;
use glassbox_engine::result::{Assumption, AssumptionCode, Bounds, Finding, LeftValue, Outcome, Reason, Verdict};
use glassbox_report::words;

use super::common::Package;

/// Assumptions of every verdict on a check, and on an exploration.
const ALWAYS: [AssumptionCode; 7] = [
    AssumptionCode::Wasm32,
    AssumptionCode::SingleThread,
    AssumptionCode::PanicAborts,
    AssumptionCode::AllocationsSucceed,
    AssumptionCode::AliasingUnchecked,
    AssumptionCode::InnerBoundsUnchecked,
    AssumptionCode::FixedPlaces,
];

/// Paths, and all further assumptions of the verdicts.
const FURTHER: [(&str, &[AssumptionCode]); 6] = [
    (
        "two_lists::swap",
        &[
            AssumptionCode::LayoutsOfMemory,
            AssumptionCode::NotMoved,
            AssumptionCode::SeparateStructures,
            AssumptionCode::ReachesNoOtherStates,
        ],
    ),
    ("two_lists::pop", &[AssumptionCode::LayoutsOfMemory, AssumptionCode::NotMoved]),
    (
        "skipped_field::toggle",
        &[
            AssumptionCode::LayoutsOfMemory,
            AssumptionCode::NotMoved,
            AssumptionCode::OneValue,
            AssumptionCode::NeverDropped,
        ],
    ),
    ("numbers::adds", &[AssumptionCode::LayoutsOfMemory]),
    ("by_address", &[AssumptionCode::OrdersOfBlocks]),
    ("by_number", &[]),
];

#[test]
fn verdicts_name_what_is_in_force_and_nothing_else() {
    let package = Package::new("assumptions");
    for (path, further) in FURTHER {
        let subject = package.subject(&format!("assumptions::{path}"));
        let outcome = package.decide(subject, &Bounds::none(), &mut Unobserved);
        assert_eq!(*outcome.verdict(), Verdict::Holds, "{path}");
        let mut codes: Vec<AssumptionCode> = outcome.assumptions().iter().map(Assumption::code).collect();
        let mut expected: Vec<AssumptionCode> = ALWAYS.into_iter().chain(further.iter().copied()).collect();
        codes.sort_unstable();
        expected.sort_unstable();
        assert_eq!(codes, expected, "{path}");
    }
}

fn decided(package: &Package, path: &str) -> Outcome {
    package.decide(package.subject(&format!("assumptions::{path}")), &Bounds::none(), &mut Unobserved)
}

/// Whether the verdict is unknown because the operation leaves the states that are checked.
fn leaves(outcome: &Outcome) -> Option<&LeftValue> {
    match outcome.verdict() {
        Verdict::Unknown(reasons) => match reasons.as_slice() {
            [Reason::Leaves(leaving)] => Some(&leaving.value),
            _ => None,
        },
        _ => None,
    }
}

fn panics(outcome: &Outcome) -> bool {
    matches!(outcome.verdict(), Verdict::Fails(failure) if matches!(failure.finding, Finding::Stopped(_)))
}

#[test]
fn a_check_that_may_leave_the_checked_states_holds_and_says_so() {
    let package = Package::new("assumptions");
    let left = LeftValue::NotListed { value: Some(3), listed: vec!["0".to_owned(), "1".to_owned(), "2".to_owned()] };
    let without = decided(&package, "counter::up");
    assert_eq!(leaves(&without), Some(&left), "{:?}", without.verdict());
    let with = decided(&package, "counter::up_freely");
    assert_eq!(*with.verdict(), Verdict::Holds);
    let assumed: Vec<_> = with.assumptions().iter().filter(|one| one.code() == AssumptionCode::MayLeave).collect();
    let [Assumption::MayLeave(leaving)] = assumed.as_slice() else { panic!("{assumed:?}") };
    assert_eq!((leaving.field.as_str(), &leaving.value), ("n", &left));
    let line = words::scope(&with, &Bounds::none());
    assert!(line.contains("may leave the checked states (`n` of counter is 3)"), "{line}");
}

#[test]
fn what_may_leave_the_checked_states_hides_no_other_reason() {
    let package = Package::new("assumptions");
    assert!(panics(&decided(&package, "counter::up_or_panic")));
    let clock = decided(&package, "counter::up_by_the_clock");
    assert!(matches!(clock.verdict(), Verdict::Unknown(reasons) if matches!(reasons[..], [Reason::NotOffered(_)])));
    let compares = decided(&package, "leaves_and_compares::lock_both");
    assert!(matches!(compares.verdict(), Verdict::Fails(_)), "{:?}", compares.verdict());
    let stays = decided(&package, "counter::down");
    assert_eq!(*stays.verdict(), Verdict::Holds);
    assert!(stays.assumptions().iter().all(|one| one.code() != AssumptionCode::MayLeave));
}

#[test]
fn added_capacities_are_checked() {
    let package = Package::new("assumptions");
    assert_eq!(
        leaves(&decided(&package, "room_for_five::renew_usual")),
        Some(&LeftValue::Size { len: 0, capacity: 5 })
    );
    assert_eq!(*decided(&package, "room_for_five::renew").verdict(), Verdict::Holds);
    assert_eq!(*decided(&package, "room_for_five::not_five_pushed").verdict(), Verdict::Holds);
    assert!(panics(&decided(&package, "room_for_five::not_five")));
}
