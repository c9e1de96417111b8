//! The guest reads the values that the host writes: for every state of types with difficult layouts, the guest sees the
//! same value as native code.

use std::collections::BTreeMap;
use std::fmt::Debug;
use std::sync::Arc;

use glassbox::Invariant;
use glassbox_abi::names::CHECK_EXPORT_PREFIX;
use glassbox_engine::result::{Bounds, FindingCode, SearchEnd};
use glassbox_engine::search::{FirstFinding, Options, Strategy, check};
use glassbox_engine::skeleton::Reach;
use glassbox_engine::states::states;
use glassbox_space::Bdd;
use glassbox_states::module;
use glassbox_vm::exec::Stop;
use glassbox_vm::module::Module;

/// Values that native code sees, by choices.
fn natively<T: Invariant + Debug>(bounds: &[(&str, u32)]) -> BTreeMap<Vec<u32>, String> {
    let mut seen = BTreeMap::new();
    glassbox::native::enumerate::<T>(bounds, |state, choices, _| {
        seen.insert(choices.to_vec(), format!("{state:?}"));
    });
    seen
}

/// Runs a check that panics with the value that it sees, on all states or on every n-th.
fn compare<T: Invariant + Debug>(check: &str, bounds: &[(&str, u32)], step: usize) {
    let expected = natively::<T>(bounds);
    let module = Arc::new(Module::load(&module("layouts", None).expect("it builds")).expect("it loads"));
    let bounds: Bounds = bounds.iter().copied().collect();
    let mut found = states(&module, check, &bounds, Bdd::with_capacity(1 << 18, 1 << 16)).expect("there are states");
    assert_eq!(found.count().expect("there is room").to_string(), expected.len().to_string());
    let function = module.exported_function(&format!("{CHECK_EXPORT_PREFIX}{check}")).expect("it is exported");
    let address = found.skeleton.record().arguments[0].address;
    let all: Vec<_> = found.space.iter(&found.initial.valid).step_by(step).collect();
    for state in all {
        found.skeleton.restore(&mut found.guest);
        for node in 0..found.skeleton.n_nodes() {
            found.skeleton.write_node(&mut found.guest, &found.space, node, &state, Reach::Below);
        }
        found.guest.machine.set_fuel(1_000_000);
        let stopped = found.guest.invoke(function, &[address]).expect_err("it panics");
        let choices = found.skeleton.choices(&found.space, &state);
        match stopped.stop {
            Stop::Panic(panic) => assert_eq!(panic.message, expected[&choices], "{choices:?}"),
            other => panic!("{choices:?}: {other}, expected {}", expected[&choices]),
        }
    }
}

#[test]
fn niches_padding_and_wide_fields() {
    // Every state natively; one of a hundred in the machine, which formats them.
    compare::<layouts::Layouts>("layouts::show", &[("height", 1)], 101);
}

#[test]
fn many_variants() {
    compare::<layouts::OneOfMany>("layouts::show_many", &[], 97);
}

/// An element behind the last one is uninitialised, whether the elements are nodes or values.
#[test]
fn elements_behind_the_last_are_undefined() {
    let module = Arc::new(Module::load(&module("layouts", None).expect("it builds")).expect("it loads"));
    for path in ["layouts::node_behind_the_last", "layouts::byte_behind_the_last"] {
        let diagram = Bdd::with_capacity(1 << 16, 1 << 14);
        let mut found = states(&module, path, &Bounds::none(), diagram).expect("there are states");
        let searched =
            check(&mut found, path, &Options::new(Strategy::Paths), &mut FirstFinding).expect("there is room");
        let SearchEnd::Failed(failure) = searched.end else { panic!("{path}: {:?}", searched.end) };
        assert_eq!(failure.finding.code(), FindingCode::UninitialisedMemory, "{path}: {failure:?}");
    }
}
