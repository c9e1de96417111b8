//! Short runs of both fuzzers.

use glassbox_fuzz::differential::{Compared, compare};
use glassbox_fuzz::engine::{Oracle, Wasmi};
use glassbox_fuzz::generate;
use glassbox_fuzz::loader::{Bases, survives};
use glassbox_fuzz::module_limits::Avoid;
use glassbox_fuzz::panics::with_stack;
use glassbox_fuzz::random::Random;

const SEED: u64 = 1;

fn agrees_with<O: Oracle>(modules: u64) {
    let mut total = Compared::default();
    for number in 0..modules {
        let bytes = generate::supported(SEED, number, O::AVOID);
        match compare::<O>(&bytes, &mut Random::new(SEED, number, 1)) {
            Ok(compared) => total += compared,
            Err(difference) => panic!("module {number}: {difference}"),
        }
    }
    // Modules that do nothing would agree, too.
    assert!(total.calls > 10 * modules, "{total:?}");
    assert!(total.traps > modules && total.traps < total.calls / 2 + total.calls / 4, "{total:?}");
}

#[test]
fn the_machine_agrees_with_wasmi() {
    with_stack(|| agrees_with::<Wasmi>(150));
}

#[cfg(feature = "wasmtime")]
#[test]
fn the_machine_agrees_with_wasmtime() {
    with_stack(|| agrees_with::<glassbox_fuzz::engine::Wasmtime>(100));
}

#[test]
fn mutated_modules_are_refused_or_run() {
    let mut bases = Bases::new(SEED, Vec::new());
    let (mut loaded, mut runs) = (0, 0);
    for number in 0..1000 {
        let bytes = bases.mutated(number);
        match survives(&bytes, number, &mut Random::new(SEED, number, 3)) {
            Ok(survived) => {
                loaded += u64::from(survived.loaded);
                runs += survived.runs;
            }
            Err(failure) => panic!("module {number}: {failure}"),
        }
    }
    // Most must be rejected, some must load, and those must run.
    assert!(loaded > 50 && loaded < 500 && runs > loaded, "{loaded} loaded, {runs} runs");
}

#[test]
fn a_module_follows_from_its_number_alone() {
    let mut one_by_one = Bases::new(SEED, Vec::new());
    let in_order: Vec<_> = (0..40).map(|number| one_by_one.mutated(number)).collect();
    for (number, index) in [(39, 39), (0, 0), (17, 17)] {
        assert!(Bases::new(SEED, Vec::new()).mutated(number) == in_order[index]);
        let module = || generate::supported(SEED, number, Avoid::NOTHING);
        assert!(module() == module());
    }
}
