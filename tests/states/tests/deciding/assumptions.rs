//! Verdicts name an assumption exactly if it is in force.

use glassbox_engine::observer::Unobserved;
use glassbox_engine::result::{Assumption, AssumptionCode, Bounds, Verdict};

use crate::common::Package;

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
    ("by_address", &[AssumptionCode::OrdersOfBlocks, AssumptionCode::NotMoved]),
    ("by_number", &[AssumptionCode::NotMoved]),
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
