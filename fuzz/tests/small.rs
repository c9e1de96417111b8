//! Short runs of both fuzzers.

use std::sync::Arc;

use glassbox_fuzz::differential::{Compared, compare};
use glassbox_fuzz::engine::{Oracle, Wasmi};
use glassbox_fuzz::generate;
use glassbox_fuzz::generate::throwing::{self, Form};
use glassbox_fuzz::loader::{Bases, survives};
use glassbox_fuzz::module_limits::Avoid;
use glassbox_fuzz::panics::with_stack;
use glassbox_fuzz::random::Random;
use glassbox_fuzz::texts::{Answer, Readers, Seeds};
use glassbox_vm::exec::{Limits, Machine, NoHost, Trap};
use glassbox_vm::module::Module;
use glassbox_vm::track::Concrete;

const SEED: u64 = 1;

fn agrees_with<O: Oracle>(modules: u64) {
    let mut total = Compared::default();
    for number in 0..modules {
        let module = generate::supported(SEED, number, O::AVOID);
        match compare::<O>(&module, &mut Random::new(SEED, number, 1)) {
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

/// The machine does the same with `try` and `rethrow` as with `try_table` and `throw_ref`.
#[test]
fn both_forms_of_exceptions_do_the_same() {
    let (mut n_calls, mut n_uncaught) = (0, 0);
    for number in 0..1500 {
        let machine = |form| {
            let bytes = throwing::module(&mut Random::new(SEED, number, 2), form);
            let module = Arc::new(Module::load(&bytes).expect("valid"));
            Machine::new(module, Concrete, Limits::default(), &mut NoHost).expect("it imports nothing")
        };
        let [mut older, mut newer] = [Form::Older, Form::Newer].map(machine);
        let n_functions = u32::try_from(older.module().exports().len() - 1).expect("a few");
        for call in 0..4 * n_functions {
            let argument = [u64::from(call.wrapping_mul(0x9e37_79b9) % 256)];
            let function = call % n_functions;
            let ended = [&mut older, &mut newer].map(|machine| {
                machine.set_fuel(1_000_000);
                machine.invoke(&mut NoHost, function, &argument).map_err(|stopped| stopped.stop)
            });
            assert_eq!(ended[0], ended[1], "module {number}, call {call}");
            assert_eq!(older.globals(), newer.globals(), "module {number}, call {call}");
            n_calls += 1;
            n_uncaught += u32::from(ended[0] == Err(Trap::UncaughtException.into()));
        }
    }
    assert!(n_calls > 10_000 && n_uncaught > 1000 && n_uncaught < n_calls / 4 * 3, "{n_calls} {n_uncaught}");
}

/// The texts of `fuzz/texts` are in the formats of today: damage to a text that is refused anyway tests nothing.
#[test]
fn every_text_to_begin_with_is_accepted() {
    let seeds = Seeds::read(SEED).expect("fuzz/texts can be read");
    let readers = Readers::default();
    for (reader, text) in seeds.whole() {
        // An entry of the cache is read as one, or its lines are, and the number says which.
        for number in 0..4 {
            let answer = readers.read(reader, text, text, number);
            let shown = String::from_utf8_lossy(&text[..text.len().min(80)]);
            assert!(matches!(answer, Ok(Answer::Accepted)), "{}: {answer:?}: {shown}", reader.name());
        }
    }
}
