//! Operations that a checker easily gets wrong: exactly these states fail, and for exactly this reason.

use std::collections::BTreeMap;
use std::sync::Arc;

use glassbox_engine::search::{FirstFinding, Options, Strategy, Verdict, check};
use glassbox_engine::states::states;
use glassbox_space::Bdd;
use glassbox_states::{compare, module};
use glassbox_vm::module::Module;

/// Name, transitions, how many of them fail, and a part of the finding.
const CASES: [(&str, u64, u64, &str); 17] = [
    ("forget_all", 60, 56, "is lost"),
    ("close_circle", 60, 56, "is below itself"),
    ("has_even_length", 60, 40, "returned false"),
    ("look_at_last", 60, 11, "does not have"),
    ("take_and_put_back", 60, 0, ""),
    ("copy_first_item_to_second", 60, 0, ""),
    ("sum_of_all_slots", 525, 245, "uninitialised"),
    ("payloads_are_looked_at_only_if_there", 525, 0, ""),
    ("vectors_can_be_cloned", 525, 0, ""),
    ("insert", 390, 0, ""),
    ("insert_two", 605, 0, ""),
    ("keys_come_in_any_order", 605, 55, "returned false"),
    ("insert_on_the_wrong_side", 35, 6, "not in order"),
    ("remove_leaves_only", 35, 3, "nothing was removed"),
    ("allocate_and_forget", 5, 4, "never freed"),
    ("break_seal", 5, 4, "seal"),
    ("overwrite", 5, 4, "neither kept nor dropped"),
];

#[test]
fn exactly_the_right_states_fail_for_the_right_reason() {
    let module = Arc::new(Module::load(&module("oddities", None).expect("it builds")).expect("it loads"));
    let mut wrong = Vec::new();
    for (name, transitions, failing, reason) in CASES {
        let path = format!("oddities::{name}");
        let new = || states(&module, &path, &BTreeMap::new(), Bdd::with_capacity(1 << 18, 1 << 16)).expect("states");
        for strategy in [Strategy::Paths, Strategy::Values] {
            match compare(&mut new(), &path, strategy) {
                Ok(compared) if (compared.transitions, compared.failing) == (transitions, failing) => {}
                Ok(compared) => wrong.push(format!("{name} {strategy:?}: {compared:?}")),
                Err(error) => wrong.push(format!("{name} {strategy:?}: {error}")),
            }
        }
        let checked =
            check(&mut new(), &path, &Options::new(Strategy::Paths), &mut FirstFinding).expect("there is room");
        let said = match checked.verdict {
            Verdict::Holds => String::new(),
            Verdict::Fails(finding) => finding.kind.to_string(),
            Verdict::Unknown(reason) => reason,
        };
        if said.is_empty() != reason.is_empty() || !said.contains(reason) {
            wrong.push(format!("{name}: {said}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
