//! Operations that a checker easily gets wrong: exactly these states fail, and for exactly this reason.

use std::sync::Arc;

use glassbox_engine::result::{Bounds, ContentsProblem, Finding, FindingCode, LeakTime, SearchEnd, ValueProblem};
use glassbox_engine::search::{FirstFinding, Options, Strategy, check};
use glassbox_engine::states::states;
use glassbox_space::Bdd;
use glassbox_states::{compare, module};
use glassbox_vm::module::Module;

/// Whether a finding is the right one.
type IsRight = fn(&Finding) -> bool;

/// Name, transitions, number of them that fail, and the finding, if any.
const CASES: [(&str, u64, u64, Option<IsRight>); 17] = [
    ("forget_all", 49, 48, Some(|finding| matches!(finding, Finding::LostNode { .. }))),
    ("close_circle", 49, 48, Some(|finding| matches!(finding, Finding::Cycle { .. }))),
    ("has_even_length", 49, 36, Some(|finding| *finding == Finding::ReturnedFalse)),
    ("look_at_last", 49, 0, None),
    ("take_and_put_back", 49, 0, None),
    ("copy_first_item_to_second", 49, 0, None),
    ("sum_of_all_slots", 945, 441, Some(|finding| finding.code() == FindingCode::UninitialisedMemory)),
    ("payloads_are_looked_at_only_if_there", 945, 0, None),
    ("vectors_can_be_cloned", 945, 0, None),
    ("insert", 390, 0, None),
    ("insert_two", 605, 0, None),
    ("keys_come_in_any_order", 605, 55, Some(|finding| *finding == Finding::ReturnedFalse)),
    ("insert_on_the_wrong_side", 35, 6, Some(|finding| matches!(finding, Finding::KeyOrder { .. }))),
    ("remove_leaves_only", 35, 3, Some(|finding| *finding == Finding::Contents(ContentsProblem::NothingRemoved))),
    ("allocate_and_forget", 5, 4, Some(|finding| matches!(finding, Finding::Leak { when: LeakTime::AfterRun, .. }))),
    ("break_seal", 5, 4, Some(|finding| matches!(finding, Finding::FixedField { field, .. } if field == "seal"))),
    ("overwrite", 5, 4, Some(|finding| matches!(finding, Finding::Value { problem: ValueProblem::Lost, .. }))),
];

#[test]
fn exactly_the_right_states_fail_for_the_right_reason() {
    let module = Arc::new(Module::load(&module("oddities", None).expect("it builds")).expect("it loads"));
    let mut wrong = Vec::new();
    for (name, transitions, failing, is_right) in CASES {
        let path = format!("oddities::{name}");
        let new = || states(&module, &path, &Bounds::none(), Bdd::with_capacity(1 << 18, 1 << 16)).expect("states");
        for strategy in [Strategy::Paths, Strategy::Values] {
            match compare(&mut new(), &path, strategy) {
                Ok(compared) if (compared.transitions, compared.failing) == (transitions, failing) => {}
                Ok(compared) => wrong.push(format!("{name} {strategy:?}: {compared:?}")),
                Err(error) => wrong.push(format!("{name} {strategy:?}: {error}")),
            }
        }
        let searched =
            check(&mut new(), &path, &Options::new(Strategy::Paths), &mut FirstFinding).expect("there is room");
        match (&searched.end, is_right) {
            (SearchEnd::Covered, None) => {}
            (SearchEnd::Failed(failure), Some(is_right)) if is_right(&failure.finding) => {}
            (end, _) => wrong.push(format!("{name}: {end:?}")),
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
